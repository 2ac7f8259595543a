import { createHash } from "node:crypto";
import { mkdtempSync, realpathSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ClientClaim, DisplayEvent } from "@termwire/acp/client";
import { applyTerminalEvent, type TerminalState } from "@termwire/terminal";
import { createArgumentsModel, serveSession } from "./serve-session.ts";

/** A client for each dialect, of version 1 but for the last. */
const CLAIMS = ["zed", "delta", "text", "client", "v2"] as const satisfies readonly ClientClaim[];

/** Dialects that carry bytes as they are; the others carry text. */
const isBinary = (claim: ClientClaim): boolean => claim === "v2" || claim === "client";

/** What one prompt shows: its only terminal, folded, and the output that is on its card in the end. */
async function show(claim: ClientClaim, command: string, cwd = "/") {
  await using session = await serveSession(claim, cwd);
  const answer = await session.prompt(command);
  return { answer, ...fold(session.events) };
}

function fold(events: readonly DisplayEvent[]): { state: TerminalState; output: Buffer } {
  let state: TerminalState | undefined;
  let parts: Uint8Array[] = [];
  for (const { event } of events) {
    state = applyTerminalEvent(state, event);
    if (event.type === "output-replaced") parts = [event.bytes];
    if (event.type === "output-appended") parts.push(event.bytes);
  }
  if (state === undefined) throw new Error("no terminal was shown");
  return { state, output: Buffer.concat(parts) };
}

/**
 * Why the command ended, as the agent tells it. A client that runs it itself knows of the kill before it is told why,
 * and its card keeps the first ending.
 */
function toldCause({
  events,
  updates,
}: {
  readonly events: readonly DisplayEvent[];
  readonly updates: readonly unknown[];
}): unknown {
  const { state } = fold(events);
  if (events[0]?.dialect !== "client") return state.ending?.cause;
  return (updates.at(-1) as { rawOutput?: { cause?: unknown } }).rawOutput?.cause;
}

function hash(bytes: Buffer | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The first line is seen before the others are printed: they wait for a file in the directory. */
const TICKS =
  "echo tick 1; until [ -e go ]; do sleep 0.02; done; for i in 2 3; do echo tick $i; done";
const TEXT = "é — 📏 ✓\n";
const SLOW_BYTES = [...Buffer.from(TEXT)]
  .map((byte) => `printf '\\${byte.toString(8).padStart(3, "0")}'; sleep 0.03`)
  .join("; ");

describe.each(CLAIMS)("a command shown to a client that claims %s", (claim) => {
  it("cases 59, 60, 64, 78, 85: comes with its line, directory, output and end, while it runs", async () => {
    const cwd = realpathSync(mkdtempSync(join(tmpdir(), "termwire-ticks-")));
    await using session = await serveSession(claim, cwd);
    const turn = session.prompt(TICKS);
    while (!session.output().includes("tick 1")) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(session.output()).not.toContain("tick 2");
    writeFileSync(join(cwd, "go"), "");
    await turn;
    rmSync(cwd, { recursive: true });
    const { state, output } = fold(session.events);
    expect(output.toString()).toBe("tick 1\ntick 2\ntick 3\n");
    expect(state).toMatchObject({
      command: TICKS,
      cwd,
      ending: { kind: "exited", code: 0, cause: "exit" },
      lostBytes: 0,
      notes: [],
    });
    expect(state.durationMs).toBeGreaterThan(0);
  });

  it("case 100: comes with every character whole, written byte by byte", async () => {
    const { output, state } = await show(claim, SLOW_BYTES);
    expect(output.toString()).toBe(TEXT);
    expect(state.notes).toEqual([]);
  });

  it("cases 119, 169, 173: comes whole or with what is missing counted, 10 MB of it", async () => {
    const { output, state } = await show(claim, "seq 1 1500000");
    const whole = Array.from({ length: 1_500_000 }, (_, index) => `${index + 1}\n`).join("");
    expect(output.length + state.lostBytes).toBe(whole.length);
    expect(hash(output)).toBe(hash(whole.slice(state.lostBytes)));
    // Text is bounded: a card of it shows the newest mebibyte.
    expect(state.lostBytes).toBe(claim === "text" ? whole.length - 1024 * 1024 : 0);
  });

  it("comes with NUL and invalid bytes as they are, or replaced and said so", async () => {
    const { output, state } = await show(claim, "printf 'a\\000b\\377\\342c\\n'");
    const text = claim === "text" ? "ab\uFFFD\uFFFDc\n" : "a\0b\uFFFD\uFFFDc\n";
    const printed = isBinary(claim)
      ? [0x61, 0, 0x62, 0xff, 0xe2, 0x63, 0x0a]
      : [...Buffer.from(text)];
    expect([...output]).toEqual(printed);
    expect(state.notes.join()).toContain(isBinary(claim) ? "" : "2 characters");
  });

  it("comes without a line end it did not print", async () => {
    expect((await show(claim, "printf 'no newline'")).output.toString()).toBe("no newline");
  });

  it("comes without output when it printed none", async () => {
    const { output, state } = await show(claim, "true");
    expect(output.length).toBe(0);
    expect(state.ending).toMatchObject({ kind: "exited", code: 0 });
  });

  it("cases 15, 16: ends at once when a child it left behind holds the output", async () => {
    const { output, state, answer } = await show(claim, "sleep 60 & echo started");
    expect(answer).toEqual({ stopReason: "end_turn" });
    expect(output.toString()).toBe("started\n");
    expect(state.ending).toMatchObject({ kind: "exited", code: 0, cause: "exit" });
  });

  it("case 164: says which signal ended it", async () => {
    const { output, state } = await show(claim, "printf 'before-kill\\n'; kill -KILL $$");
    expect(output.toString()).toBe("before-kill\n");
    expect(state.ending).toMatchObject({ kind: "signaled", signal: "SIGKILL", cause: "exit" });
  });

  it("says that a program is not there", async () => {
    const { output, state } = await show(claim, "no-such-program");
    expect(output.toString()).toContain("no-such-program");
    expect(state.ending).toMatchObject({ kind: "exited", code: 127 });
  });

  it("cases 11, 14: says that its directory is gone, as not started", async () => {
    const cwd = realpathSync(mkdtempSync(join(tmpdir(), "termwire-")));
    await using session = await serveSession(claim, cwd);
    rmdirSync(cwd);
    await session.prompt("echo ran");
    expect(JSON.stringify(session.updates)).toContain(cwd);
    expect(fold(session.events).state.ending).toMatchObject({ kind: "lost", cause: "not-started" });
  });

  it("cases 122, 125: says that its time was over, and keeps what it printed", async () => {
    await using session = await serveSession(claim, "/", { model: createArgumentsModel() });
    await session.prompt(JSON.stringify({ command: "echo before; sleep 60", timeoutMs: 1_500 }));
    const { state, output } = fold(session.events);
    expect(output.toString()).toBe("before\n");
    expect(state.ending).toMatchObject({ kind: "signaled" });
    expect(toldCause(session)).toBe("timeout");
  });

  it("cases 51, 57, 123: says that it was cancelled with its turn", async () => {
    await using session = await serveSession(claim);
    const turn = session.prompt("echo before; sleep 60");
    while (!session.output().includes("before")) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    await session.cancel();
    expect(await turn).toEqual({ stopReason: "cancelled" });
    expect(toldCause(session)).toBe("cancelled");
  });

  it("cases 192, 194, 195: is asked about with its line and directory, and denied it never runs", async () => {
    await using session = await serveSession(claim, "/tmp", {
      model: createArgumentsModel(),
      permissionMode: "ask",
      answer: "reject_once",
    });
    const command = "echo ran > /tmp/termwire-denied-$$";
    await session.prompt(JSON.stringify({ command, description: "Write a file" }));
    const asked = JSON.stringify(session.asked);
    expect(session.asked.length).toBe(1);
    expect(asked).toContain(JSON.stringify(command));
    expect(asked).toContain('"cwd":"/tmp"');
    expect(JSON.stringify(session.updates)).not.toContain('"terminal_output"');
    const { state, output } = fold(session.events);
    expect(state).toMatchObject({ command, ending: { kind: "lost", cause: "denied" } });
    expect(output.length).toBe(0);
    const last = session.updates.findLast((update) => JSON.stringify(update).includes('"failed"'));
    expect(JSON.stringify(last)).not.toContain('"type":"terminal"');
  });

  it("case 202: runs once it is allowed", async () => {
    await using session = await serveSession(claim, "/", {
      model: createArgumentsModel(),
      permissionMode: "ask",
    });
    await session.prompt(JSON.stringify({ command: "echo ran" }));
    expect(session.asked.length).toBe(1);
    expect(fold(session.events).output.toString()).toBe("ran\n");
  });

  it("gives up its question when the turn is cancelled, and runs nothing", async () => {
    await using session = await serveSession(claim, "/", {
      model: createArgumentsModel(),
      permissionMode: "ask",
      answer: "never",
    });
    const turn = session.prompt(JSON.stringify({ command: "echo ran" }));
    while (session.asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await session.cancel();
    expect(await turn).toEqual({ stopReason: "cancelled" });
    const { state, output } = fold(session.events);
    expect(output.length).toBe(0);
    expect(state.ending).toMatchObject({ kind: "lost", cause: "cancelled" });
  });
});

describe("a command shown in version 2", () => {
  it("case 58: can be stopped alone, and the turn goes on", async () => {
    await using session = await serveSession("v2");
    const turn = session.prompt("echo before; sleep 60");
    while (!session.output().includes("before")) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    const terminalId = String(session.events[0]?.event.id);
    expect(await session.stopTerminal(terminalId)).toEqual({});
    expect(await turn).toEqual({ stopReason: "end_turn" });
    const { state, output } = fold(session.events);
    expect(output.toString()).toBe("before\n");
    expect(state.ending).toMatchObject({ kind: "signaled", cause: "stopped" });
    for (const gone of [terminalId, "no-such-terminal"]) {
      await expect(session.stopTerminal(gone)).rejects.toMatchObject({ code: -32602 });
    }
  });
});
