/** A piece of a scripted answer. */
export type ScriptedPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thought"; readonly text: string; readonly signature?: string }
  /** `input` as JSON, or as `raw` text, which may be none. */
  | {
      readonly type: "call";
      readonly name: string;
      readonly input?: unknown;
      readonly raw?: string;
    };

/** How a scripted answer ends; each dialect has its own word for it. */
export type ScriptedStop = "end" | "calls" | "length" | "refusal";

/** What goes wrong with a stream. `after` counts the chunks that arrive before. */
export type StreamFault =
  /** The connection is destroyed. */
  | { readonly kind: "cut"; readonly after: number }
  /** The response ends as if all were well. */
  | { readonly kind: "end"; readonly after: number }
  /** A chunk that is not JSON; the rest follows. */
  | { readonly kind: "malformed"; readonly after: number }
  /** The provider says within the stream that it failed; the rest does not follow. */
  | { readonly kind: "error"; readonly after: number }
  /** Nothing follows until the gate opens. */
  | { readonly kind: "wait"; readonly after: number; readonly gate: Gate };

/** What the server does with one request. */
export type ScriptedAnswer =
  | {
      readonly kind: "stream";
      readonly parts: readonly ScriptedPart[];
      /** Absent: `calls` when there is one, else `end`. */
      readonly stop?: ScriptedStop;
      readonly fault?: StreamFault;
    }
  | {
      readonly kind: "status";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** Absent: an error in the dialect's form. */
      readonly body?: string;
    }
  /** Takes the request and never answers. */
  | { readonly kind: "hang" };

/** Holds a stream until the test opens it. */
export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

/** Creates a closed gate. */
export function createGate(): Gate {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** A stream of words, thoughts and calls. */
export function stream(
  ...parts: readonly ScriptedPart[]
): Extract<ScriptedAnswer, { kind: "stream" }> {
  return { kind: "stream", parts };
}

/** Words. */
export const text = (value: string): ScriptedPart => ({ type: "text", text: value });

/** A call. */
export const call = (name: string, input: unknown): ScriptedPart => ({ type: "call", name, input });

/** What it thinks. */
export const thought = (value: string, signature = "signed"): ScriptedPart => ({
  type: "thought",
  text: value,
  signature,
});
