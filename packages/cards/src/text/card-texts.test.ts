import { describe, expect, it } from "vitest";
import { toEnding, type Exit } from "@termwire/terminal";
import { toCardStatus, type CardStatus } from "../card-status.ts";
import type { CardText } from "./card-text.ts";
import { CHINESE } from "./chinese.ts";
import { describeStatus } from "./describe-status.ts";
import { ENGLISH } from "./english.ts";
import { pickCardText } from "./pick-card-text.ts";

const status = (kind: CardStatus["kind"], exit: Exit | null = null): CardStatus => ({
  kind,
  tone: "quiet",
  exit,
});

describe("the words for a status", () => {
  it.each([
    [status("pending"), "Pending", "尚无消息"],
    [status("waiting"), "Waiting for input", "等待输入"],
    [status("exited", { kind: "exited", code: 0 }), "Exit 0", "退出码 0"],
    [status("exited", { kind: "exited", code: 3 }), "Exit 3", "退出码 3"],
    [status("signaled", { kind: "signaled", signal: "SIGKILL" }), "SIGKILL", "SIGKILL"],
    [
      status("timed-out", { kind: "signaled", signal: "SIGTERM" }),
      "Timed out · SIGTERM",
      "超时 · SIGTERM",
    ],
    [status("stopped", { kind: "lost", reason: "not told" }), "Stopped", "已停止"],
    [
      status("not-started", { kind: "exited", code: 127 }),
      "Not started · Exit 127",
      "未启动 · 退出码 127",
    ],
    [status("lost", { kind: "lost", reason: "gone" }), "Lost", "已丢失"],
  ])("of %j are %s and %s", (given, english, chinese) => {
    expect(describeStatus(given, ENGLISH)).toBe(english);
    expect(describeStatus(given, CHINESE)).toBe(chinese);
  });

  it("never say that a command succeeded (case 165)", () => {
    const state = { kind: "exited", code: 0 } as const;
    for (const cause of ["exit", "timeout", "stopped"] as const) {
      const ended = toCardStatus({
        id: "t1" as never,
        command: "pytest | tail -1",
        cwd: null,
        size: null,
        startedAtMs: 0,
        ending: toEnding(state, cause),
        durationMs: 1,
        isWaiting: false,
        outputBytes: 0,
        lostBytes: 0,
        notes: [],
      });
      expect(describeStatus(ended, ENGLISH)).not.toMatch(/succe|ok|pass|done/iu);
      expect(describeStatus(ended, ENGLISH)).toContain("Exit 0");
    }
  });
});

describe("the language of a card", () => {
  it.each([
    [["zh"], "zh-CN"],
    [["zh-Hans-CN"], "zh-CN"],
    [["ZH-tw"], "zh-CN"],
    [["en-GB", "zh"], "en"],
    [["de", "zh-CN"], "zh-CN"],
    [["", null, undefined, "en"], "en"],
    [["zho-x"], "en"],
    [[], "en"],
  ])("for %j is %s", (languages, locale) => {
    expect(pickCardText(languages).locale).toBe(locale);
  });

  it("has a word for everything in both", () => {
    const word = (value: string | ((first: string, second: string) => string)): string =>
      typeof value === "string" ? value : value("1", "2");
    const words = (text: CardText): string[] => {
      const { statusNames, ...rest } = text;
      return [...Object.values(statusNames), ...Object.values(rest).map(word)];
    };
    expect(words(CHINESE)).toHaveLength(words(ENGLISH).length);
    expect([...words(CHINESE), ...words(ENGLISH)].filter((each) => each === "")).toEqual([]);
    expect(
      words(CHINESE).filter((each) => /[a-z]{3,}/iu.test(each.replace(/Ctrl|asciicast/u, ""))),
    ).toEqual([]);
  });
});
