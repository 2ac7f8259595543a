import { describe, expect, it } from "vitest";
import { parsePrompt } from "./parse-prompt.ts";

const image = { type: "image", mimeType: "image/png", data: "aGk=" };

describe("a prompt", () => {
  it("is its text and the addresses of its links, line by line", () => {
    const prompt = [
      { type: "text", text: "read" },
      { type: "resource_link", uri: "file:///a", name: "a" },
      { type: "text", text: "please" },
    ];
    expect(parsePrompt(prompt, { acceptsImages: false })).toEqual({
      text: "read\nfile:///a\nplease",
      images: [],
    });
  });

  it("has its images apart, where they were offered", () => {
    const prompt = [{ type: "text", text: "what is it?" }, image];
    expect(parsePrompt(prompt, { acceptsImages: true })).toEqual({
      text: "what is it?",
      images: [{ mimeType: "image/png", data: "aGk=" }],
    });
    expect(() => parsePrompt(prompt, { acceptsImages: false })).toThrow(
      'prompt: expected text and resource_link blocks, got "image"',
    );
  });

  it.each([
    [{ ...image, mimeType: "text/html" }, 'expected a mimeType of image/…, got "text/html"'],
    [{ ...image, mimeType: undefined }, "expected a mimeType of image/…"],
    [{ ...image, data: "not base64!" }, "expected its data in base64"],
    [{ ...image, data: "" }, "expected its data in base64"],
    [{ type: "audio", data: "" }, 'expected text, resource_link and image blocks, got "audio"'],
    [null, 'got "undefined"'],
  ])("of %j is refused in words", (block, message) => {
    expect(() => parsePrompt([block], { acceptsImages: true })).toThrow(message);
  });
});
