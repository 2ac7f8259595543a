import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEmulatedScreen } from "./emulated-screen.ts";
import { createEmulatorInput } from "./emulator-input.ts";
import { isPlainText } from "./is-plain-text.ts";
import { renderPlainText } from "./render-plain-text.ts";

const encoder = new TextEncoder();
const render = (text: string): Promise<string> => renderPlainText(encoder.encode(text));
const lines = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => of(index)).join("");

describe("text without controls", () => {
  it.each(["", "\n", "a", "a\n\n\n", "\tx:\t1  \n  indented   \n", "漢字 é 👩‍🚀\n"])(
    "comes back as it is: %j",
    async (text) => {
      expect(await render(text)).toBe(text);
    },
  );

  it("gets \\n line ends, however many returns were before them", async () => {
    expect(await render("a\r\nb\r\r\n\r\n")).toBe("a\nb\n\n");
  });

  it("loses a return at the very end, which shows nothing", async () => {
    expect(await render("done\r")).toBe("done");
  });

  it("reads bytes that are not UTF-8 as U+FFFD", async () => {
    expect(await renderPlainText(Uint8Array.of(0x61, 0xff, 0xe2, 0x82))).toBe("a\uFFFD\uFFFD");
  });

  it("keeps a byte order mark as the character it is", async () => {
    expect(await render("\uFEFFa")).toBe("\uFEFFa");
  });
});

describe("colours and control characters", () => {
  it("are gone from what a model reads (case 110)", async () => {
    expect(await render("\u001B[1m\u001B[30m\u001B[46m RUN \u001B[0m ok\n")).toBe(" RUN  ok\n");
  });

  it("are gone from hundreds of coloured log lines, which stay as they were otherwise (case 111)", async () => {
    const coloured = lines(
      500,
      (index) => `\u001B[2m${index}\u001B[0m\t\u001B[34mDEBUG\u001B[0m x \n`,
    );
    expect(await render(coloured)).toBe(lines(500, (index) => `${index}\tDEBUG x \n`));
  });

  it("are gone when a sequence was split over two chunks of the stream (case 115)", async () => {
    const chunks = ["\u001B[3", "1mred\u001B", "[0m\n"].map((part) => encoder.encode(part));
    expect(await renderPlainText(Uint8Array.from(chunks.flatMap((chunk) => [...chunk])))).toBe(
      "red\n",
    );
  });

  it("never poison a conversation with NUL or other control characters (case 126)", async () => {
    expect(await render("a\0b\n")).toBe("ab\n");
    const binary = Uint8Array.from({ length: 512 }, (_, index) => (index * 7) % 256);
    expect(isPlainText(await renderPlainText(binary))).toBe(true);
  });

  it("include the sequences that reset everything after each coloured word", async () => {
    expect(await render("\u001B[1mbold\u001B(B\u001B[m\ttext\n")).toBe("bold\ttext\n");
  });

  it.each([
    ["a title", "\u001B]0;title\u0007"],
    ["a link", "\u001B]8;;https://example.org\u001B\\"],
    ["a clipboard write", "\u001B]52;c;aGVsbG8=\u0007"],
    ["a device query", "\u001B[6n\u001B[c\u001B[>q\u001BZ\u0005"],
    ["a graphic", "\u001BPq#0;2;0;0;0\n#0~~\u001B\\"],
    ["an application command", "\u001B_Gf=24;AAAA\u001B\\"],
    ["modes and cursor shapes", "\u001B[?25l\u001B[?2004h\u001B[2 q\u001B=\u001B[?2026h"],
    ["a title by one control character", "\u009D0;title\u009C"],
    ["a bell", "\u0007"],
    ["a request to change the window", "\u001B[8;5;5t"],
    ["a sequence that makes no sense", "\u001B[1 2m"],
  ])("of %s leave nothing behind", async (_name, sequence) => {
    expect(await render(`a${sequence}b\tc\n`)).toBe("ab\tc\n");
  });

  it.each(["\u001B", "\u001B[", "\u001B[31", "\u001B[?104", "\u001B]0;tit", "\u001BPq", "\u001B("])(
    "leave nothing behind when the output stops inside %j",
    async (sequence) => {
      expect(await render(`ok${sequence}`)).toBe("ok");
    },
  );

  it("do not swallow the lines after a title that was never finished", async () => {
    expect(await render("a\u001B]0;title\nerror: b\n")).toBe("a\nerror: b\n");
  });

  it("that feed a form or a vertical tab start a line", async () => {
    expect(await render("a\fb\vc\n")).toBe("a\nb\nc\n");
  });
});

describe("a line that is written over", () => {
  it("shows its last state only (case 112)", async () => {
    const redraws = lines(44, (index) => `\u001B[2KRetrieving image: ${index}%\r`);
    expect(await render(`${redraws}\n`)).toBe("Retrieving image: 43%\n");
  });

  it("shows what is left of a longer state, as a terminal does", async () => {
    expect(await render("downloading\rdone\n")).toBe("doneloading\n");
  });

  it("has no spaces at its end where a longer state was blanked", async () => {
    expect(await render("downloading\r           \rdone\n")).toBe("done\n");
  });

  it("knows wide characters, backspaces and erasing", async () => {
    expect(await render("漢字\r..\n")).toBe("..字\n");
    expect(await render("ab\b\bx\u001B[K\n")).toBe("x\n");
    expect(await render("one\u001B[10Gtwo\n")).toBe("one      two\n");
  });

  it("leaves tabs and spaces of all other lines alone", async () => {
    const makefile = "all:\n\tcc  \n";
    expect(await render(`1%\r2%\n${makefile}50%\r99%\n${makefile}`)).toBe(
      `2%\n${makefile}99%\n${makefile}`,
    );
  });

  it("may be long", async () => {
    const long = "x".repeat(5_000);
    expect(await render(`${long}\u001B[0K\na\rb\n${long}\n`)).toBe(`${long}\nb\n${long}\n`);
  });

  it("comes out as two when its wrapped part was cleared, and moves no other line", async () => {
    const first = "x".repeat(240);
    expect(await render(`a\rA\n${first}yyy\r\u001B[2Kz\nb\rB\n`)).toBe(`A\n${first}\nz\nB\n`);
  });
});

describe("a screen that is redrawn", () => {
  it("shows the last state of several lines", async () => {
    const frame = (state: string): string => `job 1 ${state}\u001B[K\njob 2 ${state}\u001B[K\n`;
    const frames = ["10%", "50%", "done"].map(frame).join("\u001B[2A");
    expect(await render(`start\n${frames}end\n`)).toBe("start\njob 1 done\njob 2 done\nend\n");
  });

  it("keeps what came before a cleared screen had scrolled away", async () => {
    const log = lines(60, (index) => `line ${index}\n`);
    const shown = await render(`${log}\u001B[H\u001B[2J\u001B[3Jnew\n`);
    expect(shown.startsWith("line 0\nline 1\n")).toBe(true);
    expect(shown.endsWith("line 10\nnew\n")).toBe(true);
  });

  it("is gone when the alternate screen was left", async () => {
    expect(await render("a\n\u001B[?1049h\u001B[Hfull screen\u001B[?1049lb\n")).toBe("a\nb\n");
  });

  it("is shown after the rest when the command ended inside the alternate screen", async () => {
    expect(await render("a\n\u001B[?1049h\u001B[Hfull screen")).toBe("a\n\nfull screen");
  });

  it("is cleared by a full reset, which keeps what has scrolled away", async () => {
    const log = lines(60, (index) => `line ${index}\n`);
    expect(await render(`${log}\u001Bcnew\n`)).toBe(
      `${lines(11, (index) => `line ${index}\n`)}new\n`,
    );
  });

  it("draws lines where a program drew lines", async () => {
    expect(await render("\u001B(0lqk\u001B(B ok\n")).toBe("┌─┐ ok\n");
  });

  it("leaves tabs of the lines it does not reach alone", async () => {
    const source = "\tif x  \n";
    const shown = await render(`${source}a\nb\n\u001B[1AB\n${source.repeat(120)}c\n\u001B[1AC\n`);
    expect(shown).toBe(`${source}a\nB\n${source.repeat(120)}C\n`);
  });

  it("loses no line to a scroll region with a header", async () => {
    const log = lines(70, (index) => `line ${index}\n`);
    const shown = await render(`header\n\u001B[2;50r\u001B[50;1H${log}`);
    expect(shown.split("\n").filter((line) => line.startsWith("line"))).toHaveLength(70);
  });
});

const count = fc.integer({ min: 0, max: 60 });
const csi = fc
  .tuple(count, fc.constantFrom(...Array.from("ABCDEFGHJKLMPSTX@Zdbrm")))
  .map(([number, final]) => `\u001B[${number || ""}${final}`);
const sequence = fc.oneof(
  { weight: 6, arbitrary: csi },
  fc.constantFrom("\u001B7", "\u001B8", "\u001BM", "\u001BD", "\u001BE", "\u001Bc"),
  fc.constantFrom("\u001B[?1049h", "\u001B[?1049l", "\u001B[?7l", "\u001B[4h", "\u001B[!p"),
  fc.constantFrom("\u001B[31m", "\u001B]0;t\u0007", "\u001B[6n", "\u001B[?25l", "\u0007", "\0"),
);
const word = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "b", " ", "漢", "é"), maxLength: 8 }),
  fc.integer({ min: 100, max: 600 }).map((length) => "w".repeat(length)),
);
const stream = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: word },
      { weight: 4, arbitrary: fc.constantFrom("\n", "\r\n", "\r", "\b") },
      { weight: 2, arbitrary: fc.constantFrom("\u001B[A", "\u001B[2K", "\u001B[K", "\u001B[1A") },
      { weight: 1, arbitrary: sequence },
      {
        weight: 1,
        arbitrary: fc.constantFrom(60, 110).map((n) => lines(n, (at) => `log ${at}\n`)),
      },
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

const trimLines = (text: string): string => text.replaceAll(/ +$/gm, "");

describe("whatever the output", () => {
  it("the text has no control characters but tab and line feed", async () => {
    const anything = fc.oneof(
      stream.map((text) => encoder.encode(text)),
      fc.uint8Array({ maxLength: 200 }),
      fc.string({ unit: "binary" }).map((text) => encoder.encode(text)),
    );
    await fc.assert(
      fc.asyncProperty(anything, async (bytes) => {
        expect(isPlainText(await renderPlainText(bytes))).toBe(true);
      }),
    );
  });

  it("rendering the text again changes nothing", async () => {
    await fc.assert(
      fc.asyncProperty(stream, async (text) => {
        const once = await render(text);
        expect(await render(once)).toBe(once);
      }),
    );
  });

  it("printable text, tabs and line feeds come back unchanged", async () => {
    const unit = fc.oneof(
      fc.string({ unit: "grapheme-ascii", maxLength: 9 }),
      fc.constantFrom("\t", "\n", " "),
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit, maxLength: 60 }), async (text) => {
        expect(await render(text)).toBe(text);
      }),
    );
  });

  it("it reads the same as on one screen that took in everything", async () => {
    await fc.assert(
      fc.asyncProperty(stream, async (text) => {
        using screen = await createEmulatedScreen();
        await screen.write(createEmulatorInput(text).text);
        expect(trimLines(await render(text))).toBe(screen.readLines().join("\n"));
      }),
      { numRuns: 200 },
    );
  });

  it("calls at the same time do not disturb one another", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stream, { maxLength: 4 }), async (texts) => {
        const alone: string[] = [];
        for (const text of texts) alone.push(await render(text));
        expect(await Promise.all(texts.map(render))).toEqual(alone);
      }),
      { numRuns: 30 },
    );
  });
});
