import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { findChildren, findLiving, findSleeps, uniqueSleep, until } from "./operating-system.ts";

/** Another process that starts commands of its own and then does `after`. */
function startOwner(line: string, after: string): ChildProcess {
  const script = `
    import { createLocalRunner } from "@termwire/process";
    const runner = createLocalRunner();
    const start = (line) =>
      runner.start(runner.resolve({ program: { kind: "shell", line }, cwd: "/" }));
    const command = await start(${JSON.stringify(line)});
    await command.output.waitPast(0);
    ${after}
  `;
  return spawn(process.execPath, ["--input-type=module", "-e", script], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "ignore"],
  });
}

async function outputOf(owner: ChildProcess): Promise<string> {
  let text = "";
  owner.stdout?.on("data", (bytes: Buffer) => (text += bytes.toString()));
  await once(owner, "close");
  return text;
}

const STAY = "console.log('ready'); setInterval(() => {}, 1000);";

const COMPLETED = `await command.completed; ${STAY}`;

/** Starts a line in another process, waits until its sleeps run, and kills that process without a warning. */
async function killOwnerOf(
  line: string,
  sleeps: number,
  token: string,
  after = STAY,
): Promise<void> {
  const owner = startOwner(line, after);
  if (owner.stdout !== null) await once(owner.stdout, "data");
  await until("its commands run", () => findSleeps(token).length >= sleeps);
  owner.kill("SIGKILL");
  await once(owner, "exit");
}

async function allGone(token: string): Promise<readonly number[]> {
  await until("nothing is left", () => findLiving(token).length === 0);
  return findLiving(token);
}

describe("the end of the process that owns commands", () => {
  it("takes them along when it exits by itself (cases 33, 38, 46)", async () => {
    const nap = uniqueSleep();
    const owner = startOwner(`echo up; ${nap.line} & ${nap.line}`, "process.exit(0);");
    await once(owner, "exit");
    expect(owner.exitCode).toBe(0);
    expect(await allGone(nap.token)).toEqual([]);
  });

  it("takes them along when it dies of an exception", async () => {
    const nap = uniqueSleep();
    const owner = startOwner(
      `echo up; ${nap.line}`,
      "setImmediate(() => { throw new Error('on purpose'); });",
    );
    await once(owner, "exit");
    expect(owner.exitCode).toBe(1);
    expect(await allGone(nap.token)).toEqual([]);
  });

  it("takes them along when it is killed without a warning (cases 30, 43)", async () => {
    const nap = uniqueSleep();
    await killOwnerOf(`echo up; ${nap.line} & ${nap.line}`, 2, nap.token);
    expect(await allGone(nap.token)).toEqual([]);
  });

  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "takes them along when it is told to end by %s (case 45)",
    async (signal) => {
      const nap = uniqueSleep();
      const owner = startOwner(`echo up; ${nap.line} & setsid ${nap.line}`, STAY);
      await until("its commands run", () => findSleeps(nap.token).length >= 2);
      owner.kill(signal);
      await once(owner, "exit");
      expect(await allGone(nap.token)).toEqual([]);
    },
  );

  it("takes along what left the session and ignores TERM", async () => {
    const nap = uniqueSleep();
    const line = `setsid sh -c 'trap "" TERM; ${nap.line}; ${nap.line}' >/dev/null 2>&1 & echo up`;
    await killOwnerOf(line, 1, nap.token);
    expect(await allGone(nap.token)).toEqual([]);
  });

  it("takes along what has an environment of its own", async () => {
    const nap = uniqueSleep();
    await killOwnerOf(`echo up; exec env -i ${nap.line}`, 1, nap.token);
    expect(await allGone(nap.token)).toEqual([]);
  });

  it("takes along what has an environment of its own and was left by its command", async () => {
    const nap = uniqueSleep();
    await killOwnerOf(`env -i ${nap.line} >/dev/null 2>&1 & echo up`, 1, nap.token, COMPLETED);
    expect(await allGone(nap.token)).toEqual([]);
  });

  it(
    "is not made late by many short commands that nobody released",
    { timeout: 120_000 },
    async () => {
      const nap = uniqueSleep();
      const many = `
      for (let done = 0; done < 200; done += 10) {
        const ten = await Promise.all(Array.from({ length: 10 }, () => start("true")));
        await Promise.all(ten.map((command) => command.completed));
      }
      await start("setsid ${nap.line} & ${nap.line}");
      ${STAY}`;
      const owner = startOwner("echo up", many);
      if (owner.stdout === null) throw new Error("no output");
      await once(owner.stdout, "data"); // however long that takes
      await until("its last command runs", () => findSleeps(nap.token).length >= 2);
      const [helper] = findChildren(owner.pid ?? 0, "termwire-reaper");
      owner.kill("SIGKILL");
      await once(owner, "exit");
      expect(await allGone(nap.token)).toEqual([]);
      await until("the helper is gone", () => !findLiving("termwire-reaper").includes(helper ?? 0));
    },
  );

  it("is not delayed by what it leaves, and its output ends", async () => {
    const nap = uniqueSleep();
    const owner = startOwner(
      `${nap.line} & echo up`,
      "await command.completed; console.log('done');",
    );
    expect(await outputOf(owner)).toBe("done\n");
    expect(await allGone(nap.token)).toEqual([]);
  });

  it("leaves no helper behind", async () => {
    const owner = startOwner("echo up", `await command.release(); ${STAY}`);
    const helpers = (): number[] => findChildren(owner.pid ?? 0, "termwire-reaper");
    await until("its helper runs", () => helpers().length === 1);
    const [helper] = helpers();
    owner.kill("SIGTERM");
    await once(owner, "exit");
    await until("the helper is gone", () => !findLiving("termwire-reaper").includes(helper ?? 0));
    expect(findLiving("termwire-reaper")).not.toContain(helper);
  });

  it("may come after its helper was killed and replaced", async () => {
    const nap = uniqueSleep();
    const again = `
      const { execFileSync } = await import("node:child_process");
      const own = ["-P", String(process.pid), "-f", "termwire-reaper"];
      const helper = Number(execFileSync("pgrep", own).toString());
      process.kill(helper, "SIGKILL");
      const lives = () => {
        try {
          return process.kill(helper, 0);
        } catch {
          return false;
        }
      };
      while (lives()) await new Promise((resolve) => setTimeout(resolve, 10));
      await start("echo again");
      ${STAY}`;
    const owner = startOwner(`echo up; ${nap.line}`, again);
    if (owner.stdout === null) throw new Error("no output");
    await once(owner.stdout, "data");
    owner.kill("SIGKILL");
    await once(owner, "exit");
    expect(await allGone(nap.token)).toEqual([]);
  });
});
