import type { TerminalSize } from "@termwire/terminal";
import type { ModelImage, ModelReplay, ModelToolCall } from "../model.ts";
import { isLoggedTerminal, isSizeOrNull, type LoggedTerminal } from "./logged-terminal.ts";

/** A piece of what the model said, in the order in which it came. */
export interface AnswerPart {
  readonly type: "text" | "thought";
  readonly text: string;
}

/** One thing that happened in a session. In their order they are the session: all else is derived from them. */
export type SessionEvent =
  | {
      readonly type: "prompt";
      readonly text: string;
      /** As the client knows the message; null where it does not. */
      readonly messageId: string | null;
      /** Absent: none. */
      readonly images?: readonly ModelImage[];
    }
  /** A command of the harness itself, such as `/jobs`, and what it said. No model is told of it. */
  | {
      readonly type: "command";
      readonly text: string;
      readonly messageId: string | null;
      readonly reply: string;
    }
  /** How full the model's context was after an answer. */
  | { readonly type: "usage"; readonly usedTokens: number; readonly windowTokens: number }
  /** Something the harness told the model. */
  | { readonly type: "notice"; readonly text: string }
  | {
      readonly type: "answer";
      readonly parts: readonly AnswerPart[];
      /** In the order in which they are run, one after another. */
      readonly calls: readonly ModelToolCall[];
      readonly replay: ModelReplay | null;
    }
  /** From here on the call may have had an effect. */
  | { readonly type: "call-started"; readonly callId: string }
  /** The same call again, outside of the sandbox and under an id of its own, if the person allows it. */
  | { readonly type: "call-retried"; readonly callId: string; readonly retryId: string }
  /** A call, or its retry, shows a command. */
  | {
      readonly type: "terminal-started";
      readonly callId: string;
      /** Absolute directory it runs in. */
      readonly cwd: string;
      readonly size: TerminalSize | null;
    }
  /**
   * The command that a call, or its retry, showed has ended: before the call's own end, or long after it where it ran on as a
   * job.
   */
  | {
      readonly type: "terminal-ended";
      readonly callId: string;
      readonly terminal: LoggedTerminal;
    }
  | {
      readonly type: "call-ended";
      readonly callId: string;
      /** Plain data, as the tool gave it. */
      readonly result: unknown;
      /** What the model got, where the result does not say it, as of a call that was not run. */
      readonly text: string | null;
    }
  /** A call that was not run and not shown; `text` is what the model got. */
  | { readonly type: "call-skipped"; readonly callId: string; readonly text: string }
  /** `failed` when the model could not answer. */
  | { readonly type: "turn-ended"; readonly stopReason: string }
  | { readonly type: "setting-changed"; readonly settingId: string; readonly choiceId: string }
  | { readonly type: "title-changed"; readonly title: string };

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isTextOrNull: Check = (value) => value === null || isText(value);

const isCount: Check = (value) => Number.isSafeInteger(value);

const isImage: Check = (value) =>
  isRecord(value) && isText(value["mimeType"]) && isText(value["data"]);

const isAnswerPart: Check = (value) =>
  isRecord(value) &&
  (value["type"] === "text" || value["type"] === "thought") &&
  isText(value["text"]);

const isCall: Check = (value) =>
  isRecord(value) && isText(value["callId"]) && isText(value["name"]);

/** Every member of every event and what it must be. */
const MEMBERS: Readonly<Record<SessionEvent["type"], Readonly<Record<string, Check>>>> = {
  prompt: {
    text: isText,
    messageId: isTextOrNull,
    images: (value) => value === undefined || (Array.isArray(value) && value.every(isImage)),
  },
  command: { text: isText, messageId: isTextOrNull, reply: isText },
  usage: { usedTokens: isCount, windowTokens: isCount },
  notice: { text: isText },
  answer: {
    parts: (value) => Array.isArray(value) && value.every(isAnswerPart),
    calls: (value) => Array.isArray(value) && value.every(isCall),
    replay: (value) => value === null || (isRecord(value) && isText(value["model"])),
  },
  "call-started": { callId: isText },
  "call-retried": { callId: isText, retryId: isText },
  "terminal-started": { callId: isText, cwd: isText, size: isSizeOrNull },
  "terminal-ended": { callId: isText, terminal: isLoggedTerminal },
  "call-ended": {
    callId: isText,
    result: (value) => value !== undefined,
    text: isTextOrNull,
  },
  "call-skipped": { callId: isText, text: isText },
  "turn-ended": { stopReason: isText },
  "setting-changed": { settingId: isText, choiceId: isText },
  "title-changed": { title: isText },
};

/** Checks an event that was stored and read again; null for what is none, such as one of a later version. */
export function parseSessionEvent(value: unknown): SessionEvent | null {
  if (!isRecord(value) || !isEventType(value["type"])) return null;
  const members = Object.entries(MEMBERS[value["type"]]);
  // Every member was checked against the table above.
  return members.every(([name, check]) => check(value[name])) ? (value as SessionEvent) : null; // checked just so
}

function isEventType(type: unknown): type is SessionEvent["type"] {
  return typeof type === "string" && Object.hasOwn(MEMBERS, type);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
