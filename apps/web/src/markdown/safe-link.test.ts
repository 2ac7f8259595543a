import { describe, expect, it } from "vitest";
import { toSafeLink } from "./safe-link.ts";

describe("a link", () => {
  it.each(["https://example.org/a?b#c", "http://localhost:3000/", "mailto:a@example.org"])(
    "leads to %s",
    (href) => {
      expect(toSafeLink(href)).toBe(href);
    },
  );

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " \u0001javascript:alert(1)",
    "java\tscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://example.org/1",
    "/relative",
    "#fragment",
    "//example.org",
    "",
  ])("leads nowhere for %j", (href) => {
    expect(toSafeLink(href)).toBeNull();
  });
});
