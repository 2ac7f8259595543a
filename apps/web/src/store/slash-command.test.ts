import { describe, expect, it } from "vitest";
import { matchSlashCommands, parseSlashCommands } from "./slash-command.ts";

const commands = parseSlashCommands([
  { name: "plan", description: "Make a plan", input: { hint: "what for" } },
  { name: "Play" },
  { name: "compact", description: "Shorten", input: null },
  {},
  null,
]);
const offered = (draft: string) => matchSlashCommands(commands, draft).map(({ name }) => name);

describe("the commands of an agent", () => {
  it("are read with what they take, and nothing that is none", () => {
    expect(commands).toEqual([
      { name: "plan", description: "Make a plan", hint: "what for" },
      { name: "Play", description: "", hint: null },
      { name: "compact", description: "Shorten", hint: null },
    ]);
    expect(parseSlashCommands("plan")).toEqual([]);
  });

  it("are offered while their name is written", () => {
    expect(offered("/")).toEqual(["plan", "Play", "compact"]);
    expect(offered("/pl")).toEqual(["plan", "Play"]);
    expect(offered("/PLAN")).toEqual(["plan"]);
  });

  it.each(["", "plan", " /plan", "/plan it", "/nope", "/\n"])("are not offered for %j", (draft) => {
    expect(offered(draft)).toEqual([]);
  });
});
