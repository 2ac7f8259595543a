import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { listChoices } from "./list-choices.ts";

const server = { name: "a b", command: "my agent", args: ["it's"], env: { K: "v" } };

describe("the agents to choose from", () => {
  it("are the built-in one, and it is started by what is installed", () => {
    const [choice, ...others] = listChoices({ commandLine: null, servers: [] });
    expect(others).toEqual([]);
    expect(choice).toMatchObject({ id: "termwire", commandText: "termwire agent" });
    expect(choice.command[0]).toBe(process.execPath);
    expect(existsSync(choice.command[1] ?? "")).toBe(true);
  });

  it("begin with what was asked for", () => {
    const [first, ...others] = listChoices({ commandLine: "npx x | tee log", servers: [server] });
    expect(first).toMatchObject({ id: "command", commandText: "npx x | tee log" });
    expect(first.command.at(-1)).toBe("npx x | tee log");
    expect(others.map(({ id }) => id)).toEqual(["termwire", "config:a b"]);
  });

  it("have those of the configuration, whose names cannot be taken for others", () => {
    const servers = [server, { ...server, name: "termwire" }];
    const ids = listChoices({ commandLine: null, servers }).map(({ id }) => id);
    expect(ids).toEqual(["termwire", "config:a b", "config:termwire"]);
    expect(listChoices({ commandLine: null, servers })[1]).toEqual({
      id: "config:a b",
      name: "a b",
      command: ["my agent", "it's"],
      commandText: String.raw`'my agent' 'it'\''s'`,
      env: { K: "v" },
    });
  });
});
