import { describe, expect, it } from "vitest";
import { createOutputLog, type Completion, type RunningCommand } from "@termwire/terminal";
import {
  createLostTerminal,
  isLoggedTerminal,
  parseLoggedTerminal,
  renderLoggedTerminal,
} from "./logged-terminal.ts";

const completion: Completion = {
  ending: { kind: "signaled", signal: "SIGTERM", cause: "timeout" },
  durationMs: 12,
  timeout: "idle",
  sandboxDenial: "x: Read-only file system",
};

function createCommand(printed: string): RunningCommand {
  const output = createOutputLog(1024);
  output.append(new TextEncoder().encode(printed));
  const spec = { cwd: "/p", size: { cols: 80, rows: 24 } };
  return { spec, output } as unknown as RunningCommand; // all of it that is looked at
}

const logged = renderLoggedTerminal(createCommand("a\n"), completion);

describe("a terminal in a log", () => {
  it("is given back through JSON as it was", () => {
    const stored: unknown = JSON.parse(JSON.stringify(logged));
    if (!isLoggedTerminal(stored)) throw new Error("expected a terminal");
    expect(parseLoggedTerminal(stored)).toEqual({
      cwd: "/p",
      size: { cols: 80, rows: 24 },
      completion,
      bytes: new TextEncoder().encode("a\n"),
      omittedBytes: 0,
    });
  });

  it("has what was printed by then, and nothing later", () => {
    const command = createCommand("a\n");
    const { output } = renderLoggedTerminal(command, completion);
    expect(output).toEqual({ omittedBytes: 0, text: "a\n" });
  });

  it("whose end nobody saw has no code and no duration (case 168)", () => {
    expect(createLostTerminal("/p", null)).toMatchObject({
      cwd: "/p",
      bytes: new Uint8Array(),
      completion: { ending: { kind: "lost", cause: "disconnected" }, durationMs: null },
    });
  });

  it("may have no size", () => {
    expect(isLoggedTerminal({ ...logged, size: null })).toBe(true);
  });

  it.each<[string, object]>([
    ["directory", { cwd: null }],
    ["size", { size: { cols: 80 } }],
    ["output", { output: { omittedBytes: 0 } }],
    ["completion", { completion: null }],
    ["duration", { completion: { ...completion, durationMs: null } }],
    ["limit", { completion: { ...completion, timeout: "often" } }],
    ["denial", { completion: { ...completion, sandboxDenial: 1 } }],
    ["cause", { completion: { ...completion, ending: { kind: "exited", code: 0, cause: "x" } } }],
    ["code", { completion: { ...completion, ending: { kind: "exited", cause: "exit" } } }],
    ["signal", { completion: { ...completion, ending: { kind: "signaled", cause: "exit" } } }],
    ["reason", { completion: { ...completion, ending: { kind: "lost", cause: "exit" } } }],
    ["kind", { completion: { ...completion, ending: { kind: "died", cause: "exit" } } }],
  ])("without a %s of its kind is none", (_what, other) => {
    expect(isLoggedTerminal({ ...logged, ...other })).toBe(false);
  });
});
