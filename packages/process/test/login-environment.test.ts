import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLocalRunner, readLoginEnvironment } from "@termwire/process";
import { run, shell } from "./command-harness.ts";
import { findLiving, uniqueSleep } from "./operating-system.ts";

let home = "";

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "home-"));
});

afterEach(() => {
  rmSync(home, { recursive: true });
});

function environment(): NodeJS.ProcessEnv {
  return { HOME: home, PATH: process.env["PATH"], SHLVL: "1", GH_TOKEN: "kept here" };
}

function writeStartupFile(name: string, text: string): void {
  writeFileSync(join(home, name), text);
}

describe("the environment of a login shell", () => {
  it("has what the start-up files of the user set (cases 180, 183)", async () => {
    writeStartupFile(".bash_profile", 'export FROM_PROFILE="a b"\n. ~/.bashrc\n');
    writeStartupFile(".bashrc", 'echo chatter; export FROM_RC=1 PATH="/opt/tool:$PATH"\n');
    const { env, fallbackReason } = await readLoginEnvironment({
      shell: "/bin/bash",
      env: environment(),
    });
    expect(fallbackReason).toBeNull();
    expect(env).toMatchObject({ FROM_PROFILE: "a b", FROM_RC: "1", GH_TOKEN: "kept here" });
    expect(env["PATH"]).toMatch(/^\/opt\/tool:/u);
    const { text } = await run(createLocalRunner({ env }), shell('echo "$FROM_RC,$GH_TOKEN"'));
    expect(text).toBe("1,\n");
  });

  it("is asked for once, for the first command of a runner", async () => {
    writeStartupFile(".bash_profile", 'echo asked >> "$HOME/asked"; export FROM_PROFILE=1\n');
    const runner = createLocalRunner({
      env: async () => (await readLoginEnvironment({ shell: "/bin/bash", env: environment() })).env,
    });
    expect(existsSync(join(home, "asked"))).toBe(false);
    const line = shell('echo "$FROM_PROFILE"');
    const texts = (await Promise.all([run(runner, line), run(runner, line)])).map(
      ({ text }) => text,
    );
    expect(texts).toEqual(["1\n", "1\n"]);
    expect(readFileSync(join(home, "asked"), "utf8")).toBe("asked\n");
  });

  it("has nothing that only the asking put there", async () => {
    const { env } = await readLoginEnvironment({ shell: "/bin/bash", env: environment() });
    for (const name of ["PAGER", "EDITOR", "GIT_EDITOR", "TERM", "TERMWIRE_TERMINAL", "_", "PWD"]) {
      expect(env).not.toHaveProperty(name);
    }
    expect(env).toHaveProperty("SHLVL", "1");
  });

  it("is the given one when a start-up file becomes another program (case 184)", async () => {
    writeStartupFile(".bash_profile", "exec true\n");
    const env = environment();
    const read = await readLoginEnvironment({ shell: "/bin/bash", env });
    expect(read.env).toBe(env);
    expect(read.fallbackReason).toContain("/bin/bash did not tell");
  });

  it("is the given one in bounded time when a start-up file hangs (case 184)", async () => {
    const nap = uniqueSleep();
    writeStartupFile(".bash_profile", `${nap.line}\n`);
    const env = environment();
    const read = await readLoginEnvironment({ shell: "/bin/bash", env, timeoutMs: 300 });
    expect(read.env).toBe(env);
    expect(findLiving(nap.token)).toEqual([]);
  });

  it("is the given one for a shell that is not there or not known (case 182)", async () => {
    const env = environment();
    const odd = join(home, "tmux");
    writeFileSync(odd, "#!/bin/sh\n");
    chmodSync(odd, 0o755);
    for (const path of ["/no/such/bash", odd]) {
      const read = await readLoginEnvironment({ shell: path, env });
      expect(read.env).toBe(env);
      expect(read.fallbackReason).toContain(path);
    }
  });
});
