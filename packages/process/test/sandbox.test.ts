import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import {
  createLocalRunner,
  createSandboxedRunner,
  resolveSandboxPolicy,
  type LocalRunner,
  type SandboxRequest,
} from "@termwire/process";
import { file, readAll, run, shell, start, type Observed } from "./command-harness.ts";
import { findLiving, findSleeps, uniqueSleep, until } from "./operating-system.ts";
import { sandboxProblem } from "./sandbox-machine.ts";

/** Outside of the directory that every command has for itself. */
const outside = realpathSync(mkdtempSync("/var/tmp/termwire-sandbox-"));
const home = join(outside, "home");
const workspace = join(outside, "workspace");
for (const directory of [join(home, ".ssh"), join(home, ".docker"), workspace]) {
  mkdirSync(directory, { recursive: true });
}
writeFileSync(join(home, ".ssh/id_ed25519"), "PRIVATE KEY");
writeFileSync(join(home, ".netrc"), "machine host password hunter2");
writeFileSync(join(home, ".bashrc"), "# no secret");

afterAll(() => {
  rmSync(outside, { recursive: true, force: true });
});

function sandbox(more: Partial<SandboxRequest> = {}): LocalRunner {
  const policy = resolveSandboxPolicy({
    mode: "workspace-write",
    writableRoots: [workspace],
    home,
    ...more,
  });
  return createSandboxedRunner(createLocalRunner(), policy);
}

function runIn(runner: LocalRunner, line: string): Promise<Observed> {
  return run(runner, shell(line), { cwd: workspace });
}

describe.skipIf(sandboxProblem !== null)("a sandbox that may write its workspace", () => {
  it("lets a command write there", async () => {
    const { ending, sandboxDenial } = await runIn(sandbox(), "echo in > made && mkdir d && pwd");
    expect(ending).toMatchObject({ kind: "exited", code: 0 });
    expect(sandboxDenial).toBeNull();
    expect(readFileSync(join(workspace, "made"), "utf8")).toBe("in\n");
  });

  it("does not let it write anywhere else, and says what was denied", async () => {
    const target = join(outside, "made");
    const { ending, sandboxDenial } = await runIn(sandbox(), `touch ${target}`);
    expect(ending).toMatchObject({ kind: "exited", code: 1 });
    expect(sandboxDenial).toMatch(/touch: .*made'?: Read-only file system/u);
    expect(existsSync(target)).toBe(false);
  });

  it("cannot be left by mounting anew, not even by root", async () => {
    const target = join(outside, "made");
    const line = `mount -o remount,rw / ; mount -o bind,remount,rw ${outside}; unshare -Urm mount -o remount,rw /; touch ${target}`;
    expect((await runIn(sandbox(), line)).ending).not.toMatchObject({ code: 0 });
    expect(existsSync(target)).toBe(false);
  });

  it("has a /tmp of its own", async () => {
    const foreign = mkdtempSync(join(tmpdir(), "foreign-"));
    const name = `termwire-private-${process.pid}`;
    const line = `ls -d ${foreign}; echo x > /tmp/${name} && cat /tmp/${name} && echo $TMPDIR`;
    const { text } = await runIn(sandbox(), line);
    rmSync(foreign, { recursive: true });
    expect(text).toMatch(/No such file or directory\nx\n\/tmp\n$/u);
    expect(existsSync(`/tmp/${name}`)).toBe(false);
  });

  it("shows and lets change a workspace that lies in /tmp", async () => {
    const root = mkdtempSync("/tmp/workspace-");
    const runner = sandbox({ writableRoots: [root] });
    const { text } = await run(runner, shell("echo x > made; ls; ls /tmp"), { cwd: root });
    expect(text).toBe(`made\n${root.slice("/tmp/".length)}\n`);
    expect(existsSync(join(root, "made"))).toBe(true);
    rmSync(root, { recursive: true });
  });

  it("shows a working directory in /tmp that is not writable", async () => {
    const cwd = mkdtempSync("/tmp/seen-");
    writeFileSync(join(cwd, "file"), "seen");
    const { text } = await run(sandbox(), shell("cat file; touch other"), { cwd });
    expect(text).toMatch(/^seentouch: .*Read-only file system/u);
    rmSync(cwd, { recursive: true });
  });

  it("follows a link to the workspace, once", async () => {
    const link = join(outside, "link");
    execFileSync("ln", ["-sfn", workspace, link]);
    const runner = sandbox({ writableRoots: [link] });
    const { ending, text } = await run(runner, shell("echo x > linked && pwd -P"), { cwd: link });
    expect({ ending, text }).toMatchObject({ ending: { code: 0 }, text: `${workspace}\n` });
    expect(existsSync(join(workspace, "linked"))).toBe(true);
  });

  it("keeps an environment, an input and an exit code as they are", async () => {
    const line =
      'cat; echo "$ADDED $NODE_OPTIONS ${PERL_BADLANG-unset}"; env | grep -c TERMWIRE_TERMINAL; exit 137';
    const env = { ADDED: "a b", NODE_OPTIONS: "--no-warnings" };
    const { ending, text } = await run(sandbox(), shell(line), { cwd: workspace, env });
    expect(text).toBe("a b --no-warnings unset\n1\n");
    expect(ending).toEqual({ kind: "exited", code: 137, cause: "exit" });
  });

  it("gives no descriptors away but the first three", async () => {
    const { text } = await runIn(sandbox(), "echo /proc/self/fd/[3-9] /proc/self/fd/??");
    expect(text).not.toMatch(/fd\/[4-9]\b|fd\/\d\d/u);
  });

  it("does not let root change the system, its name included", async () => {
    const name = readFileSync("/proc/sys/kernel/hostname", "utf8");
    const line = "echo termwire-test > /proc/sys/kernel/hostname; hostname termwire-test";
    expect((await runIn(sandbox(), line)).ending).not.toMatchObject({ kind: "exited", code: 0 });
    const files =
      "for f in /proc/sys/vm/swappiness /proc/sys/kernel/core_pattern; do [ -w $f ] && echo $f; done";
    expect((await runIn(sandbox(), `${files}; :`)).text).toBe("");
    expect(readFileSync("/proc/sys/kernel/hostname", "utf8")).toBe(name);
  });

  it("cannot be left by a directory that somebody left open", async () => {
    const owner = `
      const { createLocalRunner, createSandboxedRunner, resolveSandboxPolicy } = await import("@termwire/process");
      const runner = createSandboxedRunner(createLocalRunner(), resolveSandboxPolicy({ mode: "read-only" }));
      const program = { kind: "shell", line: "touch /proc/self/fd/77/made; ls -d /proc/self/fd/77/" };
      const command = await runner.start(runner.resolve({ program, cwd: "/" }));
      await command.completed;
      console.log(Buffer.from(command.output.read(0).bytes).toString());`;
    const program = join(outside, "owner.mjs");
    writeFileSync(program, owner);
    const line = `exec 77<${outside}; '${process.execPath}' --input-type=module - < '${program}'`;
    const { text } = await run(createLocalRunner(), shell(line), { cwd: import.meta.dirname });
    expect(text).toMatch(/No such file or directory/u);
    expect(existsSync(join(outside, "made"))).toBe(false);
  });

  it("shows processes of its own only", async () => {
    const { text } = await runIn(sandbox(), `kill -0 ${process.pid}; ls -d /proc/${process.pid}`);
    expect(text).toMatch(/No such process[\s\S]*No such file/u);
  });

  it("shows a command that waits for somebody to type", async () => {
    const runner = sandbox();
    const size = { cols: 80, rows: 24 };
    const program = shell("read answer; echo got $answer");
    const spec = runner.resolve({ program, cwd: workspace, size, stdin: "terminal" });
    await using command = await runner.start(spec);
    await until("it waits", () => command.isWaitingForInput() === true);
    await command.write(Buffer.from("yes\r"));
    expect((await command.completed).ending).toMatchObject({ kind: "exited", code: 0 });
    expect(readAll(command).toString()).toContain("got yes");
  });

  it("shows the command as it was asked for", async () => {
    await using command = await start(sandbox(), shell("true"), { cwd: workspace });
    expect(command.spec.program).toMatchObject({ kind: "shell", line: "true" });
  });
});

describe.skipIf(sandboxProblem !== null)("secrets in a sandbox", () => {
  it("cannot be read, while the rest of the home directory can", async () => {
    const line = `cat ${home}/.ssh/id_ed25519; cat ${home}/.netrc; cat ${home}/.bashrc`;
    const { text } = await runIn(sandbox(), line);
    expect(text).not.toMatch(/PRIVATE KEY|hunter2/u);
    expect(text).toContain("# no secret");
  });

  it("are a denial when they are what a command fails for", async () => {
    const { sandboxDenial } = await runIn(sandbox(), `cat ${home}/.netrc`);
    expect(sandboxDenial).toMatch(/\.netrc: Permission denied/u);
  });

  it("stay hidden when the home directory is the workspace", async () => {
    const runner = sandbox({ writableRoots: [home] });
    const line = "cat .ssh/id_ed25519 .netrc; rm -rf .ssh; mv .ssh moved; touch .ssh/config";
    const { text } = await run(runner, shell(line), { cwd: home });
    expect(text).not.toMatch(/PRIVATE KEY|hunter2/u);
    expect(readFileSync(join(home, ".ssh/id_ed25519"), "utf8")).toBe("PRIVATE KEY");
    expect(existsSync(join(home, ".ssh/config"))).toBe(false);
  });

  it("are hidden together with what is in them", async () => {
    const runner = sandbox({ hiddenPaths: [join(home, ".ssh/id_ed25519")] });
    expect((await runIn(runner, "echo runs")).text).toBe("runs\n");
  });

  it("are also what the caller names", async () => {
    const secret = join(workspace, "secret.env");
    writeFileSync(secret, "hunter2");
    const { text } = await runIn(sandbox({ hiddenPaths: [secret] }), "cat secret.env");
    expect(text).toMatch(/Permission denied/u);
  });

  it("leave nothing to see to a command that works there", async () => {
    const cwd = join(home, ".ssh");
    expect((await run(sandbox(), shell("pwd; ls -A"), { cwd })).text).toBe(`${cwd}\n`);
    const below = join(home, ".ssh/below");
    mkdirSync(below);
    await expect(start(sandbox(), shell("ls"), { cwd: below })).rejects.toMatchObject({
      code: "cwd-not-accessible",
      message: expect.stringContaining(below),
    });
  });
});

describe.skipIf(sandboxProblem !== null)("the end of a command in a sandbox", () => {
  it.each(["TERM", "INT", "HUP", "QUIT", "USR1", "KILL"])(
    "is its own when it sends %s to its whole group",
    async (signal) => {
      const nap = uniqueSleep();
      const line = `ulimit -c 0; ${nap.line} & kill -${signal} 0; ${nap.line}`;
      const { ending } = await run(sandbox(), file("/bin/sh", "-c", line), { cwd: workspace });
      expect(ending).toEqual({ kind: "signaled", signal: `SIG${signal}`, cause: "exit" });
    },
  );
});

describe.skipIf(sandboxProblem !== null)("a time limit in a sandbox", () => {
  it.each([1, 10, 20, 40])(
    "of %i ms is one, wherever the start of it is then",
    async (timeoutMs) => {
      const program = file("sleep", "86400");
      const more = { cwd: workspace, timeoutMs, graceMs: 300 };
      const { ending } = await run(sandbox(), program, more);
      expect(ending).toMatchObject({ kind: "signaled", cause: "timeout" });
    },
  );
});

describe.skipIf(sandboxProblem !== null)("a repository in a sandbox", () => {
  const git = (cwd: string, ...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  const repository = join(outside, "repository");
  mkdirSync(repository);
  git(repository, "init", "-q");
  git(repository, "commit", "-q", "--allow-empty", "-m", "first");
  const runner = (): LocalRunner => sandbox({ writableRoots: [repository] });
  const inRepository = (line: string, cwd = repository): Promise<Observed> =>
    run(runner(), shell(line), { cwd });

  it("can be committed to", async () => {
    const line =
      "echo x > f && git add f && git -c user.name=a -c user.email=a@b commit -qm second";
    expect((await inRepository(line)).ending).toMatchObject({ code: 0 });
    expect(git(repository, "log", "--format=%s")).toBe("second\nfirst\n");
  });

  it.each([
    "echo evil > .git/hooks/pre-commit",
    "rm -rf .git/hooks",
    "mv .git/hooks .git/other",
    "git config core.fsmonitor evil",
    "echo evil >> .git/config",
    "mv .git moved",
    "rm -rf .git/config",
  ])("is not changed in what git executes by `%s`", async (line) => {
    const before = readFileSync(join(repository, ".git/config"), "utf8");
    const { ending } = await inRepository(line);
    expect(ending).not.toMatchObject({ kind: "exited", code: 0 });
    expect(readFileSync(join(repository, ".git/config"), "utf8")).toBe(before);
    expect(existsSync(join(repository, ".git/hooks/pre-commit"))).toBe(false);
  });

  it("is guarded from a directory below too", async () => {
    const inner = join(workspace, "inner");
    mkdirSync(join(inner, "src"), { recursive: true });
    git(inner, "init", "-q");
    const line = "echo evil > ../.git/hooks/pre-commit";
    const { sandboxDenial } = await run(sandbox(), shell(line), { cwd: join(inner, "src") });
    expect(sandboxDenial).toContain("Read-only file system");
  });

  it("is guarded where .git is a file that points to it", async () => {
    const both = join(outside, "both");
    mkdirSync(both);
    const main = join(both, "main");
    mkdirSync(main);
    git(main, "init", "-q");
    git(main, "commit", "-q", "--allow-empty", "-m", "first");
    git(main, "worktree", "add", "-q", "../tree");
    const writable = sandbox({ writableRoots: [both] });
    const cwd = join(both, "tree");
    const attempts = [
      "echo evil > ../main/.git/hooks/pre-commit",
      "echo evil >> ../main/.git/config",
      "echo gitdir: /elsewhere > .git",
      "echo /elsewhere > ../main/.git/worktrees/tree/commondir",
    ];
    for (const line of attempts) {
      const { sandboxDenial } = await run(writable, shell(line), { cwd });
      expect(sandboxDenial).toContain("Read-only file system");
    }
    const commit = "git -c user.name=a -c user.email=a@b commit -q --allow-empty -m in-tree";
    expect((await run(writable, shell(commit), { cwd })).ending).toMatchObject({ code: 0 });
  });
});

describe.skipIf(sandboxProblem !== null)("a sandbox that is read-only", () => {
  it("lets nothing be written but temporary files", async () => {
    const runner = sandbox({ mode: "read-only" });
    const { ending, sandboxDenial } = await runIn(runner, "touch never");
    expect(ending).toMatchObject({ kind: "exited", code: 1 });
    expect(sandboxDenial).toContain("Read-only file system");
    expect((await runIn(runner, "cat <<< text; touch $(mktemp)")).ending).toMatchObject({
      code: 0,
    });
    expect(existsSync(join(workspace, "never"))).toBe(false);
  });
});

describe.skipIf(sandboxProblem !== null)("the network of a sandbox", () => {
  const connect = (port: number): string => `exec 3<>/dev/tcp/127.0.0.1/${port} && echo connected`;

  it("is off, even for this machine, unless it was asked for", async () => {
    const server = createServer((socket) => socket.end()).listen(0, "127.0.0.1");
    await once(server, "listening");
    // The address of a server that listens on a port.
    const { port } = server.address() as AddressInfo;
    const off = await run(sandbox(), file("bash", "-c", connect(port)), { cwd: workspace });
    const on = await run(sandbox({ network: true }), file("bash", "-c", connect(port)), {
      cwd: workspace,
    });
    server.close();
    expect(off.text).not.toContain("connected");
    expect(off.ending).not.toMatchObject({ code: 0 });
    expect(on.text).toBe("connected\n");
  });

  it("is named as what was denied when a name cannot be found", async () => {
    const line =
      "getent hosts example.org || { echo 'Could not resolve host: example.org' >&2; exit 6; }";
    const { sandboxDenial } = await runIn(sandbox(), line);
    expect(sandboxDenial).toBe("Could not resolve host: example.org");
  });
});

describe.skipIf(sandboxProblem !== null)("what a sandbox leaves behind", () => {
  it.each([
    [
      "in a session of its own",
      (sleep: string) => `setsid ${sleep} >/dev/null 2>&1 & echo up; wait`,
    ],
    ["without an environment", (sleep: string) => `env -i setsid ${sleep} >/dev/null 2>&1 & wait`],
    ["adopted", (sleep: string) => `(setsid sh -c '${sleep} & :' &); sleep 0`],
  ])("is ended with it: a grandchild %s", async (_how, line) => {
    const nap = uniqueSleep();
    await using command = await start(sandbox(), shell(line(nap.line)), { cwd: workspace });
    await until("it sleeps", () => findSleeps(nap.token).length > 0);
    await command.terminate("stopped");
    expect(findLiving(nap.token)).toEqual([]);
    expect(await command.isTreeAlive()).toBe(false);
  });

  it("is ended with a parent that is killed without a warning", async () => {
    const nap = uniqueSleep();
    const line = `setsid env -i ${nap.line} >/dev/null 2>&1 & echo up; wait`;
    const owner = `
      const { createLocalRunner, createSandboxedRunner, resolveSandboxPolicy } = await import("@termwire/process");
      const policy = resolveSandboxPolicy({ mode: "read-only" });
      const runner = createSandboxedRunner(createLocalRunner(), policy);
      const program = { kind: "shell", line: ${JSON.stringify(line)} };
      const command = await runner.start(runner.resolve({ program, cwd: "/" }));
      await command.output.waitPast(0);
      process.kill(process.pid, "SIGKILL");`;
    const args = ["--input-type=module", "-e", owner];
    await run(createLocalRunner(), file(process.execPath, ...args), { cwd: import.meta.dirname });
    await until("nothing is left", () => findLiving(nap.token).length === 0);
    expect(findLiving(nap.token)).toEqual([]);
  });

  it("may be a background job, until the release", async () => {
    const nap = uniqueSleep();
    const line = `${nap.line} >/dev/null 2>&1 & echo done`;
    const command = await start(sandbox(), shell(line), { cwd: workspace });
    expect((await command.completed).ending).toMatchObject({ kind: "exited", code: 0 });
    await command.outputEnded;
    expect(await command.isTreeAlive()).toBe(true);
    await command.release();
    expect(findLiving(nap.token)).toEqual([]);
  });
});

describe("a sandbox that is asked for and not there", () => {
  const policy = resolveSandboxPolicy({ mode: "read-only" });

  it("is refused with what to install, and nothing is run", async () => {
    const runner = createSandboxedRunner(createLocalRunner(), policy, { path: "/no/such/place" });
    const made = join(outside, "unsandboxed");
    const error: unknown = await start(runner, shell(`touch ${made}`)).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: "sandbox-unavailable" });
    expect(String(error)).toMatch(/apt install bubblewrap/u);
    expect(existsSync(made)).toBe(false);
  });

  it("is refused with what it said when it does not work", async () => {
    const directory = join(outside, "broken");
    mkdirSync(directory);
    const broken = join(directory, "bwrap");
    const script =
      "#!/bin/sh\necho 'bwrap: No permissions to create a new namespace' >&2; exit 1\n";
    writeFileSync(broken, script, { mode: 0o755 });
    const runner = createSandboxedRunner(createLocalRunner(), policy, { path: directory });
    await expect(start(runner, shell("true"))).rejects.toMatchObject({
      code: "sandbox-unavailable",
      message: expect.stringContaining("No permissions to create a new namespace"),
    });
  });

  it("is not needed when it is off", () => {
    const inner = createLocalRunner();
    const off = resolveSandboxPolicy({ mode: "off" });
    expect(createSandboxedRunner(inner, off, { path: "" })).toBe(inner);
  });
});
