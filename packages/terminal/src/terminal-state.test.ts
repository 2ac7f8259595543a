import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ENDING_CAUSES, type Ending } from "./ending.ts";
import type { TerminalEvent } from "./terminal-event.ts";
import { toTerminalId } from "./terminal-id.ts";
import { applyTerminalEvent, SECOND_ENDING_NOTE, type TerminalState } from "./terminal-state.ts";

const id = toTerminalId("t1");
const exit0: Ending = { kind: "exited", code: 0, cause: "exit" };
const killed: Ending = { kind: "signaled", signal: "SIGKILL", cause: "stopped" };
const started: TerminalEvent = {
  type: "terminal-started",
  id,
  command: "make",
  cwd: "/home/user",
  size: { cols: 80, rows: 24 },
  startedAtMs: 5,
};

/** Folds events from nothing; at least one. */
function fold(...[first, ...rest]: readonly [TerminalEvent, ...TerminalEvent[]]): TerminalState {
  return rest.reduce<TerminalState>(applyTerminalEvent, applyTerminalEvent(undefined, first));
}

const bytes = (length: number) => new Uint8Array(length);
const output = (length: number): TerminalEvent => ({
  type: "output-appended",
  id,
  bytes: bytes(length),
});
const ended = (ending: Ending, durationMs: number | null = 7): TerminalEvent => ({
  type: "terminal-ended",
  id,
  ending,
  durationMs,
});

describe("a terminal", () => {
  it("begins with what is announced, and nothing else", () => {
    expect(fold(started)).toEqual({
      id,
      command: "make",
      cwd: "/home/user",
      size: { cols: 80, rows: 24 },
      startedAtMs: 5,
      ending: null,
      durationMs: null,
      isWaiting: false,
      outputBytes: 0,
      lostBytes: 0,
      notes: [],
    });
  });

  it("may have output, and end, before it is announced", () => {
    expect(fold(output(3), ended(exit0), started)).toMatchObject({
      command: "make",
      startedAtMs: 5,
      outputBytes: 3,
      ending: exit0,
      durationMs: 7,
    });
    expect(fold(output(3))).toMatchObject({ command: null, cwd: null, startedAtMs: null });
  });

  it("announced again learns more, keeps its first start, and forgets nothing", () => {
    const unknown = { ...started, command: null, cwd: null, size: null };
    expect(fold(unknown, { ...started, startedAtMs: 9 })).toEqual(fold(started));
    expect(fold(started, { ...unknown, startedAtMs: 9 })).toEqual(fold(started));
  });

  it("is described anew by a change, which may also take back what was said", () => {
    const changed: TerminalEvent = {
      type: "terminal-changed",
      id,
      command: "make test",
      cwd: null,
      size: null,
    };
    expect(fold(started, output(3), changed)).toEqual({
      ...fold(started, output(3)),
      command: "make test",
      cwd: null,
      size: null,
    });
    expect(fold(changed)).toMatchObject({ command: "make test", startedAtMs: null });
  });

  it("counts bytes that come, and apart from them the bytes that are lost", () => {
    const lost: TerminalEvent = { type: "output-lost", id, lostBytes: 10 };
    expect(fold(output(3), lost, output(4), lost)).toMatchObject({ outputBytes: 7, lostBytes: 20 });
  });

  it("starts counting anew when the whole output is replaced", () => {
    const lost: TerminalEvent = { type: "output-lost", id, lostBytes: 10 };
    const replaced: TerminalEvent = { type: "output-replaced", id, bytes: bytes(2) };
    expect(fold(output(3), lost, replaced)).toMatchObject({ outputBytes: 2, lostBytes: 0 });
    expect(fold(replaced, output(3))).toMatchObject({ outputBytes: 5 });
  });

  it("keeps its first ending and notes the second, once however many come", () => {
    const state = fold(ended(killed), ended(exit0, 99), ended(exit0, 99));
    expect(state).toMatchObject({ ending: killed, durationMs: 7, notes: [SECOND_ENDING_NOTE] });
  });

  it("takes late output after its ending: a descendant may still print", () => {
    expect(fold(ended(exit0), output(3))).toMatchObject({ ending: exit0, outputBytes: 3 });
  });

  it("waits for input from when that is said until it is taken back", () => {
    const waiting = (isWaiting: boolean): TerminalEvent => ({
      type: "waiting-changed",
      id,
      isWaiting,
    });
    expect(fold(started, waiting(true)).isWaiting).toBe(true);
    expect(fold(started, waiting(true), output(3)).isWaiting).toBe(true);
    expect(fold(started, waiting(true), waiting(false)).isWaiting).toBe(false);
    expect(fold(started, waiting(true), ended(exit0)).isWaiting).toBe(false);
    expect(fold(started, ended(exit0), waiting(true)).isWaiting).toBe(false);
  });

  it("keeps notes in order, each once", () => {
    const note = (text: string): TerminalEvent => ({ type: "note-added", id, note: text });
    expect(fold(note("b"), note("a"), note("b")).notes).toEqual(["b", "a"]);
  });
});

const anyEnding: fc.Arbitrary<Ending> = fc.oneof(
  fc.record({
    kind: fc.constant("exited" as const),
    code: fc.nat(255),
    cause: fc.constantFrom(...ENDING_CAUSES),
  }),
  fc.record({
    kind: fc.constant("lost" as const),
    reason: fc.constant("gone"),
    cause: fc.constantFrom(...ENDING_CAUSES),
  }),
);
const anyCount = fc.nat(9);
const anyEvent: fc.Arbitrary<TerminalEvent> = fc.oneof(
  fc.record({
    type: fc.constant("terminal-started" as const),
    id: fc.constant(id),
    command: fc.option(fc.constantFrom("make", "ls")),
    cwd: fc.option(fc.constantFrom("/", "/tmp")),
    size: fc.option(fc.constant({ cols: 80, rows: 24 })),
    startedAtMs: fc.nat(9),
  }),
  fc.record({
    type: fc.constant("terminal-changed" as const),
    id: fc.constant(id),
    command: fc.option(fc.constantFrom("make", "ls")),
    cwd: fc.option(fc.constantFrom("/", "/tmp")),
    size: fc.option(fc.constant({ cols: 80, rows: 24 })),
  }),
  anyCount.map(output),
  anyCount.map((n): TerminalEvent => ({ type: "output-replaced", id, bytes: bytes(n) })),
  anyCount.map((lostBytes): TerminalEvent => ({ type: "output-lost", id, lostBytes })),
  fc.boolean().map((isWaiting): TerminalEvent => ({ type: "waiting-changed", id, isWaiting })),
  fc.tuple(anyEnding, fc.option(anyCount)).map(([ending, ms]) => ended(ending, ms)),
  fc.constantFrom("a", "b").map((note): TerminalEvent => ({ type: "note-added", id, note })),
);

/** Freezes a record and all it holds; a typed array cannot be frozen, and is only counted. */
function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}

describe("any events in any order", () => {
  const anyEvents = fc
    .tuple(anyEvent, fc.array(anyEvent, { maxLength: 20 }))
    .map(([first, rest]): readonly [TerminalEvent, ...TerminalEvent[]] => [first, ...rest]);

  it("make a state, and change neither it nor the events", () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        let state: TerminalState | undefined;
        for (const event of events) state = freeze(applyTerminalEvent(state, freeze(event)));
        expect(state?.id).toBe(id);
      }),
    );
  });

  it("leave the first ending and its duration", () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const { ending, durationMs } = fold(...events);
        const first = events.find((event) => event.type === "terminal-ended");
        expect({ ending, durationMs }).toEqual({
          ending: first?.ending ?? null,
          durationMs: first?.durationMs ?? null,
        });
      }),
    );
  });

  it("make unknown what was known only by a change, and never take a note back or repeat it", () => {
    fc.assert(
      fc.property(anyEvents, anyEvent, (events, next) => {
        const before = fold(...events);
        const after = applyTerminalEvent(before, next);
        const lasting =
          next.type === "terminal-changed"
            ? (["startedAtMs"] as const)
            : (["command", "cwd", "size", "startedAtMs"] as const);
        const known = lasting.filter((key) => before[key] !== null);
        expect(known.filter((key) => after[key] === null)).toEqual([]);
        expect(after.notes.slice(0, before.notes.length)).toEqual(before.notes);
        expect(new Set(after.notes).size).toBe(after.notes.length);
      }),
    );
  });

  it("count the output since it was last replaced", () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const from = Math.max(
          0,
          events.findLastIndex(({ type }) => type === "output-replaced"),
        );
        const counted = events
          .slice(from)
          .reduce((sum, event) => sum + ("bytes" in event ? event.bytes.length : 0), 0);
        expect(fold(...events).outputBytes).toBe(counted);
      }),
    );
  });
});
