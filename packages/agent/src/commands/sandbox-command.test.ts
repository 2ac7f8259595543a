import { describe, expect, it } from "vitest";
import type { SandboxLevel } from "../sandbox/sandbox-level.ts";
import { createSandboxCommand } from "./sandbox-command.ts";

function createSubject(problem: string | null = null) {
  const kept: SandboxLevel[] = [];
  const sandbox = {
    level: "off" as SandboxLevel,
    async change(level: SandboxLevel) {
      if (problem === null) sandbox.level = level;
      return problem;
    },
  };
  const command = createSandboxCommand(sandbox, async (level) => void kept.push(level));
  return { sandbox, command, kept };
}

describe("/sandbox", () => {
  it("says what holds commands, and changes it", async () => {
    const { sandbox, command, kept } = createSubject();
    expect(await command.run("")).toBe("Commands run without a sandbox.");
    expect(await command.run("workspace")).toContain("can write to the session's directory only.");
    expect(sandbox.level).toBe("workspace-write");
    expect(await command.run("read-only")).toContain("can write nothing.");
    expect(await command.run("off")).toContain("What was started before stays as it is.");
    expect(kept).toEqual(["workspace-write", "read-only", "off"]);
  });

  it("keeps nothing of what was so already, nor of what cannot be", async () => {
    const { command, kept } = createSubject();
    expect(await command.run("off")).toContain("That was so already.");
    expect(await command.run("strict")).toBe('Expected read-only, workspace or off, got "strict".');
    const without = createSubject("install bubblewrap");
    expect(await without.command.run("read-only")).toBe(
      "There is no sandbox here: install bubblewrap",
    );
    expect([...kept, ...without.kept]).toEqual([]);
  });
});
