import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { ContentPart } from "../conversation/content-part.ts";
import { isOpenCall, type ToolCall } from "../conversation/tool-call.ts";
import { renderMarkdown } from "../markdown/render-markdown.ts";
import type { ShownTerminal } from "../store/session-view.ts";
import type { PageText } from "../text/page-text.ts";
import { findCallIcon, ICONS } from "./icons.ts";
import { toLine } from "./to-line.ts";

/** A call as what it is: the cards of its commands, its changes, or a line that opens. */
export function renderCall(
  call: ToolCall,
  terminals: readonly ShownTerminal[],
  text: PageText,
): TemplateResult | typeof nothing {
  if (terminals.length > 0) {
    return html`<div class="stack">${terminals.map(({ card }) => card.element)}</div>`;
  }
  if (saysNothing(call)) return nothing;
  if (call.diffs.length === 0) return renderLine(call, text);
  return html`<div class="call stack">
    ${renderLine({ ...call, content: [] }, text)}
    ${call.diffs.map((diff) => html`<diff-view .diff=${diff} .text=${text}></diff-view>`)}
  </div>`;
}

/** One that nobody announced, told of in passing: there is nothing to draw. */
function saysNothing({ title, content, diffs, error }: ToolCall): boolean {
  return title === "" && content.length === 0 && diffs.length === 0 && error === null;
}

/** A call that waits for a person's answer, who sees all of it in the question. */
export function renderAskedCall({ kind, title }: ToolCall, text: PageText): TemplateResult {
  return html`<div class="call">
    <div class="line">
      ${findCallIcon(kind)}<span class="name mono">${toLine(title)}</span>
      <span class="state asked">${text.asking}</span>
    </div>
  </div>`;
}

/** One line, which opens where there is more to see. */
function renderLine(call: ToolCall, text: PageText): TemplateResult {
  const { content, locations, error, status } = call;
  const hasMore = content.length > 0 || locations.length > 1 || error !== null;
  if (!hasMore) {
    return html`<div class="call"><div class="line">${renderHead(call, text)}</div></div>`;
  }
  return html`<details class="call" ?open=${status === "failed"}>
    <summary>${ICONS.chevron}${renderHead(call, text)}</summary>
    <div class="body">
      ${
        locations.length > 1
          ? html`<ul class="places mono">
              ${locations.map((place) => html`<li>${toPlace(place)}</li>`)}
            </ul>`
          : nothing
      }
      ${content.map(renderPart)}
      ${error === null || content.length > 0 ? nothing : html`<p class="stop failed">${error}</p>`}
    </div>
  </details>`;
}

function renderHead(call: ToolCall, text: PageText): TemplateResult {
  const { kind, title, status, locations } = call;
  const name = title === "" ? (text.kinds[kind] ?? text.kinds["other"] ?? kind) : title;
  const [first] = locations;
  const place = first === undefined ? "" : toPlace(first);
  return html`${findCallIcon(kind)}
    <span class="hidden">${text.kinds[kind] ?? nothing}</span>
    <span class="name" title=${place === "" ? nothing : place}>${toLine(name)}</span>
    ${
      status === "completed"
        ? html`<span class="hidden">${text.callStates.completed}</span>`
        : html`<span class="state ${status}">${text.callStates[status]}</span>`
    }
    ${isOpenCall(call) ? html`<span class="pulse"></span>` : nothing}`;
}

function toPlace({ path, line }: ToolCall["locations"][number]): string {
  return toLine(line === null ? path : `${path}:${line}`);
}

function renderPart(part: ContentPart): unknown {
  switch (part.type) {
    case "text":
      return html`<div class="markdown" tabindex="0">
        ${guard([part.text], () => renderMarkdown(part.text))}
      </div>`;
    case "image":
      return html`<img src="data:${part.mimeType};base64,${part.data}" alt="" />`;
    case "link":
      return html`<span class="chip">${toLine(part.name)}</span>`;
  }
}
