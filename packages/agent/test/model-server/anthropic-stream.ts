import { halves } from "./openai-stream.ts";
import type { ScriptedPart, ScriptedStop } from "./scripted-answer.ts";

const STOPS: Readonly<Record<ScriptedStop, string>> = {
  end: "end_turn",
  calls: "tool_use",
  length: "max_tokens",
  refusal: "refusal",
};

/** An answer as the events of an Anthropic messages stream. */
export function renderAnthropicStream(
  parts: readonly ScriptedPart[],
  stop: ScriptedStop,
): string[] {
  const usage = { input_tokens: 40, cache_read_input_tokens: 60, output_tokens: 1 };
  const message = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  return [
    event("message_start", { message }),
    ...parts.flatMap(renderBlock),
    event("message_delta", {
      delta: { stop_reason: STOPS[stop], stop_sequence: null },
      usage: { output_tokens: 20 },
    }),
    event("message_stop", {}),
  ];
}

/** An error within the stream. */
export const ANTHROPIC_STREAM_ERROR: string = event("error", {
  error: { type: "overloaded_error", message: "Overloaded" },
});

/** The body of an error status. */
export function renderAnthropicError(status: number): string {
  const error = { type: "scripted_error", message: `scripted status ${status}` };
  return JSON.stringify({ type: "error", error });
}

function renderBlock(part: ScriptedPart, index: number): string[] {
  const [block, deltas] = renderContent(part, index);
  return [
    event("content_block_start", { index, content_block: block }),
    ...deltas.map((delta) => event("content_block_delta", { index, delta })),
    event("content_block_stop", { index }),
  ];
}

function renderContent(part: ScriptedPart, index: number): [block: object, deltas: object[]] {
  switch (part.type) {
    case "text":
      return [
        { type: "text", text: "" },
        halves(part.text).map((piece) => ({ type: "text_delta", text: piece })),
      ];
    case "thought":
      return [
        { type: "thinking", thinking: "", signature: "" },
        [
          ...halves(part.text).map((piece) => ({ type: "thinking_delta", thinking: piece })),
          { type: "signature_delta", signature: part.signature ?? "signed" },
        ],
      ];
    case "call":
      return [
        { type: "tool_use", id: `toolu_${index}_${part.name}`, name: part.name, input: {} },
        halves(part.raw ?? JSON.stringify(part.input)).map((piece) => ({
          type: "input_json_delta",
          partial_json: piece,
        })),
      ];
  }
}

function event(type: string, value: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`;
}
