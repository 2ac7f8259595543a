import type { ModelEvent, ModelRequest } from "../../src/model.ts";
import type {
  ModelSettings,
  ProviderKind,
  ProviderSettings,
} from "../../src/models/provider-settings.ts";
import type { ModelServer } from "./start-model-server.ts";

/** A key that must appear nowhere but in its header. */
export const KEY = "sk-test-0123456789abcdef";

/** Settings of a model behind the scripted server. */
export function createSettings(
  kind: ProviderKind,
  server: Pick<ModelServer, "openAiUrl" | "anthropicUrl">,
  provider: Partial<ProviderSettings> = {},
  model: Partial<ModelSettings> = {},
): ModelSettings {
  return {
    provider: {
      id: "scripted",
      kind,
      baseUrl: kind === "anthropic" ? server.anthropicUrl : server.openAiUrl,
      apiKey: KEY,
      headers: {},
      ...provider,
    },
    modelId: "test-model",
    effort: "default",
    windowTokens: null,
    acceptsImages: false,
    ...model,
  };
}

/** A conversation of one prompt. */
export function ask(
  text: string,
  signal: AbortSignal = new AbortController().signal,
): ModelRequest {
  return { messages: [{ role: "user", text }], tools: [], signal };
}

/** All events of an answer. */
export async function collect(answer: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of answer) events.push(event);
  return events;
}

/** What was said, or thought, put together. */
export function toWords(events: readonly ModelEvent[], type: "text" | "thought"): string {
  return events.map((event) => (event.type === type ? event.text : "")).join("");
}

/** Resolves when `holds` does; rejects when it does not in time. */
export async function until(what: string, holds: () => boolean): Promise<void> {
  const endMs = Date.now() + 45_000;
  while (!holds()) {
    if (Date.now() > endMs) throw new Error(`not in time: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
