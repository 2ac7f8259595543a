import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const BIN = join(ROOT, "apps/cli/bin/termwire.js");
const README = readFileSync(join(ROOT, "README.md"), "utf8");

/** What is printed has no colours, whatever whoever runs the tests wants of Node. */
function run(file: string, args: readonly string[]) {
  const { FORCE_COLOR: _, ...env } = process.env;
  return promisify(execFile)(file, args, { cwd: ROOT, env });
}

describe("the README", () => {
  it.each(["agent", "client"])("shows examples/%s.mjs as it is", (name) => {
    const code = readFileSync(join(ROOT, `examples/${name}.mjs`), "utf8");
    expect(README).toContain(`\`\`\`js\n${code}\`\`\``);
  });

  it("shows a card in a page by the lines that the package tests", () => {
    const cards = readFileSync(join(ROOT, "packages/cards/README.md"), "utf8");
    const [lines] = /```html\n.*?```/su.exec(cards) ?? ["no lines"];
    expect(README).toContain(lines);
  });

  it("has an agent example whose command is a live card in any client", async () => {
    const agent = `'${process.execPath}' examples/agent.mjs`;
    const failure: unknown = await run(process.execPath, [BIN, "run", "--agent", agent, "x"]).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code: 3, stdout: expect.stringContaining("hello\n[exit 3") });
  });

  it.each([[[]], [["--exec", "client"]]])(
    "has a client example that shows what an agent runs, and has run by it: agent %j",
    async (options) => {
      const { stdout } = await run(process.execPath, [
        "examples/client.mjs",
        process.execPath,
        BIN,
        "agent",
        "--model",
        "shell",
        "--no-sessions",
        ...options,
      ]);
      expect(stdout).toContain("$ echo one; sleep 1; echo two\none\ntwo\nended:");
      expect(stdout).toContain("stopReason: 'end_turn'");
    },
  );
});
