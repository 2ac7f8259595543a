import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { toFields } from "../../dialects/terminal-end.ts";
import { toV1AuthMethods, toV2AuthMethods } from "./auth-methods.ts";

/** Who an agent or a client is that does not say so: version 2 wants a name. */
const NOBODY = { name: "unknown", version: "0" };

/** The params of a client's `initialize` in version 2. Files and terminals are not offered there. */
export function toV2Initialize(params: UpdateFields): UpdateFields {
  const { clientCapabilities, clientInfo, _meta } = params;
  const { auth, elicitation, _meta: claims } = toFields(clientCapabilities);
  return {
    protocolVersion: 2,
    info: clientInfo ?? NOBODY,
    capabilities: {
      ...(isObject(auth) && { auth }),
      ...(isObject(elicitation) && { elicitation }),
      ...(isObject(claims) && { _meta: claims }),
    },
    ...(isObject(_meta) && { _meta }),
  };
}

/** The params of a client's `initialize` in version 1. */
export function toV1Initialize(params: UpdateFields): UpdateFields {
  const { capabilities, info, _meta } = params;
  const { auth, elicitation, _meta: claims } = toFields(capabilities);
  return {
    protocolVersion: 1,
    clientInfo: info ?? NOBODY,
    clientCapabilities: {
      ...(isObject(auth) && { auth }),
      ...(isObject(elicitation) && { elicitation }),
      ...(isObject(claims) && { _meta: claims }),
    },
    ...(isObject(_meta) && { _meta }),
  };
}

/** An agent's answer to `initialize` in version 2. */
export function toV2Introduction(result: UpdateFields): UpdateFields {
  const { agentCapabilities, agentInfo, authMethods, _meta } = result;
  const { promptCapabilities, mcpCapabilities, sessionCapabilities, auth, ...rest } =
    toFields(agentCapabilities);
  const { delete: deletes, additionalDirectories } = toFields(sessionCapabilities);
  return {
    protocolVersion: 2,
    info: agentInfo ?? NOBODY,
    capabilities: {
      session: {
        prompt: toFlags(promptCapabilities, ["image", "audio", "embeddedContext"]),
        mcp: { stdio: {}, ...toFlags(mcpCapabilities, ["http"]) },
        ...(isObject(deletes) && { delete: deletes }),
        ...(isObject(additionalDirectories) && { additionalDirectories }),
      },
      ...(isObject(auth) && { auth }),
      ...(isObject(rest["_meta"]) && { _meta: rest["_meta"] }),
    },
    ...(Array.isArray(authMethods) && { authMethods: toV2AuthMethods(authMethods) }),
    ...(isObject(_meta) && { _meta }),
  };
}

/** An agent's answer to `initialize` in version 1. What version 2 always has is told as capabilities. */
export function toV1Introduction(result: UpdateFields): UpdateFields {
  const { capabilities, info, authMethods, _meta } = result;
  const { session, auth, _meta: claims } = toFields(capabilities);
  const { prompt, mcp, delete: deletes, additionalDirectories } = toFields(session);
  return {
    protocolVersion: 1,
    agentInfo: info ?? NOBODY,
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: toBooleans(prompt, ["image", "audio", "embeddedContext"]),
      mcpCapabilities: toBooleans(mcp, ["http"]),
      sessionCapabilities: {
        list: {},
        resume: {},
        close: {},
        ...(isObject(deletes) && { delete: deletes }),
        ...(isObject(additionalDirectories) && { additionalDirectories }),
      },
      ...(isObject(auth) && { auth }),
      ...(isObject(claims) && { _meta: claims }),
    },
    authMethods: toV1AuthMethods(authMethods),
    ...(isObject(_meta) && { _meta }),
  };
}

function toFlags(capabilities: unknown, keys: readonly string[]): UpdateFields {
  const has = toFields(capabilities);
  return Object.fromEntries(keys.filter((key) => has[key] === true).map((key) => [key, {}]));
}

function toBooleans(capabilities: unknown, keys: readonly string[]): UpdateFields {
  const has = toFields(capabilities);
  return Object.fromEntries(keys.map((key) => [key, isObject(has[key])]));
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
