import { css, type CSSResult } from "lit";

/** The output: rows of cells of one size. */
export const OUTPUT_STYLES: CSSResult = css`
  .body {
    position: relative;
    border-top: 1px solid var(--_border);
    border-radius: 0 0 calc(var(--terminal-card-radius, 10px) - 1px)
      calc(var(--terminal-card-radius, 10px) - 1px);
    background: var(--_ground);
    color: var(--_text);
  }
  .body[hidden] {
    display: none;
  }
  .scroller {
    position: relative;
    overflow: auto;
    /* Whole rows: at its end no row is cut. */
    box-sizing: content-box;
    max-height: calc(var(--terminal-card-max-rows, 16) * var(--_row));
    /* Blank that does not scroll, as padding would, and takes clicks and the wheel, as a margin would not. */
    border-block: 8px solid transparent;
    padding-inline: 12px;
    font: var(--_font-size) / var(--_row) var(--_mono);
    font-variant-ligatures: none;
    overscroll-behavior: auto;
    scrollbar-gutter: stable;
    scrollbar-width: thin;
    scrollbar-color: color-mix(in srgb, var(--_text) 30%, transparent) transparent;
  }
  @media (forced-colors: active) {
    .scroller {
      border-color: Canvas;
    }
  }
  :host([expanded]) .scroller {
    max-height: 72vh;
    max-height: round(down, 72vh, var(--_row));
  }
  .screen .scroller {
    max-height: max(72vh, calc(24 * var(--_row)));
  }
  .scroller:focus-visible {
    outline-offset: -2px;
  }
  .rows {
    position: relative;
    min-height: var(--_row);
  }
  .window {
    position: absolute;
    inset-inline: 0;
    top: 0;
  }
  .row {
    position: relative;
    height: var(--_row);
    white-space: pre;
    direction: ltr;
    unicode-bidi: isolate;
  }
  .cell {
    display: inline-block;
    height: var(--_row);
    vertical-align: top;
    overflow: visible;
  }
  .soft-break {
    font-size: 0;
  }
  .line-art {
    transform: scaleY(1.25);
  }
  .probe {
    position: absolute;
    top: 0;
    visibility: hidden;
    height: var(--_row);
    pointer-events: none;
    user-select: none;
    white-space: pre;
  }
  .bold {
    font-weight: 700;
  }
  .italic {
    font-style: italic;
  }
  .underline {
    text-decoration-line: underline;
  }
  .strike {
    text-decoration-line: line-through;
  }
  .overline {
    text-decoration-line: overline;
  }
  .underline.strike {
    text-decoration-line: underline line-through;
  }
  .hidden {
    color: transparent !important;
  }
  .row a {
    color: inherit;
    text-decoration: underline;
    text-decoration-color: color-mix(in srgb, currentColor 45%, transparent);
    text-underline-offset: 2px;
  }
  .row a:hover {
    text-decoration-color: currentColor;
  }
  .match {
    border-radius: 2px;
    background: light-dark(#fbe29b, #6a5413);
    color: light-dark(#24292f, #ffffff) !important;
  }
  .current {
    border-radius: 2px;
    background: light-dark(#ffbf3f, #e2b33c);
    color: #1a1500 !important;
  }
  .gap::before {
    position: absolute;
    inset: 0 0 auto;
    border-top: 1px dashed var(--_attention);
    content: "";
  }
  .gap-label {
    position: absolute;
    z-index: 1;
    top: -9px;
    right: 0;
    padding: 0 6px;
    background: var(--_ground);
    color: var(--_attention);
    font: 11px/18px var(--terminal-card-ui-font, system-ui, sans-serif);
    user-select: none;
  }
  .gap-label::before {
    content: attr(data-label) / "";
  }
  .cursor {
    position: absolute;
    width: 1ch;
    height: var(--_row);
    border: 1px solid var(--_accent);
    pointer-events: none;
  }
  .scroller:focus-within .cursor {
    background: color-mix(in srgb, var(--_accent) 45%, transparent);
  }
  .input-field {
    position: absolute;
    bottom: 0;
    left: 0;
    width: 1px;
    height: 1px;
    padding: 0;
    border: 0;
    opacity: 0;
    resize: none;
  }
  .body.typing {
    box-shadow: inset 0 0 0 2px var(--_accent);
  }
  .hint {
    padding: 5px 12px;
    border-top: 1px solid var(--_border);
    color: var(--_muted);
    font-size: 12px;
  }
  .hint button {
    margin: 0;
    padding: 0;
  }
  .to-end {
    position: absolute;
    right: 16px;
    bottom: 10px;
    display: inline-flex;
    align-items: center;
    gap: 4px;
    padding: 3px 10px 3px 6px;
    border: 1px solid var(--_border);
    border-radius: 14px;
    background: var(--_surface);
    box-shadow: 0 2px 8px rgb(0 0 0 / 0.18);
    color: var(--_strong);
    font-size: 12px;
  }
  .empty {
    padding: 7px 12px;
    border-top: 1px solid var(--_border);
    color: var(--_muted);
    font-size: 12px;
  }
`;
