import { describe, expect, it } from "vitest";
import { toEnding, toTerminalId, type Exit } from "@termwire/terminal";
import { createSessionTerminals } from "./create-session-terminals.ts";
import type { ShowEvent } from "./session-terminals.ts";

const id = toTerminalId("x1");
const other = toTerminalId("x2");
const facts = { command: "make", cwd: "/p", size: null };
const exited = (code: number): Exit => ({ kind: "exited", code });
const lost = toEnding({ kind: "lost", reason: "no ending reported" }, "exit");

function createSubject() {
  const shown: Parameters<ShowEvent>[0][] = [];
  const terminals = createSessionTerminals(
    (event) => shown.push(event),
    () => 5,
  );
  const end = (exit: Exit, of = id): void =>
    terminals.apply({
      type: "terminal-ended",
      id: of,
      ending: toEnding(exit, "exit"),
      durationMs: null,
    });
  return { terminals, shown, end, kinds: () => shown.map(({ event }) => event.type) };
}

describe("a session's terminals", () => {
  it("are announced once, with the time it was told", () => {
    const { terminals, shown } = createSubject();
    terminals.announce("meta", id, facts);
    terminals.announce("meta", id, { command: null, cwd: null, size: null });
    terminals.announce("meta", id, facts);
    expect(shown).toEqual([
      {
        toolCallId: null,
        isInteractive: false,
        dialect: "meta",
        event: { type: "terminal-started", id, ...facts, startedAtMs: 5 },
      },
    ]);
  });

  it("change only when something changed", () => {
    const { terminals, kinds } = createSubject();
    terminals.change(id, { command: "early" });
    terminals.announce("v2", id, { ...facts, size: { cols: 80, rows: 24 } });
    terminals.change(id, { size: { cols: 80, rows: 24 }, command: "make" });
    expect(kinds()).toEqual(["terminal-started"]);
    terminals.change(id, { size: { cols: 81, rows: 24 } });
    expect(terminals.read(id)).toMatchObject({ command: "make", size: { cols: 81, rows: 24 } });
  });

  it("are tied to the first call that shows them, before or after they are announced", () => {
    const { terminals, shown } = createSubject();
    terminals.embed("c1", id);
    expect(terminals.findShownBy("c1")).toBeUndefined();
    terminals.announce("v2", id, facts);
    terminals.announce("v2", other, facts);
    terminals.embed("c2", other);
    terminals.embed("c2", other);
    terminals.embed("c3", other);
    expect(shown.map(({ toolCallId, event }) => [toolCallId, event.type])).toEqual([
      ["c1", "terminal-started"],
      [null, "terminal-started"],
      ["c2", "terminal-changed"],
    ]);
    expect(terminals.findShownBy("c1")).toBe(id);
    expect(terminals.findShownBy("c3")).toBe(other);
  });

  it("end once; another ending is a note, the same one nothing", () => {
    const { terminals, end } = createSubject();
    terminals.announce("meta", id, facts);
    end(exited(3));
    end(exited(3));
    expect(terminals.read(id)?.notes).toEqual([]);
    end(exited(0));
    end(exited(1));
    expect(terminals.read(id)).toMatchObject({
      ending: { code: 3 },
      notes: ["ending reported twice"],
    });
  });

  it("are closed with their turn, but those in the background and those that ended", () => {
    const { terminals, end, shown } = createSubject();
    const third = toTerminalId("x3");
    for (const one of [id, other, third]) terminals.announce("meta", one, facts);
    terminals.setBackground(other, true);
    end(exited(0), third);
    terminals.endTurn(lost);
    expect(terminals.read(id)).toMatchObject({ ending: lost, notes: ["no ending reported"] });
    expect(terminals.read(other)?.ending).toBeNull();
    expect(terminals.read(third)?.ending).toMatchObject({ code: 0 });
    terminals.endAll(toEnding({ kind: "lost", reason: "gone" }, "disconnected"));
    expect(terminals.read(other)?.ending).toMatchObject({ cause: "disconnected" });
    const endings = shown.filter(({ event }) => event.type === "terminal-ended");
    expect(endings).toHaveLength(3);
  });

  it("that end badly while the turn is being cancelled, end because of that, and only then", () => {
    const { terminals, end } = createSubject();
    for (const one of [id, other]) terminals.announce("meta", one, facts);
    terminals.startCancelling();
    end({ kind: "signaled", signal: "SIGKILL" });
    end({ kind: "signaled", signal: "SIGKILL" });
    terminals.endTurn(lost);
    expect(terminals.isCancelling()).toBe(false);
    expect(terminals.read(id)).toMatchObject({ ending: { cause: "cancelled" }, notes: [] });
  });

  it("keep a note once", () => {
    const { terminals, kinds } = createSubject();
    terminals.announce("meta", id, facts);
    for (let count = 0; count < 3; count++) {
      terminals.apply({ type: "note-added", id, note: "odd" });
    }
    expect(kinds()).toEqual(["terminal-started", "note-added"]);
  });
});
