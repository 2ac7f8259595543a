import {
  html,
  type nothing,
  type CSSResultGroup,
  type PropertyDeclarations,
  type TemplateResult,
} from "lit";
import { guard } from "lit/directives/guard.js";
import { toPlainText, type ContentPart } from "../conversation/content-part.ts";
import type { Entry, TurnStop } from "../conversation/conversation.ts";
import type { PlanStep } from "../conversation/plan-step.ts";
import { renderMarkdown } from "../markdown/render-markdown.ts";
import { toSafeLink } from "../markdown/safe-link.ts";
import type { ShownTerminal } from "../store/session-view.ts";
import type { PageText } from "../text/page-text.ts";
import { ENTRY_STYLES } from "./entry-styles.ts";
import { ICONS } from "./icons.ts";
import { MARKDOWN_STYLES } from "./markdown-styles.ts";
import { PageView } from "./page-view.ts";
import { renderAskedCall, renderCall } from "./render-call.ts";
import { toLine } from "./to-line.ts";

/** One thing in a conversation. Drawn anew only when it, or a terminal it shows, changed. */
export class ConversationEntry extends PageView {
  static override properties: PropertyDeclarations = {
    entry: { attribute: false },
    terminals: { attribute: false, hasChanged: differ },
    isAsked: { attribute: false },
  };
  static override styles: CSSResultGroup = [MARKDOWN_STYLES, ENTRY_STYLES];

  declare entry: Entry;
  /** Those that the entry's call shows. */
  declare terminals: readonly ShownTerminal[];
  /** A person is asked about the entry's call: nothing of it runs yet. */
  declare isAsked: boolean;

  constructor() {
    super();
    this.terminals = [];
    this.isAsked = false;
  }

  protected override updated(): void {
    for (const { card } of this.terminals) card.speak(this.text.tag);
  }

  override render(): TemplateResult | typeof nothing {
    const { entry, text } = this;
    switch (entry.kind) {
      case "message":
        return this.#message(entry);
      case "call":
        return this.isAsked
          ? renderAskedCall(entry.call, text)
          : renderCall(entry.call, this.terminals, text);
      case "plan":
        return renderPlan(entry.steps, text);
      case "stop":
        return renderStop(entry.stop, text);
    }
  }

  #message({ speaker, parts }: Extract<Entry, { kind: "message" }>): TemplateResult {
    const { text } = this;
    switch (speaker) {
      case "user":
        return html`<div class="user">
          <span class="hidden">${text.you}: </span>
          ${parts.map((part) => renderUserPart(part))}
        </div>`;
      case "thought":
        return html`<details class="thought">
          <summary>
            ${ICONS.chevron}${text.thought}<span class="glimpse">${glimpse(parts)}</span>
          </summary>
          <div class="markdown">${parts.map(renderPart)}</div>
        </details>`;
      case "agent":
        return html`<div class="markdown agent">${parts.map(renderPart)}</div>`;
    }
  }
}

function differ(
  next: readonly ShownTerminal[],
  before: readonly ShownTerminal[] | undefined,
): boolean {
  return next.length !== before?.length || next.some((shown, index) => shown !== before[index]);
}

/** The beginning of a thought, on the line that opens it. */
function glimpse(parts: readonly ContentPart[]): string {
  return (
    toPlainText(parts)
      .trim()
      .split("\n")[0]
      ?.replaceAll(/[*_`#]/gu, "") ?? ""
  );
}

/** Agents speak markdown. */
function renderPart(part: ContentPart): unknown {
  return part.type === "text"
    ? guard([part.text], () => renderMarkdown(part.text))
    : renderOther(part);
}

/** A person's words are shown as they were written. */
function renderUserPart(part: ContentPart): unknown {
  return part.type === "text" ? html`<p class="words">${part.text}</p>` : renderOther(part);
}

function renderOther(part: Exclude<ContentPart, { type: "text" }>): TemplateResult {
  if (part.type === "image") {
    return html`<img src="data:${part.mimeType};base64,${part.data}" alt="" />`;
  }
  const target = toSafeLink(part.uri);
  const name = toLine(part.name);
  if (target === null) {
    return html`<span class="chip" title=${toLine(part.uri)}>${name}</span>`;
  }
  return html`<a class="chip" href=${target} target="_blank" rel="noopener noreferrer">${name}</a>`;
}

const STEP_ICONS = {
  pending: ICONS.step,
  in_progress: ICONS.stepNow,
  completed: ICONS.stepDone,
} as const;

function renderPlan(steps: readonly PlanStep[], text: PageText): TemplateResult {
  const done = steps.filter(({ status }) => status === "completed").length;
  return html`<section class="plan" aria-label=${text.plan}>
    <header>${text.plan}<span class="soft">${text.planProgress(done, steps.length)}</span></header>
    <ol>
      ${steps.map(
        ({ text: words, status }) =>
          html`<li class=${status}>
            ${STEP_ICONS[status]}<span class="hidden">${text.stepStates[status]}: </span>
            <span>${toLine(words)}</span>
          </li>`,
      )}
    </ol>
  </section>`;
}

function renderStop({ reason, error }: TurnStop, text: PageText): TemplateResult {
  if (error !== null) {
    return html`<p class="stop failed" role="alert">${ICONS.warning}${text.failedWith(error)}</p>`;
  }
  return html`<p class="stop">${text.stops[reason] ?? text.stoppedFor(reason)}</p>`;
}
