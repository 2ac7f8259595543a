import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEmulatedScreen } from "./emulated-screen.ts";

const readLines = async (...parts: readonly string[]): Promise<readonly string[]> => {
  using screen = await createEmulatedScreen();
  for (const part of parts) await screen.write(part);
  return screen.readLines();
};

describe("an emulated screen", () => {
  it("keeps every line that scrolled away, a wrapped one whole", async () => {
    const lines = Array.from({ length: 500 }, (_, index) => `${index}:${"x".repeat(index * 3)}`);
    expect(await readLines(lines.join("\n"))).toEqual(lines);
  });

  it("joins a line that wraps out of the screen with what still shows of it", async () => {
    const long = "y".repeat(240 * 120 + 7);
    expect(await readLines("a\n", long, "\nb")).toEqual(["a", long, "b"]);
  });

  it("keeps lines that scrolled away before, during and after the alternate screen once each", async () => {
    const log = (name: string): string =>
      Array.from({ length: 60 }, (_, index) => `${name} ${index}\n`).join("");
    const inside = `\u001B[?1049h${log("inside")}\u001B[?1049l`;
    const lines = await readLines(`${log("before")}${inside}${log("after")}`);
    expect(lines.join("\n")).toBe(`${log("before")}${log("after")}`);
  });

  it("reads the same whatever the chunks", async () => {
    const piece = fc.constantFrom(
      "ab",
      "漢",
      "\n",
      "\r",
      "\u001B[2A",
      "\u001B[K",
      "🙂",
      "\u001B[31m",
    );
    const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(""));
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 7 }), async (whole, size) => {
        const parts = whole.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
        expect(await readLines(...parts)).toEqual(await readLines(whole));
      }),
      { numRuns: 40 },
    );
  });

  it("knows when what follows cannot move anything", async () => {
    using screen = await createEmulatedScreen();
    expect(screen.isAtFreshLine()).toBe(true);
    await screen.write("a\nb\n");
    expect(screen.isAtFreshLine()).toBe(true);
    await screen.write("c");
    expect(screen.isAtFreshLine()).toBe(false);
    await screen.write("\n\u001B[2A");
    expect(screen.isAtFreshLine()).toBe(false);
    await screen.write("\n\n");
    expect(screen.isAtFreshLine()).toBe(true);
    await screen.write("\u001B[?1049h");
    expect(screen.isAtFreshLine()).toBe(false);
  });

  it("starts over when cleared", async () => {
    using screen = await createEmulatedScreen();
    await screen.write("a\n".repeat(70));
    screen.clear();
    await screen.write("b\nc");
    expect(screen.readLines()).toEqual(["b", "c"]);
  });
});
