import { describe, expect, it } from "vitest";
import { parseSlashCommand, type SlashCommand } from "./slash-command.ts";

function command(name: string): SlashCommand {
  return { name, description: name, hint: null, run: async () => name };
}

const COMMANDS = [command("jobs"), command("kill")];

describe("a prompt", () => {
  it.each([
    ["/jobs", "jobs", ""],
    ["  /jobs\n", "jobs", ""],
    ["/kill job_1", "kill", "job_1"],
    ["/kill \t job_1  now ", "kill", "job_1  now"],
  ])("%j asks for a command", (prompt, name, argument) => {
    const asked = parseSlashCommand(prompt, COMMANDS);
    expect({ name: asked?.command.name, argument: asked?.argument }).toEqual({ name, argument });
  });

  it.each([
    "/usr/bin/env",
    "/jobs/list",
    "/jobsx",
    "/nothing",
    "jobs",
    "// jobs",
    "/",
    "",
    "/jobs\necho and a script",
    "echo /jobs",
    "/Jobs",
    "/toString",
  ])("%j is for the model", (prompt) => {
    expect(parseSlashCommand(prompt, COMMANDS)).toBe(null);
  });
});
