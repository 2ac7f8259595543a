import { describe, expect, it } from "vitest";
import type {
  CommandRequest,
  CommandRunner,
  CommandSpec,
  Completion,
  RunningCommand,
} from "./command-runner.ts";
import type { Exit } from "./ending.ts";
import { createOutputLog } from "./output-log.ts";
import type { OutputSpill } from "./output-spill.ts";
import { createOwnedRunner } from "./owned-runner.ts";
import { createTerminalId } from "./terminal-id.ts";

const spec: CommandSpec = {
  id: createTerminalId(),
  program: { kind: "shell", line: "sleep 600", shell: "/bin/sh" },
  cwd: "/",
  env: {},
  outputLimitBytes: 10,
  timeoutMs: null,
  idleTimeoutMs: null,
  graceMs: 10,
  size: null,
  stdin: "null",
  spill: false,
};

/** A promise and what settles it. */
function createDeferred<T>() {
  let settle: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}

/** A spill that counts how often its file was removed. */
function createSpill() {
  const spill = {
    removals: 0,
    save: () => ({ path: null, bytes: 0, missingBytes: 0, reason: null }),
    remove: () => void spill.removals++,
  };
  return spill satisfies OutputSpill;
}

/** A command without a process: its end, and what it leaves behind, are said by the test. */
class MemoryCommand implements RunningCommand {
  readonly spec = spec;
  readonly startedAtMs = 0;
  readonly output = createOutputLog(0);
  readonly spill = createSpill();
  readonly #outputEnded = createDeferred<void>();
  readonly outputEnded = this.#outputEnded.promise;
  readonly #exited = createDeferred<Exit>();
  readonly #completed = createDeferred<Completion>();
  readonly exited = this.#exited.promise;
  readonly completed = this.#completed.promise;
  releases = 0;
  /** Whether something lives on; an error stands for a runner that cannot tell. */
  treeAlive: boolean | Error = true;
  /** Release waits for it. */
  gone: Promise<void> = Promise.resolve();

  endOutput(): void {
    this.#outputEnded.settle();
  }

  complete(): void {
    const exit: Exit = { kind: "exited", code: 0 };
    this.#exited.settle(exit);
    this.#completed.settle({
      ending: { ...exit, cause: "exit" },
      durationMs: 1,
      timeout: null,
      sandboxDenial: null,
    });
  }

  async write(): Promise<void> {}

  async endInput(): Promise<void> {}

  resize(): void {}

  async terminate(): Promise<void> {
    await this.gone;
    this.treeAlive = false;
    this.complete();
  }

  async isTreeAlive(): Promise<boolean> {
    await Promise.resolve();
    if (this.treeAlive instanceof Error) throw this.treeAlive;
    return this.treeAlive;
  }

  async release(): Promise<void> {
    this.releases++;
    await this.terminate();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.release();
  }
}

/** A runner of such commands; `start` can be held back or made to fail. */
class MemoryRunner implements CommandRunner {
  readonly commands: MemoryCommand[] = [];
  starting: Promise<void> = Promise.resolve();

  resolve(request: CommandRequest): CommandSpec {
    return { ...spec, cwd: request.cwd };
  }

  async start(): Promise<MemoryCommand> {
    const command = new MemoryCommand();
    this.commands.push(command);
    await this.starting;
    return command;
  }
}

/** Lets every job that is due run. */
const settleJobs = () => new Promise((resolve) => setImmediate(resolve));

/** An owned runner, what it wraps, and as many commands as asked for. */
async function createOwned(count: number) {
  const inner = new MemoryRunner();
  const owned = createOwnedRunner(inner);
  for (let index = 0; index < count; index++) await owned.start(spec);
  return { inner, owned, releases: () => inner.commands.map(({ releases }) => releases) };
}

describe("an owned runner", () => {
  it("resolves and starts what the runner behind it does", async () => {
    const inner = new MemoryRunner();
    const owned = createOwnedRunner(inner);
    expect(owned.resolve({ program: spec.program, cwd: "/tmp" })).toEqual({ ...spec, cwd: "/tmp" });
    expect(await owned.start(spec)).toBe(inner.commands[0]);
  });

  it("releases everything it started, and resolves when all of it is gone (cases 28, 42)", async () => {
    const { inner, owned, releases } = await createOwned(3);
    const gone = createDeferred<void>();
    for (const command of inner.commands) command.gone = gone.promise;
    let disposed = false;
    const disposing = owned.dispose().then(() => (disposed = true));
    await settleJobs();
    expect(releases()).toEqual([1, 1, 1]);
    expect(disposed).toBe(false);
    gone.settle();
    await disposing;
    expect(inner.commands.map(({ treeAlive }) => treeAlive)).toEqual([false, false, false]);
  });

  it("releases nothing twice when it is disposed of twice, and both resolve", async () => {
    const { owned, releases } = await createOwned(2);
    await Promise.all([owned.dispose(), owned.dispose()]);
    await owned.dispose();
    expect(releases()).toEqual([1, 1]);
  });

  it("starts nothing once it is being disposed of, and says why", async () => {
    const { inner, owned } = await createOwned(1);
    const disposing = owned.dispose();
    await expect(owned.start(spec)).rejects.toMatchObject({ code: "runner-closed" });
    await disposing;
    await expect(owned.start(spec)).rejects.toMatchObject({ code: "runner-closed" });
    expect(inner.commands).toHaveLength(1);
  });

  it("releases a command whose start was under way (case 34)", async () => {
    const { inner, owned, releases } = await createOwned(0);
    const held = createDeferred<void>();
    inner.starting = held.promise;
    const starting = owned.start(spec);
    const disposing = owned.dispose();
    await settleJobs();
    expect(releases()).toEqual([0]);
    held.settle();
    await disposing;
    expect(await starting).toBe(inner.commands[0]);
    expect(releases()).toEqual([1]);
  });

  it("passes a failed start on, and is disposed of all the same", async () => {
    const { inner, owned, releases } = await createOwned(1);
    const failure = new Error("no such directory");
    inner.starting = Promise.reject(failure);
    const starting = owned.start(spec);
    const disposing = owned.dispose();
    await expect(starting).rejects.toBe(failure);
    await disposing;
    expect(releases()).toEqual([1, 0]);
  });

  it("releases the others when one cannot be released", async () => {
    const { inner, owned, releases } = await createOwned(3);
    const [first] = inner.commands;
    const failure = new Error("connection closed");
    if (first !== undefined) first.gone = Promise.reject(failure);
    await expect(owned.dispose()).rejects.toBe(failure);
    expect(releases()).toEqual([1, 1, 1]);
    expect(inner.commands.map(({ treeAlive }) => treeAlive)).toEqual([true, false, false]);
  });

  it("says why of each that cannot be released, whether it throws or rejects", async () => {
    const { inner, owned } = await createOwned(3);
    const [first, second] = inner.commands;
    const [thrown, rejected] = [new Error("thrown"), new Error("rejected")];
    if (first !== undefined) {
      first.release = () => {
        throw thrown;
      };
    }
    if (second !== undefined) second.gone = Promise.reject(rejected);
    await expect(owned.dispose()).rejects.toMatchObject({ errors: [thrown, rejected] });
    expect(inner.commands.map(({ treeAlive }) => treeAlive)).toEqual([true, true, false]);
  });

  it("is disposed of by `await using`", async () => {
    const inner = new MemoryRunner();
    {
      await using owned = createOwnedRunner(inner);
      await owned.start(spec);
    }
    expect(inner.commands[0]?.releases).toBe(1);
  });
});

describe("a command that completed", () => {
  it("is forgotten when it left nothing behind", async () => {
    const { inner, owned, releases } = await createOwned(2);
    const [first] = inner.commands;
    if (first !== undefined) first.treeAlive = false;
    first?.complete();
    await settleJobs();
    await owned.dispose();
    expect(releases()).toEqual([0, 1]);
  });

  it("is still owned when a descendant lives on (case 36)", async () => {
    const { inner, owned, releases } = await createOwned(1);
    inner.commands[0]?.complete();
    await settleJobs();
    await owned.dispose();
    expect(releases()).toEqual([1]);
  });

  it("is still owned when nobody can say what it left behind", async () => {
    const { inner, owned, releases } = await createOwned(1);
    const [command] = inner.commands;
    if (command !== undefined) command.treeAlive = new Error("connection closed");
    command?.complete();
    await settleJobs();
    await owned.dispose();
    expect(releases()).toEqual([1]);
  });

  it("is forgotten when its user released it", async () => {
    const { inner, owned, releases } = await createOwned(1);
    await inner.commands[0]?.release();
    await settleJobs();
    await owned.dispose();
    expect(releases()).toEqual([1]);
  });

  it("is forgotten with a later start when it was released after all", async () => {
    const { inner, owned, releases } = await createOwned(5);
    for (const command of inner.commands) command.complete();
    await settleJobs();
    for (const command of inner.commands.slice(0, 4)) await command.release();
    for (let index = 0; index < 3; index++) {
      await owned.start(spec);
      await settleJobs();
    }
    await owned.dispose();
    expect(releases()).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
  });

  it("is forgotten when its last output came with the end of what it left", async () => {
    const { inner, owned, releases } = await createOwned(1);
    const [command] = inner.commands;
    command?.complete();
    await settleJobs();
    if (command !== undefined) command.treeAlive = false;
    command?.endOutput();
    await settleJobs();
    await owned.dispose();
    expect(releases()).toEqual([0]);
  });

  it("keeps the file of its output until its owner is disposed of", async () => {
    const { inner, owned } = await createOwned(2);
    for (const command of inner.commands) command.treeAlive = false;
    inner.commands[0]?.complete();
    await settleJobs();
    expect(inner.commands.map(({ spill }) => spill.removals)).toEqual([0, 0]);
    await owned.dispose();
    expect(inner.commands.map(({ spill }) => spill.removals)).toEqual([1, 1]);
  });

  it("costs nobody else their files when its own cannot be removed", async () => {
    const { inner, owned } = await createOwned(2);
    const [first, second] = inner.commands;
    if (first !== undefined) {
      first.spill.remove = () => {
        throw new Error("read-only file system");
      };
    }
    await expect(owned.dispose()).rejects.toThrow("read-only file system");
    expect(second?.spill.removals).toBe(1);
  });
});
