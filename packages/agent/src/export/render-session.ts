import { toFencedBlock } from "@termwire/acp/agent";
import { readViewCommand, type CallView } from "@termwire/tools";
import type { ModelToolCall } from "../model.ts";
import { INTERRUPTED, renderLoggedResult } from "../session/rebuild-messages.ts";
import type { AnswerPart, SessionEvent } from "../session/session-event.ts";
import type { ToolLookup } from "../session/session-tools.ts";

/** A session to be read without this program. */
export interface RenderedSession {
  readonly events: readonly SessionEvent[];
  readonly tools: ToolLookup;
  /** Null for one without. */
  readonly title: string | null;
}

/**
 * A session as Markdown: what the person said, what was answered, and every call with what came of it. Whatever a command
 * printed stays inside its block. Pure, and total.
 */
export function renderSession({ events, tools, title }: RenderedSession): string {
  const renderer = new SessionRenderer(events, tools);
  const parts = [`# ${title ?? "Session"}`, ...events.flatMap((event) => renderer.render(event))];
  return `${parts.join("\n\n")}\n`;
}

class SessionRenderer {
  readonly #tools: ToolLookup;
  readonly #calls = new Map<string, ModelToolCall>();
  /** What the model got, by the id of the call or of its retry. */
  readonly #results = new Map<string, string>();

  constructor(events: readonly SessionEvent[], tools: ToolLookup) {
    this.#tools = tools;
    for (const event of events) this.#note(event);
  }

  render(event: SessionEvent): readonly string[] {
    switch (event.type) {
      case "prompt":
        return ["## Prompt", toQuote(event.text), ...toImageNote(event.images ?? [])];
      case "answer":
        return event.parts.map(renderPart);
      case "call-started":
        return this.#renderCall(event.callId, event.callId);
      case "call-retried":
        return this.#renderCall(event.callId, event.retryId);
      case "call-skipped":
        return [`_${event.text}_`];
      case "command":
        return ["## Command", toQuote(event.text), event.reply];
      case "turn-ended":
        return event.stopReason === "end_turn" ? [] : [`_The turn ended: ${event.stopReason}._`];
      case "setting-changed":
        return [`_${event.settingId}: ${event.choiceId}_`];
      default:
        return [];
    }
  }

  #note(event: SessionEvent): void {
    if (event.type === "answer") {
      for (const call of event.calls) this.#calls.set(call.callId, call);
    }
    if (event.type === "call-retried") {
      const call = this.#calls.get(event.callId);
      if (call !== undefined) this.#calls.set(event.retryId, call);
    }
    if (event.type !== "call-ended") return;
    const call = this.#calls.get(event.callId);
    const tool = call === undefined ? undefined : this.#tools.get(call.name);
    this.#results.set(
      event.callId,
      event.text ?? renderLoggedResult(tool, call?.input, event.result),
    );
  }

  #renderCall(callId: string, resultId: string): readonly string[] {
    const call = this.#calls.get(callId);
    if (call === undefined) return [];
    const { title, block } = this.#renderView(call);
    const result = this.#results.get(resultId) ?? INTERRUPTED;
    return [
      `### ${title}`,
      ...(block === null ? [] : [block]),
      ...(result === "" ? [] : [toFencedBlock(result, "text")]),
    ];
  }

  #renderView({ name, input }: ModelToolCall): { title: string; block: string | null } {
    const view = this.#present(name, input);
    if (view === null) {
      return { title: name, block: toFencedBlock(JSON.stringify(input, null, 2) ?? "", "json") };
    }
    const command = readViewCommand(view);
    if (command !== null) return { title: name, block: toFencedBlock(command.line, "sh") };
    const title = view.title.replaceAll(/\s+/gu, " ");
    return { title, block: renderChange(view) };
  }

  #present(name: string, input: unknown): CallView | null {
    try {
      return this.#tools.get(name)?.prepare(input).view ?? null;
    } catch {
      return null; // arguments its tool refuses
    }
  }
}

function renderChange(view: CallView): string | null {
  if (view.card === "plan") {
    const marks = { pending: " ", in_progress: " ", completed: "x" } as const;
    return view.steps.map(({ text, state }) => `- [${marks[state]}] ${text}`).join("\n");
  }
  if (view.card !== "diff") return null;
  const blocks = view.diffs.map(({ oldText, newText }) => {
    const old = toDiffLines(oldText ?? "", "-");
    return toFencedBlock([...old, ...toDiffLines(newText, "+")].join("\n"), "diff");
  });
  return blocks.join("\n\n");
}

function toDiffLines(text: string, sign: string): string[] {
  return text === ""
    ? []
    : text
        .replace(/\n$/u, "")
        .split("\n")
        .map((line) => `${sign}${line}`);
}

function renderPart({ type, text }: AnswerPart): string {
  return type === "text" ? text.trim() : toQuote(`Thought: ${text.trim()}`);
}

function toQuote(text: string): string {
  return text
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

function toImageNote(images: readonly { readonly mimeType: string }[]): readonly string[] {
  return images.map(({ mimeType }) => `> [${mimeType}]`);
}
