import type { ToolOutcome } from "@termwire/tools";
import type { CallEnd } from "../../dialects/terminal-encoder.ts";
import type { ShownCompletion } from "../tool-call-bridge.ts";
import type { CallResult } from "./call-card.ts";
import { toMarkdown } from "./to-markdown.ts";

/** How a command that goes on after its call ends. */
export function toTerminalEnd({ ending, durationMs, sandboxDenial }: ShownCompletion): CallEnd {
  const end = {
    exitCode: ending.kind === "exited" ? ending.code : null,
    signal: ending.kind === "signaled" ? ending.signal : null,
    cause: ending.cause,
    durationMs,
    sandboxDenial,
  };
  return { kind: "terminal", end, failed: false, output: "" };
}

/** How a call ends; `completion` is its command's, where one was seen. */
export function toCallEnd(
  { outcome, cause }: CallResult,
  completion: ShownCompletion | null,
): CallEnd {
  const { view, failed } = outcome;
  // A command whose result is no terminal never ran: the result says why.
  if (view.card !== "terminal") {
    return { kind: "failure", text: toShownText(outcome), reason: outcome.text, cause };
  }
  return {
    kind: "terminal",
    end: {
      exitCode: view.exitCode ?? null,
      signal: view.signal ?? null,
      cause: view.cause ?? "exit",
      durationMs: view.durationMs ?? null,
      sandboxDenial: completion?.sandboxDenial ?? null,
    },
    failed,
    output: view.output ?? "",
  };
}

/** What the result says, as Markdown. */
export function toShownText({ view, text }: ToolOutcome): string {
  const parts = view.card === "generic" ? (view.content ?? []) : [];
  const shown = parts.map(toMarkdown).join("\n\n");
  return shown === "" ? text : shown;
}
