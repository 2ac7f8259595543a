import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { file, run, shell, type CreateRunner } from "../command-harness.ts";

/** What is run, for any runner of this machine. */
export function describeProgram(createRunner: CreateRunner): void {
  const runner = createRunner();

  describe("a shell line", () => {
    it("is run by a shell (cases 1, 2, 3)", async () => {
      const { text } = await run(runner, shell("echo one && echo two | tr a-z A-Z; echo $((1+2))"));
      expect(text).toBe("one\nTWO\n3\n");
    });

    it("keeps its lines, its line numbers and its $0", async () => {
      const { text } = await run(runner, shell('echo "$LINENO"\n\necho "$LINENO $0"'), {});
      expect(text).toMatch(/^1\n3 \S*(?:bash|sh)\n$/u);
    });

    it("may begin like an option", async () => {
      const { ending, text } = await run(runner, shell("-not-a-program"));
      expect(ending).toMatchObject({ kind: "exited", code: 127 });
      expect(text).toContain("-not-a-program");
    });
  });

  describe("a file with arguments", () => {
    it("gets them as they are, never parsed again", async () => {
      const args = ["a b", "$HOME", "`id`", "*", "'\"", "", "\\n", "é"];
      const { text } = await run(runner, file("printf", "<%s>\\n", ...args));
      expect(text).toBe(args.map((arg) => `<${arg}>\n`).join(""));
    });

    it("may have blanks in its path (case 6)", async () => {
      const directory = mkdtempSync(join(tmpdir(), "My Tool-"));
      const tool = join(directory, "a tool");
      writeFileSync(tool, "#!/bin/sh\necho ran with $# argument\n");
      chmodSync(tool, 0o755);
      expect((await run(runner, file(tool, "x y"))).text).toBe("ran with 1 argument\n");
      rmSync(directory, { recursive: true });
    });

    it("is told apart from its interpreter when that is what is missing", async () => {
      const directory = mkdtempSync(join(tmpdir(), "script-"));
      const script = join(directory, "script");
      writeFileSync(script, "#!/no/such/interpreter -x\n");
      chmodSync(script, 0o755);
      const { ending, text } = await run(runner, file("./script"), { cwd: directory });
      expect(ending).toEqual({ kind: "exited", code: 127, cause: "not-started" });
      expect(text).toContain("its interpreter /no/such/interpreter was not found");
      rmSync(directory, { recursive: true });
    });

    it("is found on the PATH of its own environment", async () => {
      const directory = mkdtempSync(join(tmpdir(), "path-"));
      writeFileSync(join(directory, "only-here"), "#!/bin/sh\necho found\n");
      chmodSync(join(directory, "only-here"), 0o755);
      const env = { PATH: `${directory}:/usr/bin:/bin` };
      expect((await run(runner, file("only-here"), { env })).text).toBe("found\n");
      rmSync(directory, { recursive: true });
    });
  });

  describe("the environment", () => {
    it("has what the request adds", async () => {
      const { text } = await run(runner, shell('echo "$ADDED"'), { env: { ADDED: "a b" } });
      expect(text).toBe("a b\n");
    });

    it("lets the request win", async () => {
      const { text } = await run(runner, shell('echo "$PAGER"'), { env: { PAGER: "mine" } });
      expect(text).toBe("mine\n");
    });
  });
}
