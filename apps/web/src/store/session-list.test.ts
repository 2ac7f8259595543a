import { describe, expect, it } from "vitest";
import type { SessionEntry } from "./session-entry.ts";
import { SessionList } from "./session-list.ts";

const entry = (sessionId: string, members: Partial<SessionEntry> = {}): SessionEntry => ({
  sessionId,
  cwd: "/p",
  title: null,
  live: true,
  working: false,
  asking: false,
  updatedAt: "",
  ...members,
});
const ids = ({ entries }: SessionList) => entries.map(({ sessionId }) => sessionId).toSorted();

async function read(known: readonly SessionEntry[], listed: Promise<readonly SessionEntry[]>) {
  const list = new SessionList();
  let changes = 0;
  await list.read(
    { knownSessions: async () => known, listSessions: () => listed },
    () => changes++,
  );
  return { list, changes: () => changes };
}

describe("the sessions there are", () => {
  it("are those of the hub at once, and those of the agent when it tells", async () => {
    let tell = (_entries: readonly SessionEntry[]): void => undefined;
    const listed = new Promise<readonly SessionEntry[]>((resolve) => {
      tell = resolve;
    });
    const { list, changes } = await read([entry("a")], listed);
    expect([ids(list), changes()]).toEqual([["a"], 1]);
    tell([entry("b")]);
    await listed;
    await Promise.resolve();
    expect([ids(list), changes()]).toEqual([["a", "b"], 2]);
  });

  it("are those of the hub where the agent's list fails", async () => {
    const { list } = await read([entry("a")], Promise.reject(new Error("no list")));
    await Promise.resolve();
    expect(ids(list)).toEqual(["a"]);
  });

  it("change one by one, and go from both lists", async () => {
    const { list } = await read([entry("a")], Promise.resolve([entry("a"), entry("b")]));
    await Promise.resolve();
    list.apply(entry("a", { working: true }));
    expect(list.entries.find(({ sessionId }) => sessionId === "a")?.working).toBe(true);
    list.remove("a");
    list.remove("nobody");
    expect(ids(list)).toEqual(["b"]);
    list.clear();
    expect(ids(list)).toEqual([]);
  });
});
