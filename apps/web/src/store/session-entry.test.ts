import { describe, expect, it } from "vitest";
import { mergeSessionEntries, parseSessionEntry, type SessionEntry } from "./session-entry.ts";

const entry = (members: Partial<SessionEntry>): SessionEntry => ({
  sessionId: "s",
  cwd: "/p",
  title: null,
  live: true,
  working: false,
  asking: false,
  updatedAt: "2026-01-01T00:00:00Z",
  ...members,
});

describe("a session in the list", () => {
  it("is read from what the hub tells", () => {
    const told = entry({ title: "Tests", live: false, working: true, asking: true });
    expect(parseSessionEntry({ ...told, later: 1 })).toEqual(told);
  });

  it("is read from the agent's own list, where it can be opened and rests", () => {
    expect(parseSessionEntry({ sessionId: "s", cwd: "/p" })).toEqual(entry({ updatedAt: "" }));
  });

  it.each([null, {}, { sessionId: "" }, { cwd: "/p" }])("is none for %j", (value) => {
    expect(parseSessionEntry(value)).toBeNull();
  });
});

describe("two lists", () => {
  it("are one, the newest first", () => {
    const known = [entry({ sessionId: "a", updatedAt: "2026-01-02" })];
    const listed = [
      entry({ sessionId: "b", updatedAt: "2026-01-03" }),
      entry({ sessionId: "c", updatedAt: "" }),
    ];
    const ids = mergeSessionEntries(known, listed).map(({ sessionId }) => sessionId);
    expect(ids).toEqual(["b", "a", "c"]);
  });

  it("name a session once: as the hub knows it, with the agent's title if it has none", () => {
    const known = [entry({ working: true })];
    const listed = [entry({ title: "Told by the agent" })];
    expect(mergeSessionEntries(known, listed)).toEqual([
      entry({ working: true, title: "Told by the agent" }),
    ]);
  });
});
