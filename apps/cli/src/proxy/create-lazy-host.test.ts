import { describe, expect, it } from "vitest";
import type { HostConnection } from "@termwire/acp/client";
import { createLazyHost } from "./create-lazy-host.ts";

/** A host that notes what is asked of it. */
function createNotedHost(log: string[]): HostConnection {
  const note = (what: string): void => void log.push(what);
  const end = async (): Promise<void> => note("dispose");
  return {
    openSession: (sessionId, cwd) => note(`open ${sessionId} ${cwd}`),
    closeSession: async (sessionId) => note(`close ${sessionId}`),
    create: () => Promise.reject(new Error("refused")),
    output: async () => ({ output: "x", truncated: false }),
    waitForExit: async () => ({ exitCode: 0, signal: null }),
    kill: async () => ({}),
    release: async () => ({}),
    readCopy: () => null,
    dispose: end,
    [Symbol.asyncDispose]: end,
  };
}

function createNoted() {
  const log: string[] = [];
  const host = createLazyHost(async () => {
    log.push("load");
    return createNotedHost(log);
  });
  return { host, log };
}

describe("createLazyHost", () => {
  it("loads nothing while nobody runs a command", async () => {
    const { host, log } = createNoted();
    host.openSession("a", "/");
    await host.closeSession("a");
    await host.dispose();
    expect(log).toEqual([]);
  });

  it("knows the sessions that were opened before it was loaded, and loads once", async () => {
    const { host, log } = createNoted();
    for (const sessionId of ["a", "b"]) host.openSession(sessionId, "/");
    await host.closeSession("a");
    const answers = [host.output({}), host.waitForExit({}), host.create({}).catch(String)];
    expect(await Promise.all(answers)).toEqual([
      { output: "x", truncated: false },
      { exitCode: 0, signal: null },
      "Error: refused",
    ]);
    host.openSession("c", "/");
    await host.closeSession("b");
    await host.dispose();
    expect(log).toEqual(["load", "open b /", "open c /", "close b", "dispose"]);
  });

  it("leaves nothing when it is let go of while it loads", async () => {
    const { host, log } = createNoted();
    const answer = host.output({});
    await host.dispose();
    await answer;
    expect(log).toContain("dispose");
  });
});
