import { mkdtempSync, realpathSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TerminalError } from "@termwire/terminal";
import { run, shell, start, type CreateRunner } from "../command-harness.ts";

/** Where commands run, for any runner of this machine. */
export function describeDirectory(createRunner: CreateRunner): void {
  const runner = createRunner();

  const refusal = async (cwd: string): Promise<TerminalError> => {
    const error: unknown = await start(runner, shell("echo hi"), { cwd }).catch((e: unknown) => e);
    if (!TerminalError.is(error)) throw new Error(`expected a refusal, got ${String(error)}`);
    return error;
  };

  describe("the working directory", () => {
    it("is the one asked for", async () => {
      const cwd = realpathSync(mkdtempSync(join(tmpdir(), "a b é-")));
      expect((await run(runner, shell("pwd"), { cwd })).text).toBe(`${cwd}\n`);
      rmdirSync(cwd);
    });

    it("is named when it does not exist (cases 10, 14)", async () => {
      const error = await refusal("/no/such/directory");
      expect(error.code).toBe("cwd-missing");
      expect(error.message).toBe("working directory does not exist: /no/such/directory");
    });

    it("is named when it was removed meanwhile (case 11)", async () => {
      const cwd = mkdtempSync(join(tmpdir(), "gone-"));
      expect((await run(runner, shell("echo hi"), { cwd })).text).toBe("hi\n");
      rmdirSync(cwd);
      const error = await refusal(cwd);
      expect(error.code).toBe("cwd-missing");
      expect(error.message).toContain(cwd);
    });

    it("is named when it is a file (case 10)", async () => {
      const error = await refusal("/etc/passwd");
      expect(error.code).toBe("cwd-not-directory");
      expect(error.message).toContain("/etc/passwd");
    });

    it("is named when it is relative", async () => {
      const error = await refusal("some/where");
      expect(error.code).toBe("cwd-relative");
      expect(error.message).toContain("some/where");
    });

    it("is refused in the form of another system (case 13)", async () => {
      const error = await refusal("C:\\repo");
      expect(error.code).toBe("cwd-relative");
      expect(error.message).toContain("Windows path");
    });
  });
}
