import { css, type CSSResult } from "lit";

/** The card around the output. */
export const CARD_STYLES: CSSResult = css`
  :host {
    --_surface: var(--terminal-card-background, light-dark(#ffffff, #1b1e25));
    --_border: var(--terminal-card-border-color, light-dark(#dfe2e7, #2d323c));
    --_strong: var(--terminal-card-color, light-dark(#1f2328, #e6e8ee));
    --_muted: var(--terminal-card-muted-color, light-dark(#59626e, #9ba4b3));
    --_accent: var(--terminal-card-accent-color, light-dark(#0b5cc0, #7db2f7));
    --_good: light-dark(#14702f, #74c991);
    --_bad: light-dark(#bc2430, #f48787);
    --_attention: light-dark(#7f5300, #dcb35c);
    --_mono: var(
      --terminal-card-font,
      ui-monospace,
      "SF Mono",
      "Cascadia Mono",
      Menlo,
      Consolas,
      "DejaVu Sans Mono",
      monospace
    );
    --_font-size: var(--terminal-card-font-size, 12.5px);
    --_row: var(--terminal-card-row-height, 18px);
    color-scheme: light dark;
    position: relative;
    display: block;
    container-type: inline-size;
    color: var(--_strong);
    font: 13px/1.45 var(--terminal-card-ui-font, system-ui, -apple-system, "Segoe UI", sans-serif);
    text-align: start;
  }
  :host([theme="light"]) {
    color-scheme: light;
  }
  :host([theme="dark"]) {
    color-scheme: dark;
  }
  :host([hidden]) {
    display: none;
  }
  * {
    box-sizing: border-box;
  }
  /* Its menu may reach over what comes after it. */
  :host(:focus-within) {
    z-index: 1;
  }
  .card {
    border: 1px solid var(--_border);
    border-radius: var(--terminal-card-radius, 10px);
    background: var(--_surface);
  }
  header {
    display: flow-root;
    padding: 8px 10px 9px 12px;
  }
  .facts {
    display: flex;
    align-items: center;
    gap: 10px;
    min-height: 26px;
    color: var(--_muted);
    font-size: 12px;
  }
  .pill {
    display: inline-flex;
    flex: none;
    align-items: center;
    gap: 6px;
    font-weight: 550;
    white-space: nowrap;
  }
  .dot {
    width: 7px;
    height: 7px;
    border-radius: 50%;
    background: currentColor;
  }
  .pill.good {
    color: var(--_good);
  }
  .pill.bad {
    color: var(--_bad);
  }
  .pill.attention {
    color: var(--_attention);
  }
  .pill.live {
    color: var(--_accent);
  }
  .pill.live .dot,
  .pill.attention .dot {
    animation: breathe 1.8s ease-in-out infinite;
  }
  @keyframes breathe {
    50% {
      opacity: 0.35;
    }
  }
  .cwd {
    overflow: hidden;
    min-width: 0;
    font: 11.5px/1.4 var(--_mono);
    text-overflow: ellipsis;
    white-space: pre;
  }
  .elapsed {
    flex: none;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .actions {
    display: flex;
    flex: none;
    align-items: center;
    gap: 2px;
    margin-inline-start: auto;
  }
  .description {
    margin: 4px 0 0;
    color: var(--_strong);
    overflow-wrap: anywhere;
  }
  .command-line {
    display: flex;
    align-items: flex-start;
    gap: 6px;
    margin-top: 3px;
  }
  .command {
    flex: 1;
    overflow: auto;
    max-height: 45vh;
    min-width: 0;
    padding: 3px 0;
    padding-inline-start: 2ch;
    font: 500 12.5px/1.5 var(--_mono);
    text-indent: -2ch;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
    tab-size: 4;
  }
  .command:not(.heading)::before {
    color: var(--_muted);
    content: "$ " / "";
  }
  .command.heading {
    padding-inline-start: 0;
    text-indent: 0;
  }
  .command.clamped {
    overflow: hidden;
    max-height: calc(6 * 1.5em + 6px);
    mask-image: linear-gradient(#000 calc(100% - 2em), transparent);
  }
  .unknown {
    padding: 3px 0;
    color: var(--_muted);
    font-style: italic;
  }
  .notices {
    margin: 0;
    padding: 6px 12px;
    border-top: 1px solid var(--_border);
    color: var(--_muted);
    font-size: 12px;
    list-style: none;
    overflow-wrap: anywhere;
  }
  .visually-hidden {
    position: absolute;
    overflow: hidden;
    width: 1px;
    height: 1px;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @container (max-width: 560px) {
    .facts {
      flex-wrap: wrap;
      row-gap: 2px;
    }
    .cwd {
      order: 3;
      flex: 1 0 100%;
    }
    .cwd::after {
      content: "";
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .dot {
      animation: none !important;
    }
  }
`;
