import type { ScriptedPart, ScriptedStop } from "./scripted-answer.ts";

const STOPS: Readonly<Record<ScriptedStop, string>> = {
  end: "stop",
  calls: "tool_calls",
  length: "length",
  refusal: "content_filter",
};

/** An answer as the chunks of an OpenAI-compatible stream, words and arguments in two pieces each. */
export function renderOpenAiStream(parts: readonly ScriptedPart[], stop: ScriptedStop): string[] {
  let calls = 0;
  const deltas = parts.flatMap((part) =>
    part.type === "call" ? renderCall(part, calls++) : renderWords(part),
  );
  const usage = {
    prompt_tokens: 100,
    completion_tokens: 20,
    total_tokens: 120,
    prompt_tokens_details: { cached_tokens: 60 },
    prompt_cache_hit_tokens: 60, // DeepSeek's word
    completion_tokens_details: { reasoning_tokens: 5 },
  };
  return [
    chunk({ role: "assistant", content: "" }),
    ...deltas.map((delta) => chunk(delta)),
    chunk({}, STOPS[stop]),
    data({ id: "c1", created: 1, model: "m", choices: [], usage }),
    "data: [DONE]\n\n",
  ];
}

/** An error within the stream. */
export const OPENAI_STREAM_ERROR: string = data({
  error: { message: "The server had an error", type: "server_error" },
});

/** The body of an error status. */
export function renderOpenAiError(status: number): string {
  return JSON.stringify({ error: { message: `scripted status ${status}`, type: "scripted" } });
}

function renderWords(part: Exclude<ScriptedPart, { type: "call" }>): object[] {
  const key = part.type === "text" ? "content" : "reasoning_content";
  return halves(part.text).map((piece) => ({ [key]: piece }));
}

function renderCall(part: Extract<ScriptedPart, { type: "call" }>, index: number): object[] {
  const [first = "", ...rest] = halves(part.raw ?? JSON.stringify(part.input));
  const start = {
    index,
    id: `call_${index}_${part.name}`,
    type: "function",
    function: { name: part.name, arguments: first },
  };
  return [
    { tool_calls: [start] },
    ...rest.map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ];
}

function chunk(delta: object, finishReason: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finishReason }];
  return data({ id: "c1", object: "chat.completion.chunk", created: 1, model: "m", choices });
}

function data(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

/** In two pieces, so that what is put together is tested; never inside a surrogate pair. */
export function halves(value: string): string[] {
  const characters = Array.from(value);
  const middle = Math.ceil(characters.length / 2);
  return [characters.slice(0, middle), characters.slice(middle)]
    .map((piece) => piece.join(""))
    .filter((piece) => piece !== "");
}
