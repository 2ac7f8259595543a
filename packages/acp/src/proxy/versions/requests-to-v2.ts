import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { toV2McpServers } from "./mcp-servers.ts";
import type { TranslatedRequest } from "./requests-to-v1.ts";
import type { UpdatesToV1 } from "./updates-to-v1.ts";

type Translate = (params: UpdateFields, session: UpdatesToV1) => TranslatedRequest;

/** What each request of version 1 is in version 2; any other is the same in both. */
const TABLE: Readonly<Record<string, Translate>> = {
  "session/new": (params, session) => open("session/new", params, session),
  "session/load": (params, session) =>
    open("session/resume", { ...params, replayFrom: { type: "start" } }, session),
  "session/resume": (params, session) => open("session/resume", params, session),
  "session/set_mode": setMode,
  "session/set_config_option": (params, session) => ({
    method: "session/set_config_option",
    params: { ...params, type: params["type"] ?? "id" },
    toResult: (result) => session.set(result),
  }),
  authenticate: (params) => same("auth/login", params),
  logout: (params) => same("auth/logout", params),
};

/** The request as an agent of version 2 gets it. `session` is the one it names, a fresh one when it names none. */
export function toV2Request(
  method: string,
  params: UpdateFields,
  session: UpdatesToV1,
): TranslatedRequest {
  const translate = TABLE[method];
  return translate === undefined ? same(method, params) : translate(params, session);
}

function open(method: string, params: UpdateFields, session: UpdatesToV1): TranslatedRequest {
  return {
    method,
    params: { ...params, mcpServers: toV2McpServers(params["mcpServers"]) },
    toResult: (result) => session.open(result),
  };
}

/** The mode of version 1 is an option of version 2; one of that name is the best guess where none says so. */
function setMode({ modeId, ...rest }: UpdateFields, session: UpdatesToV1): TranslatedRequest {
  const configId = session.modeOption?.["configId"] ?? "mode";
  return {
    method: "session/set_config_option",
    params: { ...rest, configId, type: "id", value: modeId },
    toResult: (result) => {
      session.set(result);
      return {};
    },
  };
}

function same(method: string, params: UpdateFields): TranslatedRequest {
  return { method, params, toResult: (result) => result };
}
