import { expect, it } from "vitest";
import { isPlainText } from "./is-plain-text.ts";

it.each(["", "a\tb\n", "漢字 é 🙂", "\uFFFD"])("plain text is %j", (text) => {
  expect(isPlainText(text)).toBe(true);
});

it.each(["\r", "a\r\n", "\0", "\u001B[m", "\u007F", "\u0085", "\v"])(
  "plain text is not %j",
  (text) => {
    expect(isPlainText(text)).toBe(false);
  },
);
