import { describe, expect, it } from "vitest";
import { run, shell, type CreateRunner } from "../command-harness.ts";

/** What commands read when nobody types, for any runner on pipes. */
export function describeInput(createRunner: CreateRunner): void {
  const runner = createRunner();

  describe("input", () => {
    it("is at its end for `cat` (case 137, case 141)", async () => {
      const { text } = await run(runner, shell('timeout 20 cat; echo "exit:$?"'));
      expect(text).toBe("exit:0\n");
    });

    it("is at its end for an interpreter (case 139)", async () => {
      const line = `${process.execPath} -e 'process.stdin.on("data",()=>{}).on("end",()=>console.log("eof"))'`;
      expect((await run(runner, shell(line))).text).toBe("eof\n");
    });

    it("is at its end for `read` (case 140, case 142)", async () => {
      const { ending, text } = await run(runner, shell('read -r line; echo "status $?"'));
      expect(ending).toEqual({ kind: "exited", code: 0, cause: "exit" });
      expect(text).toBe("status 1\n");
    });

    it("cannot be taken from a terminal of this process either (case 143)", async () => {
      const { text } = await run(runner, shell('{ cat </dev/tty; } 2>/dev/null; echo "status $?"'));
      expect(text).toBe("status 1\n");
    });

    it("is nothing a program would page, edit or prompt for (case 146, case 148, case 150)", async () => {
      const { text } = await run(
        runner,
        shell('echo "$PAGER $GIT_PAGER $GIT_EDITOR"; seq 500 | ${PAGER}'),
      );
      expect(text.startsWith("cat cat true\n1\n2\n")).toBe(true);
      expect(text.endsWith("\n499\n500\n")).toBe(true);
    });
  });
}
