import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { toFields } from "../../dialects/terminal-end.ts";
import { toV1McpServers } from "./mcp-servers.ts";
import { isModeOption, type UpdatesToV2 } from "./updates-to-v2.ts";

/** A request in the other version. */
export interface TranslatedRequest {
  readonly method: string;
  readonly params: UpdateFields;
  /** The result in the asker's version. */
  readonly toResult: (result: UpdateFields) => UpdateFields;
  /** What the agent replays is not wanted. */
  readonly isMuted?: boolean;
}

/** What a request is translated with. */
export interface RequestContext {
  /** The session it names; a fresh one when it names none. */
  readonly session: UpdatesToV2;
  /** What the agent said of itself in version 1. */
  readonly introduction: UpdateFields;
  /** Says what is left out. */
  readonly explain: (what: string) => void;
}

type Translate = (params: UpdateFields, context: RequestContext) => TranslatedRequest;

/** What each request of version 2 is in version 1; any other is the same in both. */
const TABLE: Readonly<Record<string, Translate>> = {
  "session/new": (params, { session }) => ({
    method: "session/new",
    params: withServers(params),
    toResult: (result) => session.open(result),
  }),
  "session/resume": resumeSession,
  "session/set_config_option": setOption,
  "auth/login": (params) => same("authenticate", params),
  "auth/logout": (params) => same("logout", params),
};

/** The request as an agent of version 1 gets it. */
export function toV1Request(
  method: string,
  params: UpdateFields,
  context: RequestContext,
): TranslatedRequest {
  const translate = TABLE[method];
  return translate === undefined ? same(method, params) : translate(params, context);
}

/** Loading replays, resuming does not; an agent that has only one of them is asked for that. */
function resumeSession(
  { replayFrom, ...rest }: UpdateFields,
  { session, introduction, explain }: RequestContext,
): TranslatedRequest {
  const { loadSession, sessionCapabilities } = toFields(introduction["agentCapabilities"]);
  const resumes = typeof toFields(sessionCapabilities)["resume"] === "object";
  const isReplayed = replayFrom !== undefined && replayFrom !== null;
  const isLoaded = loadSession === true && (isReplayed || !resumes);
  if (isReplayed && !isLoaded) explain("the replay of a session: the agent has none");
  return {
    method: isLoaded ? "session/load" : "session/resume",
    params: withServers(rest),
    toResult: (result) => session.open(result),
    isMuted: isLoaded && !isReplayed,
  };
}

function setOption(params: UpdateFields, { session }: RequestContext): TranslatedRequest {
  const { configId, type, value, ...rest } = params;
  if (!isModeOption(session, configId)) {
    return {
      method: "session/set_config_option",
      params: { ...rest, configId, value, ...(type !== "id" && { type }) },
      toResult: (result) => session.set(result),
    };
  }
  return {
    method: "session/set_mode",
    params: { ...rest, modeId: value },
    toResult: (result) => {
      session.choose(value);
      return session.set(result);
    },
  };
}

function withServers(params: UpdateFields): UpdateFields {
  return { ...params, mcpServers: toV1McpServers(params["mcpServers"]) };
}

function same(method: string, params: UpdateFields): TranslatedRequest {
  return { method, params, toResult: (result) => result };
}
