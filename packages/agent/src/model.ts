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

/** One entry of a conversation, as a model reads it. */
export type ModelMessage =
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "assistant"; readonly text: string; readonly calls: readonly ModelToolCall[] }
  | { readonly role: "tool"; readonly callId: string; readonly text: string };

/** What a model produces while it answers. */
export type ModelEvent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool-call"; readonly name: string; readonly input: unknown };

/** What a model is asked. */
export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  readonly signal: AbortSignal;
}

/** Something that answers a conversation with words and tool calls. */
export interface Model {
  readonly name: string;
  /** Streams one answer. An answer without tool calls ends the turn. Stops when `signal` aborts. */
  respond(request: ModelRequest): AsyncIterable<ModelEvent>;
}
