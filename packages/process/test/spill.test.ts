import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  createReadStream,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLocalRunner, type LocalRunner } from "@termwire/process";
import {
  createOwnedRunner,
  type CommandRequest,
  type RunningCommand,
  type SpilledOutput,
} from "@termwire/terminal";
import { printed, run, shell } from "./command-harness.ts";
import { countDescriptors, until } from "./operating-system.ts";

let root = "";
let runner: LocalRunner;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "termwire-spill-test-"));
  runner = createLocalRunner({ spill: { directory: root } });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const start = (line: string, more: Partial<CommandRequest> = {}): Promise<RunningCommand> =>
  runner.start(runner.resolve({ program: shell(line), cwd: "/", spill: true, ...more }));

/** What is told of a file that must be there. */
const save = ({ spill }: RunningCommand): SpilledOutput & { readonly path: string } => {
  const { path = null, ...rest } = spill?.save() ?? {};
  if (path === null) throw new Error("there is no file");
  return { path, bytes: 0, missingBytes: 0, reason: null, ...rest };
};

async function sha256(path: string): Promise<string> {
  const hash = createHash("sha256");
  const content: AsyncIterable<Buffer> = createReadStream(path);
  for await (const bytes of content) hash.update(bytes);
  return hash.digest("hex");
}

const sha256Of = (line: string): string =>
  execFileSync("/bin/sh", ["-c", `${line} | sha256sum`], { encoding: "utf8" }).slice(0, 64);

describe("a command that spills", () => {
  it("has all of a big output in a file, and in memory the end of it (case 173)", async () => {
    const line = "yes 0123456789abcdef | head -c 100000000";
    await using command = await start(line, { outputLimitBytes: 1_000 });
    await command.completed;
    const { path, ...fact } = save(command);
    expect(fact).toEqual({ bytes: 100_000_000, missingBytes: 0, reason: null });
    expect(await sha256(path)).toBe(sha256Of(line));
    expect(command.output.startOffset).toBe(100_000_000 - 1_000);
  });

  it("has it with every size of write, on a terminal too", async () => {
    const line = "seq 30000; for i in 1 2 3; do echo $i; sleep 0.05; done";
    const expected = execFileSync("/bin/sh", ["-c", line]).toString();
    for (const size of [null, { cols: 80, rows: 24 }]) {
      await using command = await start(line, { size, outputLimitBytes: 5_000 });
      await command.completed;
      const text = readFileSync(save(command).path, "utf8");
      expect(text.replaceAll("\r\n", "\n")).toBe(expected);
    }
  });

  it("has a file that only this user can read, in a directory nobody else can enter", async () => {
    await using command = await start("echo secret");
    await command.completed;
    const { path } = save(command);
    const modeOf = (name: string): string => (statSync(name).mode & 0o777).toString(8);
    expect([modeOf(path), modeOf(dirname(path))]).toEqual(["600", "700"]);
    expect(readFileSync(path, "utf8")).toBe("secret\n");
  });

  it("leaves no file of an output that memory holds, unless somebody asks", async () => {
    await using command = await start("echo small");
    await command.completed;
    expect(readdirSync(root)).toEqual([]);
  });

  it("can be read by the next command while it runs", async () => {
    await using job = await start("echo first; sleep 86400");
    await printed(job, "first\n");
    const { text } = await run(runner, shell(`cat ${save(job).path}`));
    expect(text).toBe("first\n");
  });

  it("shows late bytes of what it left behind in the file", async () => {
    await using command = await start("(sleep 0.8; echo late) & echo early");
    await command.completed;
    const { path } = save(command);
    await command.outputEnded;
    expect(readFileSync(path, "utf8")).toBe("early\nlate\n");
  });

  it("stops writing at the limit of the file and goes on running", async () => {
    runner = createLocalRunner({ spill: { directory: root, limitBytes: 100_000 } });
    await using command = await start("seq 100000; exit 3", { outputLimitBytes: 10 });
    expect((await command.completed).ending).toMatchObject({ code: 3 });
    expect(save(command)).toMatchObject({
      bytes: 100_000,
      missingBytes: 488_895,
      reason: "its limit of 100000 bytes",
    });
    expect(statSync(save(command).path).size).toBe(100_000);
  });

  it("runs all the same where no file can be made, and tells why", async () => {
    writeFileSync(join(root, "file"), "");
    runner = createLocalRunner({ spill: { directory: join(root, "file") } });
    await using command = await start("seq 1000", { outputLimitBytes: 10 });
    expect((await command.completed).ending).toMatchObject({ code: 0 });
    expect(command.output.endOffset).toBe(3893);
    expect(command.spill?.save()).toMatchObject({
      path: null,
      missingBytes: 3893,
      reason: expect.stringMatching(/EEXIST|ENOTDIR/u),
    });
  });

  it("spills nothing when it did not ask", async () => {
    await using command = await start("seq 1000", { outputLimitBytes: 10, spill: false });
    await command.completed;
    expect(command.spill).toBe(null);
    expect(readdirSync(root)).toEqual([]);
  });

  it("does not hand the file to other commands", async () => {
    await using command = await start("echo x; sleep 86400");
    save(command);
    const { text } = await run(runner, shell("ls -l /proc/self/fd/"));
    expect(text).not.toContain(root);
  });
});

describe("a spill file is removed", () => {
  it("when its command is released", async () => {
    const command = await start("echo x");
    await command.completed;
    save(command);
    await command.release();
    expect(readdirSync(root)).toEqual([]);
  });

  it("when the owner of its command goes, which may be long after the command", async () => {
    const owned = createOwnedRunner(runner);
    const spec = owned.resolve({ program: shell("echo x"), cwd: "/", spill: true });
    const command = await owned.start(spec);
    await command.completed;
    const { path } = save(command);
    expect(readFileSync(path, "utf8")).toBe("x\n");
    await owned.dispose();
    expect(readdirSync(root)).toEqual([]);
  });

  it("with no descriptor left open", async () => {
    const spillOne = async (): Promise<void> => {
      const size = { cols: 80, rows: 24 }; // of terminals none wait in a pool
      await using command = await start("seq 100", { outputLimitBytes: 10, size });
      await command.completed;
      save(command);
    };
    await spillOne();
    const before = countDescriptors();
    for (let index = 0; index < 20; index++) await spillOne();
    // Fewer when some of those before were still being closed.
    expect(countDescriptors()).toBeLessThanOrEqual(before);
  });

  /** Another process with a spilled output; resolves when the file is there. */
  const startOwner = async (after: string) => {
    const script = `
      import { createLocalRunner } from "@termwire/process";
      const runner = createLocalRunner({ spill: { directory: ${JSON.stringify(root)} } });
      const program = { kind: "shell", line: "echo x" };
      const command = await runner.start(runner.resolve({ program, cwd: "/", spill: true }));
      await command.completed;
      command.spill.save();
      ${after}
    `;
    const owner = spawn(process.execPath, ["--input-type=module", "-e", script], {
      cwd: import.meta.dirname,
      stdio: ["pipe", "ignore", "inherit"],
    });
    await until("it has spilled", () => readdirSync(root).length === 1);
    return owner;
  };

  it.each(["process.stdin.once('end', () => process.exit(0)).resume()", "process.stdin.resume()"])(
    "when its process exits (%s)",
    async (after) => {
      const owner = await startOwner(after);
      owner.stdin.end();
      await once(owner, "exit");
      expect(owner.exitCode).toBe(0);
      expect(readdirSync(root)).toEqual([]);
    },
  );

  it("by the next process that spills when its own was killed, and not before", async () => {
    const owner = await startOwner("process.stdin.resume()");
    await using early = await start("echo early");
    await early.completed;
    expect(readdirSync(root)).toHaveLength(1);
    owner.kill("SIGKILL");
    await once(owner, "exit");
    runner = createLocalRunner({ spill: { directory: root } });
    await using late = await start("echo late");
    await late.completed;
    await until("it was swept", () => readdirSync(root).length === 0);
  });
});
