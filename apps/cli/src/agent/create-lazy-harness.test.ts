import { describe, expect, it } from "vitest";
import type { AgentHarness } from "@termwire/acp/agent";
import { createLazyHarness } from "./create-lazy-harness.ts";

const info = { name: "test", title: "Test", version: "0" };
const known = {
  info,
  hasStore: true,
  usesMcpServers: true,
  acceptsImages: async () => true,
};
const request = { sessionId: "s", cwd: "/", clientRunner: null };

function refuse(): never {
  throw new Error("not here");
}

const harness: AgentHarness = {
  info,
  createSession: async () => refuse(),
  store: {
    openSession: async () => refuse(),
    listSessions: async () => ({ sessions: [], nextCursor: null }),
    deleteSession: async () => undefined,
  },
};

describe("a harness that is loaded when it is needed", () => {
  it("is loaded once, by whatever is asked of it first", async () => {
    let loads = 0;
    const load = async (): Promise<AgentHarness> => {
      loads += 1;
      return harness;
    };
    const lazy = createLazyHarness({ ...known, load });
    expect(lazy.info).toBe(info);
    expect(loads).toBe(0);
    await Promise.all([
      lazy.store?.listSessions({ cwd: null, cursor: null }),
      lazy.store?.deleteSession("s"),
    ]);
    await expect(lazy.createSession(request)).rejects.toThrow("not here");
    await expect(lazy.store?.openSession(request)).rejects.toThrow("not here");
    expect(loads).toBe(1);
  });

  it("is loaded again when that failed", async () => {
    let loads = 0;
    const load = async (): Promise<AgentHarness> => {
      loads += 1;
      if (loads === 1) throw new Error("no memory");
      return harness;
    };
    const lazy = createLazyHarness({ ...known, load });
    await expect(lazy.createSession(request)).rejects.toThrow("no memory");
    await lazy.store?.deleteSession("s");
    expect(loads).toBe(2);
  });

  it("that keeps no sessions says so before it is loaded", () => {
    const lazy = createLazyHarness({ ...known, hasStore: false, load: async () => harness });
    expect(lazy.store).toBeUndefined();
  });

  it("says what it takes before it is loaded", async () => {
    const load = () => Promise.reject<AgentHarness>(new Error("not yet"));
    const lazy = createLazyHarness({ ...known, load });
    expect(lazy.usesMcpServers).toBe(true);
    expect(await lazy.acceptsImages?.()).toBe(true);
  });
});
