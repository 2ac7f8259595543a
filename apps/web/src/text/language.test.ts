import { describe, expect, it } from "vitest";
import { chooseLanguage, isLanguage, LANGUAGES } from "./language.ts";

describe("the language of the page", () => {
  it.each([
    [["zh-TW", "en"], "zh-CN"],
    [["de-DE", "zh", "en"], "zh-CN"],
    [["en-GB"], "en"],
    [["de", "fr"], "en"],
    [[], "en"],
    [["zhx", "enx"], "en"],
  ])("for %j is %s", (wanted, language) => {
    expect(chooseLanguage(wanted)).toBe(language);
  });

  it("is one it speaks", () => {
    expect(["en", "zh-CN", "zh", "toString", null].map(isLanguage)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it("has a word for everything, and its own", () => {
    const [en, zh] = [LANGUAGES.en, LANGUAGES["zh-CN"]];
    const flatten = (value: unknown): unknown[] =>
      typeof value === "object" && value !== null ? Object.values(value).flatMap(flatten) : [value];
    const plain = (text: object) => flatten(text).filter((word) => typeof word === "string");
    expect(plain(zh)).toHaveLength(plain(en).length);
    expect(Object.keys(zh.kinds)).toEqual(Object.keys(en.kinds));
    expect(Object.keys(zh.stops)).toEqual(Object.keys(en.stops));
    for (const [index, word] of plain(zh).entries()) expect(word).not.toBe(plain(en)[index]);
  });

  it("fits its words to the numbers", () => {
    expect([1, 2].map(LANGUAGES.en.sameLines)).toEqual(["1 unchanged line", "2 unchanged lines"]);
    expect(LANGUAGES.en.usageDetail("10", null, null)).toBe("10 tokens");
    expect(LANGUAGES.en.usageDetail("10", "20", "0.10 USD")).toBe("10 of 20 tokens, 0.10 USD");
  });
});
