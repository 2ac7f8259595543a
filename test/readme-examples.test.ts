import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCommand } from "../scripts/run-command.mjs";
import { readWorkspaces, ROOT } from "../scripts/workspace.mjs";

/** The examples of a package's README that say what they print: `console.log(…); // what it prints`. */
const examples = readWorkspaces().flatMap(({ folder }) => {
  const path = join(ROOT, folder, "README.md");
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  return [...text.matchAll(/^```js\n(.*?)^```/gmsu)]
    .map(([, code = ""], index) => ({ folder, index, code, prints: printedBy(code) }))
    .filter(({ prints }) => prints.length > 0);
});

function printedBy(code: string) {
  return [...code.matchAll(/^\s*console\.log\(.*\); \/\/ (.*)$/gmu)].map(([, line = ""]) => line);
}

describe("an example in a package's README", () => {
  it("is found", () => {
    expect(examples.map(({ folder }) => folder)).toContain("packages/terminal");
  });

  it.each(examples)("runs and prints what it says: $folder, block $index", async (example) => {
    // Without colours, whatever whoever runs the tests wants of Node.
    const node = ["-u", "FORCE_COLOR", "node", "--input-type=module", "-e", example.code];
    const { code, output } = await runCommand("env", node);
    expect(output.split("\n").map((line) => line.trimEnd())).toEqual(
      expect.arrayContaining(example.prints),
    );
    expect(code).toBe(0);
  });
});
