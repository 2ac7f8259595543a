import { describe, expect, it } from "vitest";
import { toLine } from "./to-line.ts";

describe("somebody else's text on a line", () => {
  it("is as it was where all of it is seen", () => {
    expect(toLine("C:\\a  b 日本 😀")).toBe("C:\\a  b 日本 😀");
  });

  it("has no line ends, and nothing one would not see", () => {
    expect(toLine(" a\n\tb\u202ec\u001b[2J\n")).toBe("a b\\u202ec\\x1b[2J");
  });
});
