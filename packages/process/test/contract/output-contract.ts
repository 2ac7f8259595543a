import { describe, expect, it } from "vitest";
import { createUtf8Decoder } from "@termwire/terminal";
import {
  file,
  lineEndBytes,
  printed,
  readAll,
  run,
  shell,
  start,
  type CreateRunner,
} from "../command-harness.ts";

/** For hundreds of commands on a busy machine, in a runner that starts several processes for each. */
export const MANY_COMMANDS_MS = 180_000;

/** Bytes of output, for any runner on pipes. */
export function describeOutput(createRunner: CreateRunner): void {
  const runner = createRunner();

  describe("output", () => {
    it("is what was printed (case 159)", async () => {
      expect((await run(runner, shell("echo hello"))).text).toBe("hello\n");
    });

    it("can be nothing", async () => {
      const { text, outputEnded } = await run(runner, shell("true"));
      expect({ text, outputEnded }).toEqual({ text: "", outputEnded: true });
    });

    it("can end without a line end", async () => {
      expect((await run(runner, shell("printf 'no newline'"))).text).toBe("no newline");
    });

    it("holds NUL and bytes that are no text as they are", async () => {
      const { bytes } = await run(runner, file("printf", "a\\000b\\377\\376\\302"));
      expect([...bytes]).toEqual([0x61, 0, 0x62, 0xff, 0xfe, 0xc2]);
    });

    it("keeps stdout and stderr in the order of their writing (cases 129, 130)", async () => {
      const line = "echo o1; echo e1 >&2; echo o2; echo e2 >&2";
      expect((await run(runner, file("/bin/sh", "-c", line))).text).toBe("o1\ne1\no2\ne2\n");
    });

    it("keeps that order over many lines", async () => {
      const { text } = await run(
        runner,
        shell("for i in $(seq 500); do echo o$i; echo e$i >&2; done"),
      );
      const expected = Array.from({ length: 500 }, (_, i) => `o${i + 1}\ne${i + 1}\n`).join("");
      expect(text).toBe(expected);
    });

    it("takes what is written to /dev/stdout and /dev/stderr opened again", async () => {
      const line = "echo a > /dev/stdout; echo b > /dev/stderr; echo c | tee /dev/stderr";
      expect((await run(runner, shell(line))).text).toBe("a\nb\nc\nc\n");
    });

    it("is whole for 10 MB, byte by byte", async () => {
      const { bytes } = await run(runner, shell("seq 1400000"), {
        outputLimitBytes: 32 * 1024 * 1024,
      });
      const expected = Array.from({ length: 1_400_000 }, (_, index) => `${index + 1}\n`).join("");
      expect(bytes.equals(Buffer.from(expected))).toBe(true);
    });

    it("keeps the newest bytes and counts them all beyond its limit", async () => {
      await using command = await start(runner, shell("seq 100000"), { outputLimitBytes: 1000 });
      await command.completed;
      expect(command.output.endOffset).toBe(488_895 + 100_000 * lineEndBytes(command));
      expect(readAll(command).toString().endsWith("\n99999\n100000\n")).toBe(true);
      expect(command.output.read(command.output.startOffset).bytes.length).toBe(1000);
    });

    it("can be counted without being kept", async () => {
      await using command = await start(runner, shell("echo hello"), { outputLimitBytes: 0 });
      await command.completed;
      expect(command.output.endOffset).toBe(5 + lineEndBytes(command));
      expect(readAll(command).length).toBe(0);
    });

    it("arrives while the command runs", async () => {
      await using command = await start(runner, shell("echo early; sleep 86400"));
      await printed(command, "early\n");
      expect(command.output.ended).toBe(false);
    });

    it.each([1, 2, 3])(
      "joins a character of four bytes cut after %i (cases 100, 101)",
      async (cut) => {
        const parts = ["\\360", "\\237", "\\230", "\\200"];
        const head = parts.slice(0, cut).join("");
        const tail = parts.slice(cut).join("");
        await using command = await start(
          runner,
          shell(`printf 'a${head}'; sleep 0.2; printf '${tail}b'`),
        );
        const decoder = createUtf8Decoder();
        let text = "";
        for (let offset = 0; await command.output.waitPast(offset);) {
          const slice = command.output.read(offset);
          text += decoder.decode(slice.bytes);
          offset = slice.next;
        }
        expect(text + decoder.flush()).toBe("a😀b");
        expect(decoder.replacedCount).toBe(0);
      },
    );

    it("is the same text for any size of read (cases 102, 103)", async () => {
      const line = `┌${"─".repeat(200)}┐`;
      const { bytes } = await run(runner, shell(`for i in $(seq 100); do echo '${line}'; done`));
      const expected = `${line}\n`.repeat(100);
      for (const size of [1, 2, 3, 4096, 65_536]) {
        const decoder = createUtf8Decoder();
        let text = "";
        for (let at = 0; at < bytes.length; at += size) {
          text += decoder.decode(bytes.subarray(at, at + size));
        }
        expect(text + decoder.flush()).toBe(expected);
      }
    });

    it(
      "misses no byte of 500 short commands that run side by side",
      async () => {
        const payload = 7500;
        const line = `head -c ${payload} /dev/zero | tr '\\0' x; exit 5`;
        for (let batch = 0; batch < 25; batch++) {
          const results = await Promise.all(
            Array.from({ length: 20 }, () => run(runner, file("/bin/sh", "-c", line))),
          );
          for (const { bytes, ending } of results) {
            expect(bytes.length).toBe(payload);
            expect(ending).toEqual({ kind: "exited", code: 5, cause: "exit" });
          }
        }
      },
      MANY_COMMANDS_MS,
    );

    it("misses no byte printed before the exit when a descendant holds the pipe", async () => {
      const line = "sleep 86400 & seq 20000";
      const expected = Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join("");
      const results = await Promise.all(Array.from({ length: 20 }, () => run(runner, shell(line))));
      for (const { text } of results) expect(text).toBe(expected);
    });
  });
}
