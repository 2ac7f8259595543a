import type { LanguageModelV3CallOptions } from "@ai-sdk/provider";
import { AgentError } from "../agent-error.ts";
import type { Model, ModelEvent, ModelRequest, ModelTool } from "../model.ts";
import { AnswerReader } from "./answer-reader.ts";
import { toEffortOptions } from "./effort-options.ts";
import { createSecretHider } from "./hide-secrets.ts";
import { loadLanguageModel, type LanguageModel } from "./load-language-model.ts";
import { markForCache } from "./mark-for-cache.ts";
import { toModelName, type ModelSettings } from "./provider-settings.ts";
import { readFailure, type ModelFailure } from "./read-failure.ts";
import { RETRY_POLICY, toRetryDelay, type RetryPolicy } from "./retry-policy.ts";
import { waitInSilence, waitUnlessAborted } from "./silence-limit.ts";
import { toPrompt } from "./to-prompt.ts";

/** How patient a model is. */
export interface AiSdkModelOptions {
  /** Absent: {@link RETRY_POLICY}. */
  readonly retry?: Partial<RetryPolicy>;
  /** How long a provider may send nothing. Absent: five minutes, which some think without a word. */
  readonly silenceMs?: number;
}

const SILENCE_MS = 5 * 60 * 1000;

/**
 * Creates a model of a provider. Nothing is loaded or connected before the first `respond`.
 *
 * An attempt that fails before anything was said is repeated as the policy says, and announced by a `retry` event;
 * after that `respond` throws, and what was streamed is all there is. No error holds a key, nor a part of the
 * conversation.
 */
export function createAiSdkModel(settings: ModelSettings, options: AiSdkModelOptions = {}): Model {
  const responder = new Responder(settings, {
    retry: { ...RETRY_POLICY, ...options.retry },
    silenceMs: options.silenceMs ?? SILENCE_MS,
  });
  return {
    name: toModelName(settings),
    author: "model",
    windowTokens: settings.windowTokens,
    acceptsImages: settings.acceptsImages,
    respond: (request) => responder.respond(request),
  };
}

interface Patience {
  readonly retry: RetryPolicy;
  readonly silenceMs: number;
}

class Responder {
  readonly #settings: ModelSettings;
  readonly #patience: Patience;
  readonly #hide: (text: string) => string;
  #loaded: Promise<LanguageModel> | null = null;

  constructor(settings: ModelSettings, patience: Patience) {
    this.#settings = settings;
    this.#patience = patience;
    this.#hide = createSecretHider(settings.provider);
  }

  async *respond(request: ModelRequest): AsyncGenerator<ModelEvent> {
    for (let attempt = 1; !request.signal.aborted; attempt++) {
      let isShown = false;
      try {
        for await (const event of this.#attempt(request)) {
          isShown = true;
          yield event;
        }
        return;
      } catch (error) {
        if (request.signal.aborted) return;
        const failure = this.#read(error);
        const delayMs = isShown
          ? null
          : toRetryDelay({ ...failure, attempt }, this.#patience.retry);
        if (delayMs === null) throw toAgentError(failure, isShown);
        yield { type: "retry", attempt: attempt + 1, delayMs, reason: failure.message };
        await waitUnlessAborted(delayMs, request.signal);
      }
    }
  }

  async *#attempt(request: ModelRequest): AsyncGenerator<ModelEvent> {
    const { silenceMs } = this.#patience;
    const over = new AbortController();
    const abortSignal = AbortSignal.any([request.signal, over.signal]);
    try {
      const model = await this.#load();
      const asked = Promise.resolve(model.doStream(this.#toCall(request, abortSignal)));
      const { stream } = await waitInSilence(asked, silenceMs);
      const reader = stream.getReader();
      const answer = new AnswerReader(toModelName(this.#settings));
      for (;;) {
        const { done, value } = await waitInSilence(reader.read(), silenceMs);
        if (done) break;
        const event = answer.take(value);
        if (event !== null) yield event;
      }
      yield* answer.complete();
    } finally {
      over.abort(); // whatever is left of the request, however this ended
    }
  }

  #toCall(request: ModelRequest, abortSignal: AbortSignal): LanguageModelV3CallOptions {
    const { provider, acceptsImages } = this.#settings;
    const prompt = toPrompt(request, { name: toModelName(this.#settings), acceptsImages });
    return {
      prompt: provider.kind === "anthropic" ? markForCache(prompt) : prompt,
      abortSignal,
      providerOptions: toEffortOptions(this.#settings),
      ...(request.tools.length > 0 && { tools: request.tools.map(toFunction) }),
    };
  }

  /** Loaded once; a load that failed is tried again the next time. */
  #load(): Promise<LanguageModel> {
    this.#loaded ??= loadLanguageModel(this.#settings).catch((error: unknown) => {
      this.#loaded = null;
      throw error;
    });
    return this.#loaded;
  }

  #read(error: unknown): ModelFailure {
    const { id: providerId, baseUrl } = this.#settings.provider;
    return readFailure(error, { providerId, baseUrl, hide: this.#hide, nowMs: Date.now() });
  }
}

function toFunction({ name, description, inputSchema }: ModelTool): {
  type: "function";
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
} {
  return { type: "function", name, description, inputSchema: { ...inputSchema } };
}

/** Without the SDK's error as its cause: that holds the whole request. */
function toAgentError(failure: ModelFailure, isShown: boolean): AgentError {
  const { message, status, retryAfterMs } = failure;
  const wait = retryAfterMs === null ? "" : ` (asks to wait ${Math.ceil(retryAfterMs / 1000)} s)`;
  const rest = isShown ? "; what came before is kept" : "";
  return new AgentError("model-failed", `${message}${wait}${rest}`, {
    status,
    retryAfterMs,
    isShown,
  });
}
