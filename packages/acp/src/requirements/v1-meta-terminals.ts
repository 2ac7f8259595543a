import type { Requirement } from "./requirement.ts";

const PAGE = "https://github.com/zed-industries/zed/blob/main/crates/agent_servers/src/acp.rs";

/** What the convention of display terminals in `_meta` asks, as its first client reads it. */
export const V1_META_TERMINALS: readonly Requirement[] = [
  {
    id: "M1-CAP",
    level: "MUST",
    side: "agent",
    source: `${PAGE}#terminal_output`,
    sentence: "Sends no terminal key in _meta to a client that did not ask for one.",
  },
  {
    id: "M1-KEY",
    level: "MUST",
    side: "agent",
    source: `${PAGE}#terminal_output`,
    sentence: "Sends output under a key that the client asked for.",
  },
  {
    id: "M1-IDS",
    level: "MUST",
    side: "agent",
    source: `${PAGE}#terminal_info`,
    sentence: "Names the terminal by a string in every terminal key.",
  },
  {
    id: "M1-INFO-CALL",
    level: "MUST",
    side: "agent",
    source: `${PAGE}#terminal_info`,
    sentence: "Announces a terminal in a tool_call, where alone it is read.",
  },
  {
    id: "M1-INFO-FIRST",
    level: "SHOULD",
    side: "agent",
    source: `${PAGE}#terminal_info`,
    sentence: "Announces a terminal before it sends output or the exit of it.",
  },
  {
    id: "M1-INFO-ONCE",
    level: "MUST",
    side: "agent",
    source: `${PAGE}#terminal_info`,
    sentence: "Announces a terminal once, because a second time can wipe its output.",
  },
  {
    id: "M1-INFO-CWD",
    level: "SHOULD",
    side: "agent",
    source: `${PAGE}#terminal_info`,
    sentence: "Tells the absolute directory of a terminal.",
  },
  {
    id: "M1-OUTPUT-UPDATE",
    level: "MUST",
    side: "agent",
    source: `${PAGE}#terminal_output`,
    sentence: "Sends output and exit in a tool_call_update, where alone they are read.",
  },
  {
    id: "M1-OUTPUT-DATA",
    level: "MUST",
    side: "agent",
    source: `${PAGE}#terminal_output`,
    sentence: "Sends output as a string.",
  },
  {
    id: "M1-OUTPUT-LATE",
    level: "SHOULD",
    side: "agent",
    source: `${PAGE}#terminal_exit`,
    sentence: "Sends no output after the exit.",
  },
  {
    id: "M1-EXIT",
    level: "SHOULD",
    side: "agent",
    source: `${PAGE}#terminal_exit`,
    sentence: "Sends the exit of every terminal that does not run on before its turn ends.",
  },
  {
    id: "M1-EXIT-ONCE",
    level: "MUST",
    side: "agent",
    source: `${PAGE}#terminal_exit`,
    sentence: "Sends one exit for a terminal, because the first one stays.",
  },
  {
    id: "M1-EXIT-CODE",
    level: "MUST",
    side: "agent",
    source: `${PAGE}#terminal_exit`,
    sentence:
      "Sends the exit code as a whole number from 0 up or null, and the signal as a name or null.",
  },
  {
    id: "M1-EXIT-FAILED",
    level: "SHOULD",
    side: "agent",
    source: `${PAGE}#terminal_exit`,
    sentence:
      "Reports a call whose command did not exit with 0 as failed, which alone is sure to be seen.",
  },
];
