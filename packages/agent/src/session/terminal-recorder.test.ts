import { describe, expect, it } from "vitest";
import { createOutputLog, type Completion, type RunningCommand } from "@termwire/terminal";
import type { SessionEvent } from "./session-event.ts";
import { createTerminalRecorder } from "./terminal-recorder.ts";

const completion: Completion = {
  ending: { kind: "exited", code: 0, cause: "exit" },
  durationMs: 1,
  timeout: null,
  sandboxDenial: null,
};

function createCommand(printed = "") {
  const output = createOutputLog(1024);
  output.append(new TextEncoder().encode(printed));
  let end: (completion: Completion) => void = () => undefined;
  const completed = new Promise<Completion>((resolve) => {
    end = resolve;
  });
  const spec = { cwd: "/p", size: null };
  return {
    command: { spec, output, completed } as unknown as RunningCommand,
    end: () => end(completion),
  }; // all of it that is looked at
}

function createSubject(add: (event: SessionEvent) => Promise<void> = async () => undefined) {
  const events: SessionEvent[] = [];
  const recorder = createTerminalRecorder({
    add(event) {
      events.push(event);
      return add(event);
    },
  });
  return { events, recorder };
}

describe("the recorder of terminals", () => {
  it("adds each when it has ended, under its call", async () => {
    const { events, recorder } = createSubject();
    const [first, second] = [createCommand("one"), createCommand("two")];
    recorder.follow("call_1", first.command);
    recorder.follow("call_2", second.command);
    await Promise.resolve();
    const started = { type: "terminal-started", cwd: "/p", size: null };
    expect(events).toEqual([
      { ...started, callId: "call_1" },
      { ...started, callId: "call_2" },
    ]);
    second.end();
    first.end();
    await recorder.settle();
    expect(events.slice(2)).toMatchObject([
      { type: "terminal-ended", callId: "call_2", terminal: { output: { text: "two" } } },
      { type: "terminal-ended", callId: "call_1", terminal: { output: { text: "one" } } },
    ]);
  });

  it("has settled when the record has it, not before", async () => {
    let release: () => void = () => undefined;
    const written = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { recorder } = createSubject(() => written);
    const { command, end } = createCommand();
    recorder.follow("call_1", command);
    end();
    let isSettled = false;
    const settled = recorder.settle().then(() => {
      isSettled = true;
    });
    await command.completed;
    await new Promise((resolve) => setImmediate(resolve));
    expect(isSettled).toBe(false);
    release();
    await settled;
  });

  it("survives an output that cannot be read", async () => {
    const { events, recorder } = createSubject();
    const { command, end } = createCommand();
    const broken = { ...command, output: null } as unknown as RunningCommand; // what a runner with a bug gives
    recorder.follow("call_1", broken);
    end();
    await recorder.settle();
    expect(events.map(({ type }) => type)).toEqual(["terminal-started"]);
  });

  it("with nothing to follow has settled", async () => {
    const { events, recorder } = createSubject();
    await recorder.settle();
    expect(events).toEqual([]);
  });
});
