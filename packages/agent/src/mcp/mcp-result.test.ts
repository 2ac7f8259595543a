import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readMcpResult } from "./mcp-result.ts";

describe("what a server answered", () => {
  it("is its text, and of anything else what it is", () => {
    const content = [
      { type: "text", text: "two files" },
      { type: "image", mimeType: "image/png", data: "aGVsbG8h" },
      { type: "resource", resource: { uri: "file:///a", text: "inside" } },
      { type: "resource", resource: { uri: "file:///b", mimeType: "a/b", blob: "aGVsbG8h" } },
      { type: "resource_link", uri: "file:///c", name: "c" },
      { type: "hologram" },
    ];
    expect(readMcpResult({ content })).toEqual({
      text: [
        "two files",
        "[image/png of 6 bytes, not shown]",
        "[file:///a]\ninside",
        "[file:///b: a/b of 6 bytes, not shown]",
        "[file:///c]",
        '["hologram" is nothing this agent can read]',
      ].join("\n"),
      isError: false,
    });
  });

  it("is its data where it has no words", () => {
    expect(readMcpResult({ content: [], structuredContent: { a: 1 } }).text).toBe('{"a":1}');
    const content = [{ type: "text", text: "words" }];
    expect(readMcpResult({ content, structuredContent: { a: 1 } }).text).toBe("words");
  });

  it("is an error when it says so", () => {
    const content = [{ type: "text", text: "no such file" }];
    expect(readMcpResult({ content, isError: true })).toEqual({
      text: "no such file",
      isError: true,
    });
  });

  it("is cut where no model would read on, with how much is gone", () => {
    const { text } = readMcpResult({ content: [{ type: "text", text: "x".repeat(70_000) }] });
    expect(text.length).toBeLessThan(66_000);
    expect(text).toContain("[… 4464 more characters left out]");
  });

  it("can be anything, and is words all the same", () => {
    fc.assert(
      fc.property(fc.anything(), (answer) => {
        expect(typeof readMcpResult(answer).text).toBe("string");
        expect(typeof readMcpResult({ content: [answer] }).text).toBe("string");
      }),
    );
  });
});
