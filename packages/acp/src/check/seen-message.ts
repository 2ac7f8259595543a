import type { UpdateFields } from "../dialects/terminal-decoder.ts";

/** One message with what its connection tells of it. */
export interface SeenMessage {
  readonly direction: "a2c" | "c2a";
  /** Of a request or a notification; of an answer, the request's. Empty for an answer to nothing that was asked. */
  readonly method: string;
  readonly isAnswer: boolean;
  readonly id: unknown;
  /** Of an answer, the request's. */
  readonly params: UpdateFields;
  /** Of an answer; null for an error. */
  readonly result: UpdateFields | null;
  readonly error: UpdateFields;
  /** The session it belongs to; empty for none. */
  readonly sessionId: string;
  /** The members of a `session/update`. */
  readonly update: UpdateFields;
}

/** Judges a connection by some of the requirements. */
export interface Rules {
  take(message: SeenMessage): void;
  /** Nothing more will come. */
  end(): void;
}

/** What the two sides have agreed on so far. */
export interface ConnectionFacts {
  /** Of the answer to `initialize`; 0 before it. */
  readonly version: number;
  /** The client's, as it said them. */
  readonly capabilities: UpdateFields;
  /** Sessions that were opened. */
  readonly sessions: ReadonlySet<string>;
  /** The recording begins with the connection. */
  readonly isWhole: boolean;
}
