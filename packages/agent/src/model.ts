import type { PromptImage } from "@termwire/acp/agent";

/** A tool as a model sees it. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** A call the model asked for. */
export interface ModelToolCall {
  readonly callId: string;
  readonly name: string;
  readonly input: unknown;
}

/** A picture in a prompt. */
export type ModelImage = PromptImage;

/**
 * What a model wants to get back in place of what it said: its reasoning with the signature over it, the ids it gave.
 * Plain JSON that only the model named here reads; another one gets the words and calls.
 */
export interface ModelReplay {
  readonly model: string;
  readonly content: unknown;
}

/** One entry of a conversation, as a model reads it. */
export type ModelMessage =
  | { readonly role: "user"; readonly text: string; readonly images?: readonly ModelImage[] }
  | {
      readonly role: "assistant";
      readonly text: string;
      readonly calls: readonly ModelToolCall[];
      /** As its `finish` event gave it. Absent: there was none, as in an answer that was cut off. */
      readonly replay?: ModelReplay;
    }
  | { readonly role: "tool"; readonly callId: string; readonly text: string }
  /** What the harness tells the model, such as a job that ended. */
  | { readonly role: "notice"; readonly text: string };

/** Tokens of one answer; null where the provider does not say. */
export interface ModelUsage {
  /** All that was read, from a cache or not. */
  readonly inputTokens: number | null;
  /** All that was written, reasoning included. */
  readonly outputTokens: number | null;
  /** The part of the input that came from a cache. */
  readonly cachedInputTokens: number | null;
  /** The part of the output that was reasoning. */
  readonly reasoningTokens: number | null;
}

/** Why an answer ended, in ACP's words. An answer with tool calls is an `end_turn` that the calls continue. */
export type ModelStopReason = "end_turn" | "max_tokens" | "refusal";

/** What a model produces while it answers. */
export type ModelEvent =
  | { readonly type: "text"; readonly text: string }
  /** What it thinks: for the person. The model itself gets it back by the answer's `replay`. */
  | { readonly type: "thought"; readonly text: string }
  | { readonly type: "tool-call"; readonly name: string; readonly input: unknown }
  /** Nothing was said yet, and after `delayMs` it is asked again. `reason` is for the person. */
  | {
      readonly type: "retry";
      /** Of the attempt to come; the first retry is 2. */
      readonly attempt: number;
      readonly delayMs: number;
      readonly reason: string;
    }
  /** The last event. A model without it ended its turn. */
  | {
      readonly type: "finish";
      readonly stopReason: ModelStopReason;
      readonly usage: ModelUsage | null;
      readonly replay: ModelReplay | null;
    };

/** What a model is asked. */
export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  /** What holds for the whole conversation. Absent: nothing. */
  readonly system?: string;
  readonly signal: AbortSignal;
}

/** Something that answers a conversation with words and tool calls. */
export interface Model {
  readonly name: string;
  /** Whose its calls are: the person typed them, and is not asked about them, or a model thought of them. Absent: a model's. */
  readonly author?: "person" | "model";
  /** How much it can read and write in one answer. Absent or null: unknown, nothing is left out. */
  readonly windowTokens?: number | null;
  /** Whether `images` of a message reach it. Absent: no. */
  readonly acceptsImages?: boolean;
  /**
   * Streams one answer. An answer without tool calls ends the turn; all its calls come after its words, when it is
   * complete. Stops when `signal` aborts.
   *
   * @throws AgentError `model-failed` when there is no answer, or only the part of it that was streamed.
   */
  respond(request: ModelRequest): AsyncIterable<ModelEvent>;
}
