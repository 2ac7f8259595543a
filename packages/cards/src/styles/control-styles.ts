import { css, type CSSResult } from "lit";

/** Buttons, the menu and the search bar. */
export const CONTROL_STYLES: CSSResult = css`
  button,
  summary,
  input {
    color: inherit;
    font: inherit;
  }
  button,
  summary {
    cursor: pointer;
  }
  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 1px;
  }
  .icon-button {
    display: inline-flex;
    flex: none;
    align-items: center;
    justify-content: center;
    width: 26px;
    height: 26px;
    padding: 0;
    border: 0;
    border-radius: 6px;
    background: none;
    color: var(--_muted);
    list-style: none;
  }
  .icon-button::-webkit-details-marker {
    display: none;
  }
  .icon-button:hover,
  .menu[open] > .icon-button {
    background: color-mix(in srgb, currentColor 12%, transparent);
    color: var(--_strong);
  }
  svg {
    flex: none;
    width: 16px;
    height: 16px;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.4;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  svg .solid {
    fill: currentColor;
    stroke: none;
  }
  .stop {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    height: 24px;
    margin-inline-end: 4px;
    padding: 0 9px 0 6px;
    border: 1px solid var(--_border);
    border-radius: 6px;
    background: none;
    color: var(--_strong);
    font-size: 12px;
    font-weight: 500;
  }
  .stop:hover:enabled {
    border-color: var(--_bad);
    color: var(--_bad);
  }
  .stop:disabled {
    color: var(--_muted);
    cursor: default;
  }
  .text-button {
    padding: 2px 4px;
    margin-inline-start: -4px;
    border: 0;
    border-radius: 4px;
    background: none;
    color: var(--_accent);
    font-size: 12px;
  }
  .text-button:hover {
    text-decoration: underline;
  }
  .menu {
    position: relative;
  }
  .menu-items {
    position: absolute;
    z-index: 2;
    inset-block-start: calc(100% + 4px);
    inset-inline-end: 0;
    display: flex;
    flex-direction: column;
    min-width: max-content;
    padding: 4px;
    border: 1px solid var(--_border);
    border-radius: 8px;
    background: var(--_surface);
    box-shadow: 0 6px 20px rgb(0 0 0 / 0.18);
  }
  .menu-items button {
    padding: 5px 10px;
    border: 0;
    border-radius: 5px;
    background: none;
    color: var(--_strong);
    font-size: 12.5px;
    text-align: start;
  }
  .menu-items button:hover,
  .menu-items button:focus-visible {
    background: color-mix(in srgb, currentColor 10%, transparent);
  }
  .search-bar {
    display: flex;
    align-items: center;
    gap: 2px;
    padding: 4px 8px;
    border-top: 1px solid var(--_border);
  }
  .search-field {
    flex: 1;
    min-width: 0;
    height: 26px;
    padding: 0 8px;
    border: 1px solid var(--_border);
    border-radius: 6px;
    background: var(--_ground);
    color: var(--_strong);
  }
  .search-field::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  .search-count {
    padding: 0 8px;
    color: var(--_muted);
    font-size: 12px;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  @media (pointer: coarse) {
    .icon-button {
      width: 32px;
      height: 32px;
    }
    .stop {
      height: 30px;
    }
  }
`;
