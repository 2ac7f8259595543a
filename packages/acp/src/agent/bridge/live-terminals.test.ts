import { describe, expect, it } from "vitest";
import {
  TerminalError,
  type Completion,
  type RunningCommand,
  type TerminalSize,
} from "@termwire/terminal";
import { INPUT_LIMIT_BYTES } from "../../terminal-control.ts";
import { createLiveTerminals } from "./live-terminals.ts";

/** A command that takes what is written when it is told to. */
function createCommand(size: TerminalSize | null = { cols: 80, rows: 24 }) {
  const log: string[] = [];
  let take: () => void = () => undefined;
  let end: () => void = () => undefined;
  const completed = new Promise<Completion>((resolve) => {
    end = () => resolve({} as Completion); // nobody looks at it
  });
  const command = {
    spec: { size },
    completed,
    async write(bytes: Uint8Array) {
      log.push(`write ${bytes.length}`);
      await new Promise<void>((resolve) => {
        const before = take;
        take = () => {
          before();
          resolve();
        };
      });
    },
    resize: ({ cols, rows }: TerminalSize) => log.push(`resize ${cols} ${rows}`),
    terminate: async (cause: string) => void log.push(`terminate ${cause}`),
  } as unknown as RunningCommand; // all of it that is used
  return { command, log, take: () => take(), end: () => end() };
}

function createSubject(size?: TerminalSize | null) {
  const running = createCommand(size);
  const terminals = createLiveTerminals();
  const resized: TerminalSize[] = [];
  terminals.add("t1", { command: running.command, onResized: (told) => resized.push(told) });
  return { ...running, terminals, resized };
}

describe("the terminals of a session", () => {
  it("are controlled by their names while their commands run", async () => {
    const { terminals, log, resized, take } = createSubject();
    terminals.resize("t1", { cols: 100, rows: 30 });
    const written = terminals.write("t1", new Uint8Array(3));
    take();
    await written;
    terminals.stop("t1");
    expect(log).toEqual(["resize 100 30", "write 3", "terminate stopped"]);
    expect(resized).toEqual([{ cols: 100, rows: 30 }]);
  });

  it("are not known by another name, nor after the end", async () => {
    const { terminals, log, command, end } = createSubject();
    expect(() => terminals.stop("t2")).toThrow('no command runs in terminal "t2"');
    end();
    await command.completed;
    expect(() => terminals.stop("t1")).toThrow('no command runs in terminal "t1"');
    expect(() => terminals.resize("t1", { cols: 1, rows: 1 })).toThrow("t1");
    await expect(terminals.write("t1", new Uint8Array(1))).rejects.toMatchObject({
      code: "unknown-terminal",
      facts: { terminalId: "t1" },
    });
    expect(log).toEqual([]);
  });

  it("have a size only where their command prints into a terminal", () => {
    const { terminals, log } = createSubject(null);
    expect(() => terminals.resize("t1", { cols: 1, rows: 1 })).toThrow("pipe");
    expect(log).toEqual([]);
  });

  it("keep no more than a bound for a command that does not read, until it reads on", async () => {
    const { terminals, take } = createSubject();
    const piece = new Uint8Array(INPUT_LIMIT_BYTES);
    const first = [1, 2, 3, 4].map(() => terminals.write("t1", piece));
    await expect(terminals.write("t1", new Uint8Array(1))).rejects.toMatchObject({
      code: "invalid-params",
      message: expect.stringContaining("has not taken what was typed before"),
    });
    take();
    await Promise.all(first);
    const last = terminals.write("t1", piece);
    take();
    await last;
  });

  it("name themselves when their command takes no input, and pass on what else went wrong", async () => {
    const terminals = createLiveTerminals();
    const fail = (error: Error): void => {
      const { command } = createCommand();
      const failing = { ...command, write: () => Promise.reject(error) };
      terminals.add("t1", { command: failing, onResized: () => undefined });
    };
    fail(new TerminalError("input-closed", "it has no input"));
    await expect(terminals.write("t1", new Uint8Array(1))).rejects.toMatchObject({
      code: "invalid-params",
      message: 'terminal "t1": it has no input',
    });
    fail(new Error("a bug"));
    await expect(terminals.write("t1", new Uint8Array(1))).rejects.toThrow("a bug");
  });
});
