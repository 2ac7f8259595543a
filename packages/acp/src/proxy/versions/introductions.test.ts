import { describe, expect, it } from "vitest";
import {
  toV1Initialize,
  toV1Introduction,
  toV2Initialize,
  toV2Introduction,
} from "./introductions.ts";

const INFO = { name: "x", version: "1" };

describe("an agent's introduction", () => {
  it("says in version 2 what it said in version 1", () => {
    const result = {
      protocolVersion: 1,
      agentInfo: INFO,
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, audio: false },
        mcpCapabilities: { http: true, sse: true },
        sessionCapabilities: { list: {}, delete: {} },
        auth: { logout: {} },
        _meta: { own: 1 },
      },
      authMethods: [{ id: "key", name: "Key" }],
    };
    expect(toV2Introduction(result)).toEqual({
      protocolVersion: 2,
      info: INFO,
      capabilities: {
        session: { prompt: { image: {} }, mcp: { stdio: {}, http: {} }, delete: {} },
        auth: { logout: {} },
        _meta: { own: 1 },
      },
      authMethods: [{ type: "agent", methodId: "key", name: "Key" }],
    });
  });

  it("says in version 1 what version 2 always has", () => {
    const capabilities = { session: { prompt: { image: {} }, mcp: { http: {} }, delete: {} } };
    const methods = [
      { type: "agent", methodId: "key", name: "Key" },
      { type: "terminal", methodId: "tty", name: "Terminal", args: ["login"] },
      { type: "_mine", methodId: "mine", name: "Mine" },
    ];
    expect(toV1Introduction({ info: INFO, capabilities, authMethods: methods })).toEqual({
      protocolVersion: 1,
      agentInfo: INFO,
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, audio: false, embeddedContext: false },
        mcpCapabilities: { http: true },
        sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
      },
      authMethods: [
        { id: "key", name: "Key" },
        { type: "terminal", id: "tty", name: "Terminal", args: ["login"] },
      ],
    });
  });

  it("is made of anything", () => {
    for (const result of [{}, { capabilities: 3, authMethods: "x", info: null }]) {
      expect(toV1Introduction(result)).toMatchObject({ agentInfo: { name: "unknown" } });
      expect(toV2Introduction(result)).toMatchObject({ protocolVersion: 2 });
    }
  });
});

describe("a client's introduction", () => {
  it("keeps what both versions have", () => {
    const claims = { auth: { terminal: {} }, _meta: { own: 1 } };
    const v1 = { protocolVersion: 1, clientInfo: INFO, clientCapabilities: claims };
    const v2 = { protocolVersion: 2, info: INFO, capabilities: claims };
    const more = { ...v1, clientCapabilities: { ...claims, terminal: true, fs: {} } };
    expect(toV2Initialize(more)).toEqual(v2);
    expect(toV1Initialize(v2)).toEqual(v1);
  });
});
