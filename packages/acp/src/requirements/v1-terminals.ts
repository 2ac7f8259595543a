import type { Requirement } from "./requirement.ts";

const PAGE = "https://agentclientprotocol.com/protocol/v1/terminals";
const SCHEMA = "schema/v1/schema.json";

/** What ACP v1 asks of a client that runs commands for agents. */
export const V1_CLIENT_TERMINALS: readonly Requirement[] = [
  {
    id: "T1-CAP",
    level: "MUST",
    side: "client",
    source: `${PAGE}#checking-support`,
    sentence:
      "Offers all five terminal methods when it says terminal: true, and none when it does not.",
  },
  {
    id: "T1-CREATE-ID",
    level: "MUST",
    side: "client",
    source: `${PAGE}#executing-commands`,
    sentence: "Answers terminal/create with an id at once, without waiting for the command.",
  },
  {
    id: "T1-CREATE-ARGS",
    level: "MUST",
    side: "client",
    source: `${PAGE}#executing-commands`,
    sentence: "Runs the command with its arguments as they are.",
  },
  {
    id: "T1-CREATE-ENV",
    level: "MUST",
    side: "client",
    source: `${PAGE}#executing-commands`,
    sentence: "Adds the variables of env to the command's environment.",
  },
  {
    id: "T1-CREATE-CWD",
    level: "MUST",
    side: "client",
    source: `${PAGE}#executing-commands`,
    sentence: "Runs the command in cwd when it is given; it is absolute.",
  },
  {
    id: "T1-LIMIT",
    level: "MUST",
    side: "client",
    source: `${SCHEMA}#CreateTerminalRequest`,
    sentence: "Keeps at most outputByteLimit bytes of output, dropping from the beginning.",
  },
  {
    id: "T1-LIMIT-CHAR",
    level: "MUST",
    side: "client",
    source: `${SCHEMA}#CreateTerminalRequest`,
    sentence: "Cuts kept output at a character boundary, even if less than the limit is left.",
  },
  {
    id: "T1-OUTPUT",
    level: "MUST",
    side: "client",
    source: `${PAGE}#getting-output`,
    sentence: "Answers terminal/output with the output so far, without waiting for the command.",
  },
  {
    id: "T1-OUTPUT-TRUNCATED",
    level: "MUST",
    side: "client",
    source: `${SCHEMA}#TerminalOutputResponse`,
    sentence: "Says truncated exactly when output was dropped.",
  },
  {
    id: "T1-OUTPUT-EXIT",
    level: "MUST",
    side: "client",
    source: `${PAGE}#getting-output`,
    sentence: "Gives exitStatus with the output only once the command has exited.",
  },
  {
    id: "T1-WAIT",
    level: "MUST",
    side: "client",
    source: `${PAGE}#waiting-for-exit`,
    sentence:
      "Answers terminal/wait_for_exit when the command has ended, with its exit code or its signal.",
  },
  {
    id: "T1-WAIT-CODE",
    level: "MUST",
    side: "client",
    source: `${SCHEMA}#WaitForTerminalExitResponse`,
    sentence:
      "Reports an exit code as an unsigned integer, null for a command that a signal ended, and the signal then.",
  },
  {
    id: "T1-KILL",
    level: "MUST",
    side: "client",
    source: `${PAGE}#killing-commands`,
    sentence: "Ends the command on terminal/kill and keeps the terminal.",
  },
  {
    id: "T1-KILL-VALID",
    level: "MUST",
    side: "client",
    source: `${PAGE}#killing-commands`,
    sentence: "Takes terminal/output and terminal/wait_for_exit for a killed terminal.",
  },
  {
    id: "T1-RELEASE-KILLS",
    level: "MUST",
    side: "client",
    source: `${PAGE}#releasing-terminals`,
    sentence:
      "Ends a command that still runs when its terminal is released, and frees everything of it.",
  },
  {
    id: "T1-RELEASE-INVALID",
    level: "MUST",
    side: "client",
    source: `${PAGE}#releasing-terminals`,
    sentence: "Refuses the id for every terminal method after its release.",
  },
  {
    id: "T1-RELEASE-DISPLAY",
    level: "SHOULD",
    side: "client",
    source: `${PAGE}#releasing-terminals`,
    sentence: "Goes on showing a terminal's output in its tool call after the release.",
  },
  {
    id: "T1-EMBED-LIVE",
    level: "SHOULD",
    side: "client",
    source: `${PAGE}#embedding-in-tool-calls`,
    sentence: "Shows the output of an embedded terminal while it comes.",
  },
];
