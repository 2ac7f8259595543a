import { css, type CSSResult } from "lit";

/** How the entries of a conversation look. */
export const ENTRY_STYLES: CSSResult = css`
  :host {
    display: block;
    content-visibility: auto;
    contain-intrinsic-size: auto 80px;
    overflow-clip-margin: 6px;
  }
  terminal-card {
    color-scheme: inherit;
    --terminal-card-accent-color: var(--accent);
    --terminal-card-border-color: var(--line);
    --terminal-card-background: var(--surface);
    --terminal-card-radius: var(--radius);
    --terminal-card-ui-font: var(--sans);
  }
  .user {
    padding: 10px 14px;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--surface);
  }
  .user .words {
    margin: 0;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .agent {
    font-size: 14.5px;
    line-height: 1.6;
  }
  img {
    max-width: 100%;
    max-height: 420px;
    border-radius: 6px;
  }
  .chip {
    display: inline-block;
    max-width: 100%;
    padding: 1px 8px;
    border: 1px solid var(--line);
    border-radius: 6px;
    color: inherit;
    overflow-wrap: anywhere;
  }
  summary {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 28px;
    list-style: none;
    cursor: pointer;
    border-radius: 6px;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary .icon:first-child {
    transition: transform 120ms;
  }
  details[open] > summary .icon:first-child {
    transform: rotate(90deg);
  }
  .thought {
    color: var(--ink-soft);
  }
  .thought > .markdown {
    padding: 4px 0 4px 23px;
  }
  .glimpse {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  .thought[open] .glimpse {
    visibility: hidden;
  }
  .plan {
    padding: 10px 14px;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--surface);
  }
  .plan header {
    display: flex;
    justify-content: space-between;
    font-weight: 600;
  }
  .plan header .soft {
    font-weight: 400;
  }
  .plan ol {
    margin: 6px 0 0;
    padding: 0;
    list-style: none;
  }
  .plan li {
    display: flex;
    gap: 8px;
    padding: 2px 0;
    overflow-wrap: anywhere;
  }
  .plan li .icon {
    margin-top: 3px;
    color: var(--ink-soft);
  }
  .plan li.completed {
    color: var(--ink-soft);
  }
  .plan li.completed .icon {
    color: var(--good);
  }
  .plan li.in_progress {
    font-weight: 600;
  }
  .plan li.in_progress .icon {
    color: var(--accent);
  }
  .stop {
    display: flex;
    gap: 8px;
    margin: 0;
    color: var(--ink-soft);
    overflow-wrap: anywhere;
  }
  .stop.failed {
    padding: 8px 12px;
    border-radius: var(--radius);
    background: var(--bad-ground);
    color: var(--bad);
    white-space: pre-wrap;
  }
  .stop .icon {
    margin-top: 3px;
  }
  .call > summary,
  .call > .line {
    color: var(--ink-soft);
  }
  .call .line {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 28px;
  }
  .call .name {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
    color: var(--ink);
  }
  .call[open] .name {
    white-space: normal;
    overflow-wrap: anywhere;
  }
  .call .state {
    flex: none;
    font-size: 12.5px;
  }
  .call .state.failed {
    color: var(--bad);
  }
  .call .state.asked {
    color: var(--warn);
  }
  .call .body {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
    padding: 4px 0 4px 24px;
  }
  .call .body .markdown {
    max-height: 420px;
    overflow: auto;
    border-radius: var(--radius);
  }
  .places {
    margin: 0;
    padding: 0;
    list-style: none;
    overflow-wrap: anywhere;
  }
  .pulse {
    width: 8px;
    height: 8px;
    flex: none;
    border-radius: 50%;
    background: var(--accent);
    animation: pulse 1.4s ease-in-out infinite;
  }
  @keyframes pulse {
    50% {
      opacity: 0.35;
    }
  }
  .stack {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
  }
  @media (prefers-reduced-motion: reduce) {
    .pulse {
      animation: none;
    }
    summary .icon:first-child {
      transition: none;
    }
  }
`;
