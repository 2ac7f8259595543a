import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { McpServer } from "@termwire/acp/agent";
import type { CommandRunner, RunningCommand } from "@termwire/terminal";
import { MessageLines } from "./message-lines.ts";
import { parseServerEnd, toServerProgram } from "./server-program.ts";

/** A server that is a program, and where it runs. */
export interface CommandTransportParts {
  readonly server: Extract<McpServer, { kind: "stdio" }>;
  /** Absolute. */
  readonly cwd: string;
  readonly runner: CommandRunner;
  readonly hasPosixShell: boolean;
  /** Reads a line as a message; null for what is none. */
  readonly parseMessage: (line: string) => JSONRPCMessage | null;
}

/** Unread output is kept as long as this holds it: more than the longest message. */
const OUTPUT_BYTES: number = 64 * 1024 * 1024;

/** A server whose input has ended has this long to end by itself. */
const GOODBYE_MS = 1_000;
const GRACE_MS = 2_000;

/** The end of a server is told before the last of what it logged. */
const LAST_WORDS_MS = 500;

/** The last lines that were no message: enough to see what is wrong. */
const MAX_REMARKS = 10;
const MAX_REMARK_CHARACTERS = 300;

/**
 * Speaks with a server over its stdin and stdout. The server is a command of `runner`: its tree is ended as a whole when
 * this is closed, and with its owner.
 */
export class CommandTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #parts: CommandTransportParts;
  readonly #remarks: string[] = [];
  readonly #closing = new AbortController();
  #command: RunningCommand | null = null;
  /** Resolves when all it had to say was read. */
  #reading: Promise<void> = Promise.resolve();
  #exitCode: number | null = null;
  #isClosed = false;

  constructor(parts: CommandTransportParts) {
    this.#parts = parts;
  }

  /** How it ended and what it said last, in words; "" when neither is known. */
  describeEnd(): string {
    const code = this.#exitCode === null ? [] : [`it exited with code ${this.#exitCode}`];
    const remarks = this.#remarks.length === 0 ? [] : [`it said: ${this.#remarks.join(" / ")}`];
    return [...code, ...remarks].join("; ");
  }

  /** @throws what the runner throws when there is nothing to run. */
  async start(): Promise<void> {
    const { server, cwd, runner, hasPosixShell } = this.#parts;
    const spec = runner.resolve({
      program: toServerProgram(server, hasPosixShell),
      cwd,
      env: server.env,
      stdin: "pipe",
      outputLimitBytes: OUTPUT_BYTES,
      graceMs: GRACE_MS,
    });
    this.#command = await runner.start(spec);
    this.#reading = this.#read(this.#command);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#command === null || this.#isClosed) throw new Error("the server has ended");
    const bytes = new TextEncoder().encode(`${JSON.stringify(message)}\n`);
    try {
      await this.#command.write(bytes);
    } catch (cause) {
      // Who does not read any more is about to say why.
      await Promise.race([this.#reading, wait(2 * LAST_WORDS_MS)]);
      throw new Error("it does not read any more", { cause });
    }
  }

  /** Ends the server and all it started; resolves when nothing is left of it. */
  async close(): Promise<void> {
    this.#closing.abort();
    const command = this.#command;
    if (command !== null) {
      await command.endInput().catch(() => undefined);
      await Promise.race([command.completed, wait(GOODBYE_MS)]);
      await command.release().catch(() => undefined);
    }
    this.#tellClosed();
  }

  async #read(command: RunningCommand): Promise<void> {
    try {
      await this.#readMessages(command);
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#remark(String(error));
    }
    void command.release().catch(() => undefined);
    this.#tellClosed();
  }

  async #readMessages({ output, completed }: RunningCommand): Promise<void> {
    const lines = new MessageLines();
    const over = new AbortController();
    const until = AbortSignal.any([this.#closing.signal, over.signal]);
    let offset = 0;
    while (await output.waitPast(offset, until).catch(() => false)) {
      const { bytes, next, lostBytes } = output.read(offset);
      if (lostBytes > 0) throw new Error("it sent more than could be read");
      offset = next;
      for (const line of lines.take(bytes)) this.#take(line, over);
    }
    const exit = await Promise.race([completed, wait(LAST_WORDS_MS)]);
    if (exit?.ending.kind === "exited") this.#exitCode ??= exit.ending.code;
  }

  #take(line: string, over: AbortController): void {
    const code = parseServerEnd(line);
    if (code !== null) {
      this.#exitCode = code;
      setTimeout(() => over.abort(), LAST_WORDS_MS);
      return;
    }
    const message = this.#parts.parseMessage(line);
    if (message === null) this.#remark(line);
    else this.onmessage?.(message);
  }

  #remark(line: string): void {
    const text = line.trim().slice(0, MAX_REMARK_CHARACTERS);
    if (text === "") return;
    this.#remarks.push(text);
    if (this.#remarks.length > MAX_REMARKS) this.#remarks.shift();
  }

  #tellClosed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
  }
}

/** Does not keep the process running by itself where timers can be told so. */
function wait(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms, undefined);
  });
}
