import { css, type CSSResult } from "lit";

/** What every part of the page has in common: boxes, focus, buttons and fields. */
export const SHARED_STYLES: CSSResult = css`
  :host {
    box-sizing: border-box;
  }
  *,
  *::before,
  *::after {
    box-sizing: inherit;
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  .icon {
    flex: none;
    display: block;
  }
  button,
  select,
  input,
  textarea {
    font: inherit;
    color: inherit;
  }
  button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    min-height: 30px;
    padding: 3px 10px;
    border: 1px solid var(--line);
    border-radius: 6px;
    background: var(--raised);
    cursor: pointer;
  }
  button:hover:not(:disabled) {
    border-color: var(--line-strong);
  }
  button:disabled {
    cursor: default;
    opacity: 0.55;
  }
  button.plain {
    border-color: transparent;
    background: none;
    color: var(--ink-soft);
  }
  button.plain:hover:not(:disabled) {
    background: var(--sunken);
    color: var(--ink);
  }
  button.primary {
    border-color: transparent;
    background: var(--accent-fill);
    color: var(--on-accent);
  }
  button.danger {
    color: var(--bad);
  }
  button.square {
    width: 30px;
    padding: 0;
  }
  select,
  input[type="text"] {
    min-height: 30px;
    padding: 3px 8px;
    border: 1px solid var(--line);
    border-radius: 6px;
    background: var(--raised);
  }
  .hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .mono {
    font-family: var(--mono);
    font-size: 12.5px;
  }
  .soft {
    color: var(--ink-soft);
  }
  @media (pointer: coarse) {
    button,
    select,
    input[type="text"] {
      min-height: 40px;
    }
    button.square {
      width: 40px;
    }
  }
`;
