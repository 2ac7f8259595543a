import type { Requirement } from "./requirement.ts";

const PAGE = "https://agentclientprotocol.com/protocol/v1/tool-calls";
const TURN = "https://agentclientprotocol.com/protocol/v1/prompt-turn";
const SCHEMA = "schema/v1/schema.json";

/** What ACP v1 asks around the tool calls that show commands. */
export const V1_TOOL_CALLS: readonly Requirement[] = [
  {
    id: "C1-SESSION",
    level: "MUST",
    side: "agent",
    source: `${SCHEMA}#SessionNotification`,
    sentence: "Names a session that was opened in every update.",
  },
  {
    id: "C1-ID",
    level: "MUST",
    side: "agent",
    source: `${PAGE}#creating`,
    sentence: "Gives every tool call an id.",
  },
  {
    id: "C1-TITLE",
    level: "MUST",
    side: "agent",
    source: `${PAGE}#creating`,
    sentence: "Gives every tool call a title.",
  },
  {
    id: "C1-ANNOUNCED",
    level: "MUST",
    side: "agent",
    source: `${PAGE}#creating`,
    sentence: "Announces a tool call before it updates it.",
  },
  {
    id: "C1-ONCE",
    level: "SHOULD",
    side: "agent",
    source: `${PAGE}#updating`,
    sentence: "Announces a tool call once and updates it from then on.",
  },
  {
    id: "C1-STATUS",
    level: "MUST",
    side: "agent",
    source: `${PAGE}#status`,
    sentence: "Gives a status of pending, in_progress, completed or failed.",
  },
  {
    id: "C1-KIND",
    level: "MUST",
    side: "agent",
    source: `${SCHEMA}#ToolKind`,
    sentence: "Gives a kind that the schema has.",
  },
  {
    id: "C1-CONTENT",
    level: "MUST",
    side: "agent",
    source: `${PAGE}#content`,
    sentence: "Gives content as a list of blocks whose type the schema has, each with its members.",
  },
  {
    id: "C1-TERMINAL",
    level: "MUST",
    side: "agent",
    source: `${PAGE}#terminals`,
    sentence:
      "Embeds only a terminal that the client created or that was announced by terminal_info.",
  },
  {
    id: "C1-REOPEN",
    level: "SHOULD",
    side: "agent",
    source: `${PAGE}#status`,
    sentence: "Leaves a call that has completed or failed as it ended.",
  },
  {
    id: "C1-FINAL",
    level: "SHOULD",
    side: "agent",
    source: `${PAGE}#updating`,
    sentence: "Reports how every tool call of a turn ended before the turn ends.",
  },
  {
    id: "C1-CANCELLED",
    level: "MUST",
    side: "agent",
    source: `${TURN}#cancellation`,
    sentence: "Ends a cancelled turn with the stop reason cancelled.",
  },
  {
    id: "C1-PERMISSION-OPTION",
    level: "MUST",
    side: "client",
    source: `${PAGE}#requesting-permission`,
    sentence: "Answers a permission request with an option that was offered.",
  },
  {
    id: "C1-PERMISSION-CANCELLED",
    level: "MUST",
    side: "client",
    source: `${TURN}#cancellation`,
    sentence: "Answers permission requests that wait when it cancels the turn as cancelled.",
  },
];
