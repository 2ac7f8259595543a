import { css, type CSSResult } from "lit";

/** How the parts of the page stand to one another. */
export const PAGE_STYLES: CSSResult = css`
  :host {
    display: grid;
    grid-template-columns: 264px minmax(0, 1fr);
    grid-template-rows: minmax(0, 1fr);
    height: 100dvh;
  }
  .side {
    display: flex;
    flex-direction: column;
    min-height: 0;
    border-right: 1px solid var(--line);
    background: var(--ground);
  }
  .top {
    display: flex;
    align-items: center;
    gap: 6px;
    padding: 12px 12px 8px;
  }
  .brand {
    flex: 1;
    margin: 0;
    padding-left: 8px;
    font-size: 15px;
    font-weight: 650;
    letter-spacing: -0.01em;
  }
  .new {
    display: flex;
    gap: 4px;
    padding: 0 12px 10px;
  }
  .new .here {
    flex: 1;
    justify-content: flex-start;
  }
  session-list {
    flex: 1;
    min-height: 0;
    overflow-y: auto;
    padding: 0 8px;
  }
  .foot {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    padding: 8px;
    border-top: 1px solid var(--line);
  }
  .foot select.agent {
    flex-basis: 100%;
  }
  .foot select {
    flex: 1 1 100px;
    min-width: 0;
    border-color: transparent;
    background: none;
    color: var(--ink-soft);
    text-overflow: ellipsis;
  }
  .foot select:hover {
    background: var(--sunken);
  }
  main {
    display: grid;
    grid-template-rows: auto auto minmax(0, 1fr) auto;
    grid-template-columns: minmax(0, 1fr);
    min-width: 0;
    min-height: 0;
    background: var(--ground);
  }
  .head {
    display: flex;
    align-items: baseline;
    gap: 10px;
    min-height: 48px;
    padding: 10px 20px;
    border-bottom: 1px solid var(--line);
  }
  .head h1 {
    flex: 0 1 auto;
    min-width: 0;
    margin: 0;
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
    font-size: 14px;
    font-weight: 600;
  }
  .head .cwd {
    flex: 1 1 40px;
    min-width: 0;
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
    color: var(--ink-soft);
  }
  .menu {
    display: none;
    align-self: center;
  }
  conversation-view {
    grid-row: 3;
  }
  .waiting {
    display: grid;
    grid-row: 3;
    place-content: center;
    color: var(--ink-soft);
  }
  .dock {
    grid-row: 4;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
    width: 100%;
    max-width: 860px;
    margin: 0 auto;
    padding: 0 20px 12px;
  }
  .activity {
    display: flex;
    align-items: center;
    gap: 9px;
    min-height: 22px;
    color: var(--ink-soft);
  }
  .pulse {
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: var(--accent);
    animation: pulse 1.4s ease-in-out infinite;
  }
  @keyframes pulse {
    50% {
      opacity: 0.35;
    }
  }
  .shade {
    display: none;
  }
  ask-dialog {
    display: contents;
  }
  @media (max-width: 760px) {
    :host {
      grid-template-columns: minmax(0, 1fr);
    }
    .menu {
      display: inline-flex;
    }
    .head {
      padding: 6px 10px;
      align-items: center;
    }
    .dock {
      padding: 0 10px max(10px, env(safe-area-inset-bottom));
    }
    .side {
      position: fixed;
      inset: 0 auto 0 0;
      z-index: 3;
      width: min(300px, 86vw);
      visibility: hidden;
      transform: translateX(-100%);
      transition:
        transform 160ms,
        visibility 160ms;
    }
    .side.open {
      visibility: visible;
      transform: none;
      box-shadow: 0 0 40px rgb(0 0 0 / 30%);
    }
    .side.open + .shade {
      display: block;
      position: fixed;
      inset: 0;
      z-index: 2;
      background: rgb(0 0 0 / 35%);
    }
  }
  @media (min-width: 761px) {
    .top .close {
      display: none;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .side {
      transition: none;
    }
    .pulse {
      animation: none;
    }
  }
`;
