import { describe, expect, it } from "vitest";
import type { CommandRunner } from "@termwire/terminal";
import { createSandboxSwitch, type SandboxSource } from "./sandbox-switch.ts";

/** A source whose runners say where they were to start something. */
function createSource(problem: string | null = null) {
  const started: string[] = [];
  const source: SandboxSource = {
    initial: "off",
    createRunner: (level, cwd): CommandRunner => ({
      resolve: () => {
        throw new Error("not asked");
      },
      start: () => {
        started.push(`${level} ${cwd}`);
        return Promise.reject(new Error("not here"));
      },
    }),
    findProblem: async () => problem,
  };
  return { source, started };
}

async function start(runner: CommandRunner): Promise<void> {
  await runner.start({} as never).catch(() => undefined); // never looked at
}

describe("the sandbox of a session", () => {
  it("holds what is started from then on", async () => {
    const { source, started } = createSource();
    const held = createSandboxSwitch(source, "/p", "off");
    await start(held);
    expect(await held.change("read-only")).toBe(null);
    expect(held.level).toBe("read-only");
    await start(held);
    await held.change("off");
    await start(held);
    expect(started).toEqual(["off /p", "read-only /p", "off /p"]);
  });

  it("stays as it is where there can be none, and says why", async () => {
    const { source, started } = createSource("install bubblewrap");
    const held = createSandboxSwitch(source, "/p", "off");
    expect(await held.change("workspace-write")).toBe("install bubblewrap");
    expect(held.level).toBe("off");
    await start(held);
    expect(started).toEqual(["off /p"]);
  });

  it("can be taken away where there can be none", async () => {
    const { source } = createSource("install bubblewrap");
    const held = createSandboxSwitch(source, "/p", "read-only");
    expect(await held.change("read-only")).toBe(null);
    expect(await held.change("off")).toBe(null);
    expect(held.level).toBe("off");
  });
});
