import { html, nothing, type TemplateResult } from "lit";
import { lexer, type MarkedToken, type Token, type Tokens } from "marked";
import { decodeEntities } from "./decode-entities.ts";
import { toSafeLink } from "./safe-link.ts";

/** Something that can stand in a template. */
type Drawn = TemplateResult | string | typeof nothing | readonly Drawn[];

/** More is a file, not a message: drawing it as markdown would hold the page up. */
const MAX_CHARACTERS = 200_000;

/**
 * Draws markdown as elements. No HTML of the text is ever one: it is shown as it is written. Links lead to the web
 * or nowhere, and images are links, so that reading a message asks nobody for anything.
 */
export function renderMarkdown(text: string): Drawn {
  if (text.length > MAX_CHARACTERS) return html`<pre tabindex="0">${text}</pre>`;
  return renderAll(lexer(text, { gfm: true }));
}

function renderAll(tokens: readonly Token[] | undefined): Drawn {
  return (tokens ?? []).map((token) => render(token as MarkedToken)); // no extension makes other tokens
}

function render(token: MarkedToken): Drawn {
  switch (token.type) {
    case "heading":
    case "code":
    case "blockquote":
    case "list":
    case "list_item":
    case "table":
    case "paragraph":
    case "hr":
      return renderBlock(token);
    case "space":
    case "def":
      return nothing;
    default:
      return renderInline(token);
  }
}

type BlockToken = Extract<
  MarkedToken,
  { type: "heading" | "code" | "blockquote" | "list" | "list_item" | "table" | "paragraph" | "hr" }
>;

function renderBlock(token: BlockToken): Drawn {
  switch (token.type) {
    case "heading":
      return renderHeading(token);
    case "code":
      return html`<pre
        tabindex="0"
        aria-label=${token.lang ?? nothing}
      ><code>${token.text}</code></pre>`;
    case "blockquote":
      return html`<blockquote>${renderAll(token.tokens)}</blockquote>`;
    case "list":
      return renderList(token);
    case "list_item":
      return html`<li>${renderAll(token.tokens)}</li>`;
    case "table":
      return renderTable(token);
    case "paragraph":
      return html`<p>${renderAll(token.tokens)}</p>`;
    case "hr":
      return html`<hr />`;
  }
}

type InlineToken = Exclude<MarkedToken, BlockToken | Tokens.Space | Tokens.Def>;

function renderInline(token: InlineToken): Drawn {
  switch (token.type) {
    case "strong":
    case "em":
    case "del":
      return renderStress(token);
    case "link":
      return renderLink(token.href, renderAll(token.tokens));
    case "image":
      return renderLink(token.href, token.text === "" ? token.href : token.text);
    case "text":
      return token.tokens === undefined ? decodeEntities(token.text) : renderAll(token.tokens);
    default:
      return renderLeaf(token);
  }
}

function renderLeaf(
  token: Tokens.Codespan | Tokens.Br | Tokens.Checkbox | Tokens.Escape | Tokens.HTML | Tokens.Tag,
): Drawn {
  switch (token.type) {
    case "codespan":
      return html`<code>${token.text}</code>`;
    case "br":
      return html`<br />`;
    case "checkbox":
      return token.checked ? "☑ " : "☐ ";
    case "escape":
    case "html":
      return token.text;
  }
}

function renderStress({ type, tokens }: Tokens.Strong | Tokens.Em | Tokens.Del): TemplateResult {
  const words = renderAll(tokens);
  if (type === "strong") return html`<strong>${words}</strong>`;
  return type === "em" ? html`<em>${words}</em>` : html`<del>${words}</del>`;
}

/** One below the page's own headings. */
function renderHeading({ depth, tokens }: Tokens.Heading): TemplateResult {
  const words = renderAll(tokens);
  switch (depth) {
    case 1:
      return html`<h3>${words}</h3>`;
    case 2:
      return html`<h4>${words}</h4>`;
    default:
      return html`<h5>${words}</h5>`;
  }
}

function renderList({ ordered, start, items }: Tokens.List): TemplateResult {
  const drawn = items.map((item) => html`<li>${renderAll(item.tokens)}</li>`);
  return ordered
    ? html`<ol start=${start === "" ? 1 : start}>
        ${drawn}
      </ol>`
    : html`<ul>
        ${drawn}
      </ul>`;
}

function renderTable({ header, rows }: Tokens.Table): TemplateResult {
  return html`<div class="table" tabindex="0" role="region">
    <table>
      <thead>
        <tr>
          ${header.map(({ tokens, align }) => html`<th data-align=${align ?? nothing}>${renderAll(tokens)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map(({ tokens, align }) => html`<td data-align=${align ?? nothing}>${renderAll(tokens)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** A link that leads nowhere says where it would. */
function renderLink(href: string, words: Drawn): Drawn {
  const target = toSafeLink(href);
  if (target === null) return [words, ` (${href})`];
  return html`<a href=${target} target="_blank" rel="noopener noreferrer">${words}</a>`;
}
