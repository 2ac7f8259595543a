import { describe, expect, it } from "vitest";
import { resolveAgentOptions, type WrittenAgentOptions } from "../src/agent/agent-options.ts";

describe("the options of termwire agent", () => {
  it("have defaults for what a person types", () => {
    expect(resolveAgentOptions({})).toMatchObject({
      execution: "agent",
      sandbox: "off",
      network: false,
      mode: "ask",
      sessions: true,
    });
  });

  it.each<[WrittenAgentOptions, object]>([
    [{ sandbox: "read-only" }, { sandbox: "read-only", network: false }],
    [{ sandbox: "workspace-write", network: "on" }, { network: true }],
    [{ sandbox: "workspace-write", network: "off" }, { network: false }],
    [
      { mode: "auto", network: "off" },
      { mode: "auto", network: false },
    ],
    [
      { mode: "full", sessions: false },
      { mode: "full", sessions: false },
    ],
    [{ exec: "client", sandbox: "off" }, { execution: "client" }],
    [{ loginEnv: true }, { loginEnv: true }],
  ])("%j are taken", (written, expected) => {
    expect(resolveAgentOptions(written)).toMatchObject(expected);
  });

  it.each<[WrittenAgentOptions, RegExp]>([
    [{ exec: "there" }, /--exec: expected agent, client, got "there"/u],
    [{ sandbox: "on" }, /--sandbox: expected off, workspace-write, read-only, got "on"/u],
    [{ network: "yes" }, /--network: expected on, off, got "yes"/u],
    [{ mode: "yolo" }, /--mode: expected ask, auto, full, got "yolo"/u],
    [{ exec: "client", sandbox: "read-only" }, /out of reach of a sandbox/u],
    [{ exec: "client", loginEnv: true }, /commands get the client's environment/u],
    [{ network: "off" }, /only a sandbox can take the network away/u],
  ])("%j make no sense, and it says why", (written, message) => {
    expect(() => resolveAgentOptions(written)).toThrow(message);
  });
});
