import { css, type CSSResult } from "lit";

/** How markdown looks. */
export const MARKDOWN_STYLES: CSSResult = css`
  .markdown {
    overflow-wrap: anywhere;
  }
  .markdown > :first-child {
    margin-top: 0;
  }
  .markdown > :last-child {
    margin-bottom: 0;
  }
  .markdown p,
  .markdown ul,
  .markdown ol,
  .markdown pre,
  .markdown blockquote,
  .markdown .table {
    margin: 0 0 10px;
  }
  .markdown ul,
  .markdown ol {
    padding-left: 24px;
  }
  .markdown li {
    margin: 3px 0;
  }
  .markdown h3,
  .markdown h4,
  .markdown h5 {
    margin: 18px 0 8px;
    line-height: 1.3;
  }
  .markdown h3 {
    font-size: 17px;
  }
  .markdown h4 {
    font-size: 15.5px;
  }
  .markdown h5 {
    font-size: 14px;
  }
  .markdown code {
    font: 0.9em var(--mono);
    padding: 1px 4px;
    border-radius: 4px;
    background: var(--sunken);
  }
  .markdown pre {
    padding: 10px 12px;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--surface);
    overflow-x: auto;
    font: 12.5px/1.55 var(--mono);
  }
  .markdown pre code {
    padding: 0;
    background: none;
    font: inherit;
  }
  .markdown blockquote {
    padding-left: 12px;
    border-left: 3px solid var(--line);
    color: var(--ink-soft);
  }
  .markdown .table {
    overflow-x: auto;
  }
  .markdown table {
    border-collapse: collapse;
  }
  .markdown th,
  .markdown td {
    padding: 4px 10px;
    border: 1px solid var(--line);
    text-align: left;
  }
  .markdown th {
    background: var(--sunken);
  }
  .markdown [data-align="center"] {
    text-align: center;
  }
  .markdown [data-align="right"] {
    text-align: right;
  }
  .markdown a {
    color: var(--accent);
    text-underline-offset: 2px;
  }
  .markdown hr {
    border: 0;
    border-top: 1px solid var(--line);
    margin: 16px 0;
  }
`;
