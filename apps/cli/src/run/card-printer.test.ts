import { describe, expect, it } from "vitest";
import { toEnding, toTerminalId, type TerminalEvent } from "@termwire/terminal";
import { createCardPrinter } from "./card-printer.ts";
import { PLAIN_STYLE, TERMINAL_STYLE, type CardStyle } from "./card-style.ts";

function createSubject(style: CardStyle = PLAIN_STYLE) {
  let printed = "";
  const printer = createCardPrinter((text) => {
    printed += text;
  }, style);
  const show = (event: TerminalEvent): void =>
    printer.terminal({
      sessionId: "s",
      toolCallId: event.id,
      dialect: "meta",
      isInteractive: false,
      event,
    });
  return {
    printer,
    printed: () => printed,
    change: (id: string, command: string) =>
      show({ type: "terminal-changed", id: toTerminalId(id), command, cwd: "/p", size: null }),
    start: (id: string, command: string | null = `run ${id}`) =>
      show({
        type: "terminal-started",
        id: toTerminalId(id),
        command,
        cwd: "/p",
        size: null,
        startedAtMs: 0,
      }),
    output: (id: string, text: string) =>
      show({
        type: "output-appended",
        id: toTerminalId(id),
        bytes: new TextEncoder().encode(text),
      }),
    end: (id: string, code = 0) =>
      show({
        type: "terminal-ended",
        id: toTerminalId(id),
        ending: toEnding({ kind: "exited", code }, "exit"),
        durationMs: 1500,
      }),
    note: (id: string, note: string) => show({ type: "note-added", id: toTerminalId(id), note }),
  };
}

describe("createCardPrinter", () => {
  it("draws header, output and ending as they come", () => {
    const { start, output, end, printed } = createSubject();
    start("1", "npm test");
    expect(printed()).toBe("[/p] $ npm test\n");
    output("1", "ok\n");
    expect(printed()).toBe("[/p] $ npm test\nok\n");
    end("1", 3);
    expect(printed()).toBe("[/p] $ npm test\nok\n[exit 3 · 1.5 s]\n");
  });

  it("waits with the header for a command that is told a moment later", () => {
    const { start, change, output, printed } = createSubject();
    start("1", null);
    expect(printed()).toBe("");
    change("1", "npm test");
    change("1", "npm test");
    output("1", "ok\n");
    expect(printed()).toBe("[/p] $ npm test\nok\n");
  });

  it("shows output and ending of a command that is never told", () => {
    const { start, end, printed } = createSubject();
    start("1", null);
    end("1");
    expect(printed()).toBe("[/p] $ (command not told)\n[exit 0 · 1.5 s]\n");
  });

  it("ends an unfinished line before the ending", () => {
    const { start, output, end, printed } = createSubject();
    start("1");
    output("1", "no newline");
    end("1");
    expect(printed()).toContain("no newline\n[exit 0");
  });

  it("keeps cards whole when two commands run at once, and loses nothing of the second", () => {
    const { start, output, end, printed } = createSubject();
    start("1");
    start("2");
    output("2", "two a\n");
    output("1", "one\n");
    end("2");
    output("1", "one more\n");
    end("1");
    expect(printed()).toBe(
      "[/p] $ run 1\none\none more\n[exit 0 · 1.5 s]\n[/p] $ run 2\ntwo a\n[exit 0 · 1.5 s]\n",
    );
  });

  it("lets the card that waited stream on once it is in front", () => {
    const { start, output, end, printed } = createSubject();
    start("1");
    start("2");
    output("2", "a\n");
    end("1");
    output("2", "b\n");
    expect(printed()).toContain("[/p] $ run 2\na\nb\n");
  });

  it("keeps the agent's words in their place among the cards", () => {
    const { printer, start, end, printed } = createSubject();
    printer.message("Let me see. ");
    start("1");
    printer.message("Done.");
    end("1");
    printer.close();
    expect(printed()).toBe("Let me see. \n[/p] $ run 1\n[exit 0 · 1.5 s]\nDone.\n");
  });

  it("says that a turn did not come to its own end", () => {
    const { printer, printed } = createSubject();
    printer.turn("max_tokens");
    expect(printed()).toContain("max_tokens");
  });

  it("prints what is left of a card that gets no ending", () => {
    const { printer, start, output, printed } = createSubject();
    start("1");
    output("1", "half a line");
    printer.close();
    expect(printed()).toBe("[/p] $ run 1\nhalf a line\n");
  });

  it("shows a command's control characters instead of obeying them", () => {
    const { start, printed } = createSubject(TERMINAL_STYLE);
    start("1", "echo \u001b]0;owned\u0007");
    expect(printed()).not.toContain("\u001b]0");
    expect(printed()).toContain("\\x1b]0;owned\\x07");
  });

  it("cases 144, 145: says that a command waits for input, below what it asked", () => {
    const { printer, start, output, printed } = createSubject();
    start("1");
    output("1", "Continue? [Y/n] ");
    const event = { type: "waiting-changed", id: toTerminalId("1"), isWaiting: true } as const;
    printer.terminal({
      sessionId: "s",
      toolCallId: "1",
      dialect: "meta",
      isInteractive: false,
      event,
    });
    expect(printed()).toContain("Continue? [Y/n] \n[waiting for input]\n");
  });

  it("case 178: clamps a command of hundreds of lines", () => {
    const { start, printed } = createSubject();
    start("1", Array.from({ length: 300 }, (_, n) => `line ${n}`).join("\n"));
    expect(printed().split("\n").length).toBeLessThan(20);
    expect(printed()).toContain("… 288 more lines");
  });

  it("keeps the command's colours on a terminal and resets them before the ending", () => {
    const { start, output, end, printed } = createSubject(TERMINAL_STYLE);
    start("1");
    output("1", "\u001b[31mred");
    end("1");
    expect(printed()).toContain("\u001b[31mred\u001b[0m\n");
  });
});
