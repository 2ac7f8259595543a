import { describe, expect, it } from "vitest";
import { toEnding, toTerminalId } from "@termwire/terminal";
import { createJsonPrinter } from "./json-printer.ts";

const id = toTerminalId("t1");
const about = { sessionId: "s", toolCallId: "c1", dialect: "meta", isInteractive: false } as const;

function createSubject() {
  const lines: unknown[] = [];
  const printer = createJsonPrinter(
    (text) => {
      expect(text.endsWith("\n")).toBe(true);
      lines.push(JSON.parse(text));
    },
    () => 41.7,
  );
  return { lines, printer };
}

describe("createJsonPrinter", () => {
  it("prints one line per event, with the documented names", () => {
    const { lines, printer } = createSubject();
    const started = { id, command: "ls", cwd: "/p", size: null, startedAtMs: 0 };
    printer.terminal({ ...about, event: { type: "terminal-started", ...started } });
    printer.terminal({
      ...about,
      event: { type: "output-appended", id, bytes: Uint8Array.of(0, 255, 10) },
    });
    const ending = toEnding({ kind: "signaled", signal: "SIGKILL" }, "exit");
    printer.terminal({ ...about, event: { type: "terminal-ended", id, ending, durationMs: 7 } });
    printer.message("hello");
    printer.turn("end_turn");
    expect(lines).toEqual([
      {
        event: "terminal",
        id: "t1",
        toolCallId: "c1",
        command: "ls",
        cwd: "/p",
        dialect: "meta",
        t: 42,
      },
      { event: "output", id: "t1", data: "AP8K", t: 42 },
      {
        event: "exit",
        id: "t1",
        exitCode: null,
        signal: "SIGKILL",
        cause: "exit",
        durationMs: 7,
        t: 42,
      },
      { event: "message", text: "hello" },
      { event: "turn", stopReason: "end_turn" },
    ]);
  });

  it("says what became known later, and null for a tool call nobody named yet", () => {
    const { lines, printer } = createSubject();
    const known = { id, command: "ls", cwd: null, size: null };
    printer.terminal({
      ...about,
      toolCallId: null,
      event: { type: "terminal-changed", ...known },
    });
    expect(lines).toEqual([
      { event: "changed", id: "t1", toolCallId: null, command: "ls", cwd: null, t: 42 },
    ]);
  });

  it("says what is missing, replaced or wrong", () => {
    const { lines, printer } = createSubject();
    printer.terminal({ ...about, event: { type: "output-lost", id, lostBytes: 5 } });
    printer.terminal({
      ...about,
      event: { type: "output-replaced", id, bytes: Uint8Array.of(97) },
    });
    printer.terminal({ ...about, event: { type: "note-added", id, note: "odd" } });
    expect(lines).toEqual([
      { event: "lost", id: "t1", bytes: 5, t: 42 },
      { event: "output", id: "t1", data: "YQ==", replace: true, t: 42 },
      { event: "note", id: "t1", text: "odd", t: 42 },
    ]);
  });
});
