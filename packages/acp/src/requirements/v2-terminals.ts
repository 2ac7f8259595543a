import type { Requirement } from "./requirement.ts";

const SCHEMA = "schema/v2/schema.json";

/** What the draft of ACP v2 asks around terminals that the agent owns. */
export const V2_TERMINALS: readonly Requirement[] = [
  {
    id: "D2-V1",
    level: "MUST",
    side: "agent",
    source: `${SCHEMA}#SessionUpdate`,
    sentence:
      "Speaks of tool calls and terminals as version 2 does, by no method, update or key of version 1.",
  },
  {
    id: "D2-ANNOUNCED",
    level: "MUST",
    side: "agent",
    source: `${SCHEMA}#TerminalUpdate`,
    sentence: "Creates every terminal it speaks of by a terminal_update before its work ends.",
  },
  {
    id: "D2-CWD",
    level: "MUST",
    side: "agent",
    source: `${SCHEMA}#TerminalUpdate`,
    sentence: "Gives an absolute directory, when it gives one.",
  },
  {
    id: "D2-SIZE",
    level: "MUST",
    side: "agent",
    source: `${SCHEMA}#TerminalSize`,
    sentence: "Gives the size in whole cells from 1 up, when it gives one.",
  },
  {
    id: "D2-BASE64",
    level: "MUST",
    side: "agent",
    source: `${SCHEMA}#TerminalOutputChunk`,
    sentence: "Encodes the bytes of every chunk and snapshot as base64 of its own.",
  },
  {
    id: "D2-EXIT",
    level: "MUST",
    side: "agent",
    source: `${SCHEMA}#TerminalExitStatus`,
    sentence:
      "Gives the exit status as an object with a whole number and a name, as far as they are known.",
  },
  {
    id: "D2-LATE",
    level: "SHOULD",
    side: "agent",
    source: `${SCHEMA}#TerminalOutputChunk`,
    sentence: "Sends no output after the exit.",
  },
  {
    id: "D2-BACKGROUND",
    level: "MUST",
    side: "agent",
    source: `${SCHEMA}#BackgroundTerminal`,
    sentence: "Announces a terminal before it lists it as background work.",
  },
  {
    id: "D2-RUNS",
    level: "SHOULD",
    side: "agent",
    source: `${SCHEMA}#StateUpdate`,
    sentence:
      "Reports the exit of every terminal that is not background work when it becomes idle.",
  },
  {
    id: "D2-IDLE",
    level: "SHOULD",
    side: "agent",
    source: `${SCHEMA}#StateUpdate`,
    sentence: "Says why its work stopped when it becomes idle.",
  },
  {
    id: "D2-CANCEL",
    level: "MUST",
    side: "client",
    source: `${SCHEMA}#CancelTerminalRequest`,
    sentence: "Cancels only a terminal that offers to be cancelled.",
  },
];
