import type { Requirement } from "./requirement.ts";

const PAGE = "https://agentclientprotocol.com/protocol/v1/terminals";
const SCHEMA = "schema/v1/schema.json";

/** What ACP v1 asks of an agent that has its client run commands. */
export const V1_AGENT_TERMINALS: readonly Requirement[] = [
  {
    id: "A1-CAP",
    level: "MUST",
    side: "agent",
    source: `${PAGE}#checking-support`,
    sentence: "Calls no terminal method of a client that did not say terminal: true.",
  },
  {
    id: "A1-CREATE",
    level: "MUST",
    side: "agent",
    source: `${SCHEMA}#CreateTerminalRequest`,
    sentence:
      "Names the command as a string, its arguments as strings and its environment as names and values.",
  },
  {
    id: "A1-CREATE-CWD",
    level: "MUST",
    side: "agent",
    source: `${PAGE}#executing-commands`,
    sentence: "Gives an absolute directory, when it gives one.",
  },
  {
    id: "A1-CREATE-LIMIT",
    level: "MUST",
    side: "agent",
    source: `${SCHEMA}#CreateTerminalRequest`,
    sentence: "Gives outputByteLimit as a whole number from 0 up, when it gives one.",
  },
  {
    id: "A1-SESSION",
    level: "MUST",
    side: "agent",
    source: `${SCHEMA}#CreateTerminalRequest`,
    sentence: "Names a session that was opened in every terminal request.",
  },
  {
    id: "A1-KNOWN",
    level: "MUST",
    side: "agent",
    source: `${SCHEMA}#TerminalOutputRequest`,
    sentence: "Asks only for terminals that the client created for this session.",
  },
  {
    id: "A1-RELEASED",
    level: "MUST",
    side: "agent",
    source: `${PAGE}#releasing-terminals`,
    sentence: "Uses no terminal after its release.",
  },
  {
    id: "A1-RELEASE",
    level: "MUST",
    side: "agent",
    source: `${PAGE}#executing-commands`,
    sentence: "Releases every terminal it created once it is no longer needed.",
  },
  {
    id: "A1-EMBED",
    level: "SHOULD",
    side: "agent",
    source: `${PAGE}#embedding-in-tool-calls`,
    sentence: "Shows a terminal it created in a tool call.",
  },
];
