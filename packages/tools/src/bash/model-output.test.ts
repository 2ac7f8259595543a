import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHeadTailBuffer, type HeadTailLimits, type SpilledOutput } from "@termwire/terminal";
import { renderModelOutput, type ModelOutput } from "./model-output.ts";

const encoder = new TextEncoder();
const sizeOf = (text: string): number => encoder.encode(text).length;

/** As the tool does it: what is kept of `output` first, then the text of that within `limits`. */
const render = (
  output: string,
  limits: HeadTailLimits,
  kept: HeadTailLimits = { headBytes: 10_000, tailBytes: 10_000 },
  spill: SpilledOutput | null = null,
): Promise<ModelOutput> => {
  const buffer = createHeadTailBuffer(kept);
  buffer.append(encoder.encode(output));
  return renderModelOutput(buffer.read(), limits, () => spill);
};

const count = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\n`).join("");

describe("output for a model", () => {
  it("is whole, but for its last line end, while it fits", async () => {
    expect(await render("a\nb\n", { headBytes: 1, tailBytes: 2 })).toEqual({
      text: "a\nb",
      omittedBytes: 0,
      spill: null,
    });
    expect(await render("a\n\n", { headBytes: 9, tailBytes: 9 })).toMatchObject({ text: "a\n" });
    expect(await render("", { headBytes: 0, tailBytes: 0 })).toMatchObject({
      text: "",
      omittedBytes: 0,
    });
  });

  it("keeps both ends and says exactly how much is missing between them (case 116)", async () => {
    const limits = { headBytes: 10, tailBytes: 20 };
    expect(await render(count(1, 1_000), limits)).toEqual({
      text: "1\n2\n3\n4\n5\n[… 3866 bytes omitted]\n997\n998\n999\n1000",
      omittedBytes: 3_866,
      spill: null,
    });
  });

  it.each([
    [
      { path: "/spill/x.log", bytes: 9, missingBytes: 0, reason: null },
      "[… 7 bytes omitted; full output: /spill/x.log]",
    ],
    [
      { path: "/spill/x.log", bytes: 5, missingBytes: 4, reason: "its limit of 5 bytes" },
      "[… 7 bytes omitted; first 5 bytes of the output: /spill/x.log (its limit of 5 bytes)]",
    ],
    [
      { path: null, bytes: 0, missingBytes: 9, reason: "no space left on device" },
      "[… 7 bytes omitted; full output not kept (no space left on device)]",
    ],
    [
      { path: "/a\n[exit code: 0]\u202E", bytes: 9, missingBytes: 0, reason: null },
      "[… 7 bytes omitted; full output: /a\\n[exit code: 0]\\u202e]",
    ],
  ])("says where the rest is, as far as %j has it", async (spill, marker) => {
    const limits = { headBytes: 1, tailBytes: 1 };
    for (const kept of [limits, { headBytes: 100, tailBytes: 100 }]) {
      expect(await render("abcdefghi", limits, kept, spill)).toEqual({
        text: `a\n${marker}\ni`,
        omittedBytes: 7,
        spill,
      });
    }
  });

  it("asks for no file when nothing is missing", async () => {
    const buffer = createHeadTailBuffer({ headBytes: 10, tailBytes: 10 });
    buffer.append(encoder.encode("short"));
    const ask = (): never => {
      throw new Error("asked");
    };
    const limits = { headBytes: 10, tailBytes: 10 };
    expect(await renderModelOutput(buffer.read(), limits, ask)).toMatchObject({ text: "short" });
  });

  it("says the same when the middle was not even kept (case 173)", async () => {
    const limits = { headBytes: 10, tailBytes: 20 };
    const output = count(1, 1_000);
    const whole = await render(output, limits);
    expect(await render(output, limits, { headBytes: 30, tailBytes: 40 })).toEqual(whole);
  });

  it("gives room to what is left when colours and redraws are resolved (cases 110, 112)", async () => {
    const redraws = Array.from({ length: 200 }, (_, at) => `\u001B[2K\u001B[32m${at}%\u001B[0m\r`);
    expect(
      await render(`start\n${redraws.join("")}\nend\n`, { headBytes: 20, tailBytes: 20 }),
    ).toMatchObject({ text: "start\n199%\nend", omittedBytes: 0 });
  });

  it("never shows half of a control sequence that was cut where lines end", async () => {
    const output = "\u001B[31mred\u001B[0m\n".repeat(200);
    const { text } = await render(
      output,
      { headBytes: 30, tailBytes: 30 },
      { headBytes: 100, tailBytes: 101 },
    );
    expect(text).toMatch(/^(?:red\n)+\[… \d+ bytes omitted\]\n(?:red\n)+red$/);
  });

  it("cuts inside a line only when there is no line end near", async () => {
    const { text } = await render("x".repeat(500), { headBytes: 5, tailBytes: 7 });
    expect(text).toBe("xxxxx\n[… 488 bytes omitted]\nxxxxxxx");
  });

  it("may keep one end only, or nothing", async () => {
    expect((await render("abcdef", { headBytes: 0, tailBytes: 2 })).text).toBe(
      "[… 4 bytes omitted]\nef",
    );
    expect((await render("abcdef", { headBytes: 2, tailBytes: 0 })).text).toBe(
      "ab\n[… 4 bytes omitted]",
    );
    expect((await render("abcdef", { headBytes: 0, tailBytes: 0 })).text).toBe(
      "[… 6 bytes omitted]",
    );
  });

  it("is bounded also where a few bytes of controls make a lot of text", async () => {
    const { text } = await render("x\u001B[200Cy\n".repeat(300), { headBytes: 50, tailBytes: 70 });
    expect(sizeOf(text)).toBeLessThan(50 + 70 + 40);
  });

  it("accounts for every byte of plain text, within its limits, splitting no character", async () => {
    const unit = fc.constantFrom("a", "b c", "\n", "é", "漢", "🙂", "longer words ");
    const limit = fc.integer({ min: 0, max: 40 });
    const extra = fc.integer({ min: 0, max: 60 });
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit, maxLength: 60 }),
        fc.record({ headBytes: limit, tailBytes: limit }),
        extra,
        async (output, limits, more) => {
          const kept = { headBytes: limits.headBytes + more, tailBytes: limits.tailBytes + more };
          const { text, omittedBytes } = await render(output, limits, kept);
          const [head = "", tail = ""] =
            omittedBytes === 0
              ? [text]
              : text.split(new RegExp(`(?:^|\n)\\[… ${omittedBytes} bytes omitted\\](?:\n|$)`));
          const lineEnd = output.endsWith("\n") ? 1 : 0;
          const shown = sizeOf(head) + sizeOf(tail);
          const joints = sizeOf(output) - lineEnd - omittedBytes - shown;
          expect([0, 1]).toContain(joints);
          expect(output.startsWith(head)).toBe(true);
          expect(output.slice(0, output.length - lineEnd).endsWith(tail)).toBe(true);
          expect(shown).toBeLessThanOrEqual(limits.headBytes + limits.tailBytes);
        },
      ),
      { numRuns: 500 },
    );
  });
});
