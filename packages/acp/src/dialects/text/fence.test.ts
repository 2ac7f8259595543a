import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseFencedBlock, toFencedBlock } from "./fence.ts";

describe("toFencedBlock", () => {
  it("case 134: is longer than any run of backticks in the body", () => {
    const body = "a\n```elisp\n(x)\n```\nb\n";
    expect(toFencedBlock(body, "console")).toBe(`\`\`\`\`console\n${body}\`\`\`\``);
  });

  it("case 136: counts indented runs and runs of any length, in a body cut inside a code block", () => {
    expect(toFencedBlock("x\n   `````js\nopen", "console").startsWith("``````console\n")).toBe(
      true,
    );
  });

  it("is three backticks for a body without any", () => {
    expect(toFencedBlock("hi\n", "console")).toBe("```console\nhi\n```");
  });

  it("puts the closing fence on a line of its own after an unfinished line", () => {
    expect(toFencedBlock("hi", "console")).toBe("```console\nhi\n```");
  });

  it("holds an empty body", () => {
    expect(parseFencedBlock(toFencedBlock("", "console"))?.body).toBe("");
  });

  it("gives every body back, whatever backticks it holds and wherever it stands", () => {
    const line = fc.string({ unit: fc.constantFrom("`", " ", "~", "a", "\t", "```", "console") });
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const body = lines.map((text) => `${text}\n`).join("");
        const parsed = parseFencedBlock(
          `words before\n\n${toFencedBlock(body, "console")}\n\nafter`,
        );
        expect(parsed?.body).toBe(body);
        expect(parsed?.after).toBe("\n\nafter");
      }),
    );
  });
});

describe("parseFencedBlock", () => {
  it("is null for text without a fence, inline code included", () => {
    expect(parseFencedBlock("use `ls` or ``x``")).toBeNull();
  });

  it("takes a block nobody closed to the end of the text", () => {
    expect(parseFencedBlock("```\nlost\ntail")).toEqual({
      before: "",
      body: "lost\ntail",
      after: "",
    });
  });

  it("closes only at a fence at least as long as the one that opened", () => {
    expect(parseFencedBlock("````\n```\nx\n````")?.body).toBe("```\nx\n");
  });
});
