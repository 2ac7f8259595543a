import { css, type CSSResult } from "lit";

/** How the composer looks. */
export const COMPOSER_STYLES: CSSResult = css`
  :host {
    display: block;
    position: relative;
  }
  .box {
    border: 1px solid var(--line);
    border-radius: 10px;
    background: var(--surface);
  }
  .box:has(textarea:focus-visible) {
    border-color: var(--accent);
    box-shadow: 0 0 0 1px var(--accent);
  }
  textarea {
    display: block;
    width: 100%;
    min-height: 42px;
    max-height: 38vh;
    padding: 10px 14px 4px;
    border: 0;
    outline: 0;
    background: none;
    resize: none;
    field-sizing: content;
    line-height: 1.5;
  }
  /* The box around it shows that it has the keyboard. */
  textarea:focus-visible {
    outline: 0;
  }
  textarea::placeholder {
    color: var(--ink-soft);
    opacity: 1;
  }
  .bar {
    display: flex;
    align-items: center;
    gap: 10px;
    padding: 4px 8px 8px;
  }
  .settings {
    flex: 1;
    min-width: 0;
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
  }
  .settings select {
    max-width: 220px;
    field-sizing: content;
    border-color: transparent;
    background: none;
    color: var(--ink-soft);
    text-overflow: ellipsis;
  }
  .settings select:hover {
    background: var(--sunken);
  }
  .usage {
    flex: none;
    font-size: 12.5px;
  }
  #hint {
    margin: 4px 14px 0;
    font-size: 12px;
  }
  #offers {
    position: absolute;
    bottom: 100%;
    left: 0;
    right: 0;
    z-index: 1;
    max-height: 40vh;
    margin: 0 0 6px;
    padding: 4px;
    overflow-y: auto;
    list-style: none;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--raised);
    box-shadow: 0 4px 18px rgb(0 0 0 / 14%);
  }
  #offers li {
    display: flex;
    gap: 10px;
    align-items: baseline;
    padding: 5px 10px;
    border-radius: 6px;
    cursor: pointer;
  }
  #offers li .soft {
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  #offers li[aria-selected="true"] {
    background: var(--accent-ground);
  }
  @media (max-width: 640px) {
    #hint {
      display: none;
    }
    .bar {
      flex-wrap: wrap;
      justify-content: flex-end;
      gap: 4px 10px;
    }
    .settings {
      flex: 1 1 100%;
      flex-wrap: nowrap;
      overflow-x: auto;
    }
    .settings select {
      flex: none;
      max-width: 150px;
    }
  }
`;
