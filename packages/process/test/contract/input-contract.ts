import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { file, readAll, run, shell, start, type CreateRunner } from "../command-harness.ts";

/** What commands read when nobody types, for any runner on pipes. */
export function describeInput(createRunner: CreateRunner): void {
  const runner = createRunner();

  describe("input", () => {
    it("is at its end for `cat` (cases 137, 141)", async () => {
      const { text } = await run(runner, shell('timeout 20 cat; echo "exit:$?"'));
      expect(text).toBe("exit:0\n");
    });

    it("is at its end for an interpreter (case 139)", async () => {
      const line = `${process.execPath} -e 'process.stdin.on("data",()=>{}).on("end",()=>console.log("eof"))'`;
      expect((await run(runner, shell(line))).text).toBe("eof\n");
    });

    it("is at its end for `read` (cases 140, 142)", async () => {
      const { ending, text } = await run(runner, shell('read -r line; echo "status $?"'));
      expect(ending).toEqual({ kind: "exited", code: 0, cause: "exit" });
      expect(text).toBe("status 1\n");
    });

    it("cannot be taken from a terminal of this process either (case 143)", async () => {
      const { text } = await run(runner, shell('{ cat </dev/tty; } 2>/dev/null; echo "status $?"'));
      expect(text).toBe("status 1\n");
    });

    it("is nothing a program would page, edit or prompt for (cases 146, 148, 150)", async () => {
      const { text } = await run(
        runner,
        shell('echo "$PAGER $GIT_PAGER $GIT_EDITOR"; seq 500 | ${PAGER}'),
      );
      expect(text.startsWith("cat cat true\n1\n2\n")).toBe(true);
      expect(text.endsWith("\n499\n500\n")).toBe(true);
    });
  });

  describe("input through a pipe", () => {
    it("is what is written, until its end", async () => {
      await using command = await start(runner, file("cat"), { stdin: "pipe" });
      await command.write(Buffer.from("one\n"));
      await command.write(Uint8Array.of(0, 255));
      await command.endInput();
      await command.endInput();
      expect((await command.completed).ending).toEqual({ kind: "exited", code: 0, cause: "exit" });
      expect(readAll(command)).toEqual(Buffer.from([...Buffer.from("one\n"), 0, 255]));
    });

    it("keeps its order and its bytes, however much it is", async () => {
      await using command = await start(runner, file("md5sum"), { stdin: "pipe" });
      const hash = createHash("md5");
      const writes: Promise<void>[] = [];
      for (let index = 0; index < 100; index++) {
        const bytes = Buffer.alloc(50_000, index);
        hash.update(bytes);
        writes.push(command.write(bytes));
        bytes.fill(0); // the caller may reuse its buffer
      }
      await Promise.all(writes);
      await command.endInput();
      await command.completed;
      expect(readAll(command).toString()).toBe(`${hash.digest("hex")}  -\n`);
    });

    it("is refused when nobody reads any more", async () => {
      await using command = await start(runner, shell("exec 0<&-; exit 0"), { stdin: "pipe" });
      await command.completed;
      await expect(command.write(Buffer.from("late"))).rejects.toMatchObject({
        code: "input-closed",
      });
      await command.endInput();
    });

    it("is refused after its end", async () => {
      await using command = await start(runner, file("cat"), { stdin: "pipe" });
      await command.endInput();
      await expect(command.write(Buffer.from("x"))).rejects.toMatchObject({ code: "input-closed" });
    });

    it("is refused by a command that has none", async () => {
      await using command = await start(runner, file("cat"));
      await expect(command.write(Buffer.from("x"))).rejects.toMatchObject({ code: "input-closed" });
      await command.endInput();
    });

    it("does not block when it is not read", async () => {
      const command = await start(runner, file("sleep", "86400"), { stdin: "pipe" });
      const write = command.write(Buffer.alloc(4 * 1024 * 1024)).catch((error: unknown) => error);
      await command.release();
      expect(await write).toMatchObject({ code: "input-closed" });
    });
  });
}
