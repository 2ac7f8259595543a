import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { createEmulator, MAX_ROWS, type Emulator } from "./emulator.ts";
import { CELL_FLAGS, DEFAULT_COLOR, RGB_FLAG, rowText } from "./grid-row.ts";
import type { LineEnds } from "./line-ends.ts";

const open: Emulator[] = [];
afterEach(() => {
  for (const emulator of open.splice(0)) emulator[Symbol.dispose]();
});

function start(size = { cols: 40, rows: 5 }, lineEnds: LineEnds | null = "feed"): Emulator {
  const emulator = createEmulator({ size, lineEnds });
  open.push(emulator);
  return emulator;
}

function write(emulator: Emulator, text: string): Promise<void> {
  return new Promise((resolve) => {
    emulator.write(new TextEncoder().encode(text), resolve);
  });
}

function texts(emulator: Emulator): string[] {
  const rows: string[] = [];
  for (let row = emulator.firstRow; row < emulator.endRow; row++) {
    rows.push(rowText(emulator.readRow(row)));
  }
  return rows;
}

async function shown(text: string, size?: { cols: number; rows: number }): Promise<string[]> {
  const emulator = start(size);
  await write(emulator, text);
  return texts(emulator);
}

const firstSpan = async (text: string) => {
  const emulator = start();
  await write(emulator, text);
  return emulator.readRow(0).spans[0];
};

describe("the rows of a terminal", () => {
  it("are none before anything was printed, and end with what was printed", async () => {
    expect(await shown("")).toEqual([]);
    expect(await shown("a\nb\n")).toEqual(["a", "b"]);
    expect(await shown("a\n\n")).toEqual(["a", ""]);
    expect(await shown("a")).toEqual(["a"]);
  });

  it("have no stairs for a program on a pipe (case 128)", async () => {
    expect(await shown("a\nb\r\nc")).toEqual(["a", "b", "c"]);
  });

  it("are as the program moved them for a program in a terminal", async () => {
    const emulator = start(undefined, null);
    await write(emulator, "$ \r");
    await write(emulator, "\nab\ncd");
    expect(texts(emulator)).toEqual(["$", "ab", "  cd"]);
  });

  it("have no stairs either where a peer tells the size of a terminal that was none", async () => {
    const emulator = start(undefined, null);
    await write(emulator, "ab\ncd\n");
    expect(texts(emulator)).toEqual(["ab", "cd"]);
  });

  it("have a progress bar in its last state", async () => {
    expect(await shown("10%\r20%\r100%\ndone\n")).toEqual(["100%", "done"]);
  });

  it("know that they go on from the row above", async () => {
    const emulator = start({ cols: 5, rows: 3 });
    await write(emulator, "abcdefgh\nij");
    expect(texts(emulator)).toEqual(["abcde", "fgh", "ij"]);
    expect([0, 1, 2].map((row) => emulator.readRow(row).isWrapped)).toEqual([false, true, false]);
  });

  it("keep the spaces at their end when their line goes on", async () => {
    expect(await shown("ab   cd \nx  \n", { cols: 4, rows: 3 })).toEqual(["ab  ", " cd", "x"]);
  });

  it("give emoji and Chinese two cells each, and join what is drawn as one", async () => {
    const emulator = start();
    await write(emulator, "漢🙂e\u0301");
    expect(emulator.readRow(0).spans.map(({ text, cells }) => [text, cells])).toEqual([
      ["漢", 2],
      ["🙂", 2],
      ["e\u0301", 1],
    ]);
  });

  it("have no cell with more marks than anybody writes", async () => {
    const [row = ""] = await shown(`a${"\u0300".repeat(5000)}b\n`);
    expect(row.length).toBeLessThan(50);
    expect(row.endsWith("b")).toBe(true);
  });

  it("are not split by bytes that come one at a time (case 101)", async () => {
    const emulator = start();
    for (const byte of new TextEncoder().encode("\u001B[31m≤漢🙂")) {
      await new Promise<void>((resolve) => {
        emulator.write(Uint8Array.of(byte), resolve);
      });
    }
    expect(texts(emulator)).toEqual(["≤漢🙂"]);
    expect(emulator.readRow(0).spans[0]?.fg).toBe(1);
  });

  it("are of the other screen while a program is on it", async () => {
    const emulator = start();
    await write(emulator, "before\n\u001B[?1049h\u001B[Hinside");
    expect(emulator.isAlternate).toBe(true);
    expect(texts(emulator)[0]).toBe("inside");
    await write(emulator, "\u001B[?1049l");
    expect(texts(emulator)).toEqual(["before"]);
  });

  it("keep their numbers when the oldest go", async () => {
    const emulator = start();
    const last = MAX_ROWS + 300;
    for (let from = 0; from < last; from += 100) {
      const lines = Array.from({ length: 100 }, (_, index) => `line ${from + index}\n`);
      await write(emulator, lines.join(""));
    }
    expect(emulator.firstRow).toBeGreaterThan(0);
    expect(rowText(emulator.readRow(last - 1))).toBe(`line ${last - 1}`);
    expect(rowText(emulator.readRow(emulator.firstRow))).toBe(`line ${emulator.firstRow}`);
    expect(emulator.endRow).toBe(last);
  });

  it("are empty outside of what is kept", () => {
    expect(start().readRow(99)).toEqual({ spans: [], isWrapped: false, gapBytes: 0 });
  });

  it("say how much is missing above them", async () => {
    const emulator = start();
    await write(emulator, "head\n");
    emulator.markGap(7);
    emulator.markGap(5);
    await write(emulator, "tail\n");
    expect([0, 1].map((row) => emulator.readRow(row).gapBytes)).toEqual([0, 12]);
  });
});

describe("the look of a cell", () => {
  it.each([
    ["\u001B[31mx", { fg: 1, bg: DEFAULT_COLOR, flags: 0 }],
    ["\u001B[95;42mx", { fg: 13, bg: 2 }],
    ["\u001B[38;5;200mx", { fg: 200 }],
    ["\u001B[38;2;1;2;3mx", { fg: RGB_FLAG | 0x010203 }],
    ["\u001B[48;2;255;0;9mx", { bg: RGB_FLAG | 0xff0009 }],
    ["\u001B[1;3mx", { flags: CELL_FLAGS.bold | CELL_FLAGS.italic }],
    ["\u001B[2;4mx", { flags: CELL_FLAGS.dim | CELL_FLAGS.underline }],
    [
      "\u001B[7;8;9;53mx",
      { flags: CELL_FLAGS.inverse | CELL_FLAGS.hidden | CELL_FLAGS.strike | CELL_FLAGS.overline },
    ],
  ])("of %j is %j", async (text, look) => {
    expect(await firstSpan(text)).toMatchObject(look);
  });

  it("is shared by the cells beside it, until it changes", async () => {
    const emulator = start();
    await write(emulator, "ab\u001B[32mcd\u001B[0m ef   ");
    expect(emulator.readRow(0).spans.map(({ text, fg }) => [text, fg])).toEqual([
      ["ab", DEFAULT_COLOR],
      ["cd", 2],
      [" ef", DEFAULT_COLOR],
    ]);
  });

  it("keeps spaces at the end that can be seen", async () => {
    expect(await firstSpan("\u001B[41m   \u001B[0m")).toMatchObject({ text: "   ", bg: 1 });
  });
});

describe("a terminal nobody sees", () => {
  it("shows the cursor where the program wants it shown", async () => {
    const emulator = start();
    await write(emulator, "a\nbc");
    expect(emulator.cursor).toEqual({ row: 1, col: 2 });
    await write(emulator, "\u001B[?25l");
    expect(emulator.cursor).toBeNull();
    await write(emulator, "\u001B[?25h");
    expect(emulator.cursor).not.toBeNull();
  });

  it("knows what the program asks of the keyboard", async () => {
    const emulator = start();
    expect(emulator.keyModes).toEqual({ isApplicationCursor: false, isBracketedPaste: false });
    await write(emulator, "\u001B[?1h\u001B[?2004h");
    expect(emulator.keyModes).toEqual({ isApplicationCursor: true, isBracketedPaste: true });
  });

  it("has another size when told, and its lines with it", async () => {
    const emulator = start({ cols: 10, rows: 4 });
    await write(emulator, "abcdefghijklm\n");
    emulator.resize({ cols: 20, rows: 4 });
    expect(emulator.size).toEqual({ cols: 20, rows: 4 });
    expect(texts(emulator)[0]).toBe("abcdefghijklm");
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
    const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (whole, size) => {
        const emulator = start({ cols: 8, rows: 4 });
        const bytes = new TextEncoder().encode(whole);
        for (let at = 0; at < bytes.length; at += size) {
          await new Promise<void>((resolve) => {
            emulator.write(bytes.subarray(at, at + size), resolve);
          });
        }
        expect(texts(emulator)).toEqual(await shown(whole, { cols: 8, rows: 4 }));
      }),
      { numRuns: 30 },
    );
  });
});

describe("a link that the program made", () => {
  const link = (address: string, text: string): string =>
    `\u001B]8;;${address}\u001B\\${text}\u001B]8;;\u001B\\`;

  const hrefs = async (text: string, size?: { cols: number; rows: number }) => {
    const emulator = start(size);
    await write(emulator, text);
    const rows = [];
    for (let row = emulator.firstRow; row < emulator.endRow; row++) {
      rows.push(emulator.readRow(row).spans.map((span) => [span.text, span.href]));
    }
    return rows;
  };

  it("lies under its text, and under no other", async () => {
    expect(await hrefs(`a ${link("https://example.com/x", "here")} b`)).toEqual([
      [
        ["a ", null],
        ["here", "https://example.com/x"],
        [" b", null],
      ],
    ]);
  });

  it("goes on over the end of a row", async () => {
    const rows = await hrefs(link("https://example.com/", "abcdefgh"), { cols: 5, rows: 3 });
    expect(rows).toEqual([[["abcde", "https://example.com/"]], [["fgh", "https://example.com/"]]]);
  });

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "vbscript:x",
    "//example.com",
    "https://",
    "https://good.example@evil.example/",
    `https://example.com/${"x".repeat(3000)}`,
    "",
  ])("to %s is none", async (address) => {
    expect(await hrefs(link(address, "text"))).toEqual([[["text", null]]]);
  });

  it("is none any more when its text was written over", async () => {
    const rows = await hrefs(`${link("https://example.com/", "safe")}\revil`);
    expect(rows).toEqual([[["evil", null]]]);
  });
});
