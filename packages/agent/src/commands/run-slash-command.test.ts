import { describe, expect, it } from "vitest";
import { runSlashCommand } from "./run-slash-command.ts";

describe("a command of the harness", () => {
  it("is given what follows its name, and says what came of it", async () => {
    const command = {
      name: "echo",
      description: "",
      hint: null,
      run: async (text: string) => text.toUpperCase(),
    };
    expect(await runSlashCommand({ command, argument: "hi" })).toBe("HI");
  });

  it("that breaks says so, and breaks nothing else", async () => {
    const run = (): Promise<string> => Promise.reject(new Error("the disk is gone"));
    const command = { name: "export", description: "", hint: null, run };
    expect(await runSlashCommand({ command, argument: "" })).toBe(
      "`/export` failed: the disk is gone",
    );
  });
});
