import { describe, expect, it } from "vitest";
import { dialectArgs, parseEvents, runTermwire, toOutput } from "./support/run-termwire.ts";

async function outputOf(prompt: string, claim = "all") {
  const { stdout } = await runTermwire(["run", "--json", ...dialectArgs(claim), prompt]);
  const events = parseEvents(stdout);
  return { events, output: toOutput(events) };
}

/** Writes text byte by byte, fences, both streams, and no end of the last line. */
const TEXT = "cleanup — ≤ é 📏\n";
const PRINTING = `node -e '
const bytes = Buffer.from(${JSON.stringify(TEXT)});
let at = 0;
const timer = setInterval(() => {
  if (at === bytes.length) return clearInterval(timer);
  require("node:fs").writeSync(1, bytes.subarray(at, ++at));
}, 5);'
printf 'a\\n\`\`\`elisp\\n(x)\\n\`\`\`\\n   \`\`\`\`\\n'
echo o1; echo e1 >&2; echo o2; echo e2 >&2
printf 'a\\nb'`;
const PRINTED = `${TEXT}a\n\`\`\`elisp\n(x)\n\`\`\`\n   \`\`\`\`\no1\ne1\no2\ne2\na\nb`;

describe.each(["meta", "delta", "text", "client", "v2"])(
  "the output events of termwire run in %s",
  (claim) => {
    it("cases 100, 101, 129, 134: equal what was written: split characters, fences, streams in order, no last line end", async () => {
      const { output } = await outputOf(PRINTING, claim);
      expect(output.toString()).toBe(PRINTED);
    });
  },
);

describe.each(["meta", "text"])("the output events of termwire run in %s", (claim) => {
  it("are none for a command that prints nothing", async () => {
    const { events } = await outputOf("true", claim);
    const told = events.filter(({ event }) => event !== "changed");
    expect(told.map(({ event }) => event)).toEqual(["terminal", "exit", "turn"]);
  });

  it("keep an empty last line", async () => {
    expect((await outputOf("printf 'a\\n\\n'", claim)).output.toString()).toBe("a\n\n");
  });
});

describe.each(["meta", "text"])("bytes that are not UTF-8 in %s", (claim) => {
  it("are replaced, and it is said", async () => {
    const { events, output } = await outputOf("printf 'a\\377b\\342\\n'", claim);
    expect(output.toString()).toBe("a\uFFFDb\uFFFD\n");
    expect(events.find(({ event }) => event === "note")?.["text"]).toContain("2 characters");
  });
});

describe.each(["meta", "client", "v2"])("a long output in %s", (claim) => {
  it("equals 10 MB of seq to the byte", async () => {
    const { events, output } = await outputOf("seq 1400000", claim);
    const expected = Array.from({ length: 1_400_000 }, (_, n) => `${n + 1}\n`).join("");
    expect(expected.length).toBeGreaterThan(10_000_000);
    expect(output.equals(Buffer.from(expected))).toBe(true);
    expect(events.filter(({ event }) => event === "lost")).toEqual([]);
  });
});

describe("the output events of termwire run", () => {
  it("are the very bytes where this client runs the command", async () => {
    const { output } = await outputOf("printf 'a\\377b\\342\\000\\n'", "client");
    expect(output).toEqual(Buffer.from([0x61, 0xff, 0x62, 0xe2, 0x00, 0x0a]));
  });

  it("keep NUL bytes", async () => {
    expect((await outputOf("printf 'a\\000b\\n'")).output).toEqual(Buffer.from("a\u0000b\n"));
  });

  it("case 174: as text, show the newest part of a long output and count the rest", async () => {
    const { events, output } = await outputOf("seq 1400000", "text");
    expect(output.toString().endsWith("1399999\n1400000\n")).toBe(true);
    const lostBytes = events
      .slice(events.findLastIndex(({ replace }) => replace === true) + 1)
      .filter(({ event }) => event === "lost")
      .reduce((sum, { bytes }) => sum + Number(bytes), 0);
    expect(output.length + lostBytes).toBe(10_088_896);
  });

  it("carry the documented members", async () => {
    const { events } = await outputOf("echo hi");
    expect(events).toEqual([
      {
        event: "terminal",
        id: expect.any(String),
        toolCallId: expect.any(String),
        command: "echo hi",
        cwd: process.cwd(),
        dialect: "meta",
        t: expect.any(Number),
      },
      { event: "output", id: events[0]?.["id"], data: "aGkK", t: expect.any(Number) },
      {
        event: "exit",
        id: events[0]?.["id"],
        exitCode: 0,
        signal: null,
        cause: "exit",
        durationMs: expect.any(Number),
        t: expect.any(Number),
      },
      { event: "turn", stopReason: "end_turn" },
    ]);
  });
});
