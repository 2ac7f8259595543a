import { describe, expect, it } from "vitest";
import { appendPart, parseContentPart, toPlainText } from "./content-part.ts";

describe("a content block", () => {
  it("of text is its text, even when it is empty", () => {
    expect(parseContentPart({ type: "text", text: "" })).toEqual({ type: "text", text: "" });
  });

  it("of an image is shown from its data", () => {
    const block = { type: "image", mimeType: "image/png", data: "iVBORw0K" };
    expect(parseContentPart(block)).toEqual(block);
  });

  it.each([
    { mimeType: "image/svg+xml", data: "PHN2Zz4=" },
    { mimeType: "text/html", data: "PGI+" },
    { mimeType: "image/png", data: '"><script>' },
    { mimeType: "image/png", data: 5 },
    {},
  ])("of an image that could be something else is only named: %j", (image) => {
    expect(parseContentPart({ type: "image", ...image })).toEqual({
      type: "text",
      text: "[image]",
    });
  });

  it("that links to a resource is called by its title, its name or its address", () => {
    const link = { type: "resource_link", uri: "file:///a", name: "a" };
    expect(parseContentPart({ ...link, title: "A" })).toMatchObject({ name: "A" });
    expect(parseContentPart(link)).toMatchObject({ name: "a", uri: "file:///a" });
    expect(parseContentPart({ type: "resource_link", uri: "x:y" })).toMatchObject({ name: "x:y" });
  });

  it("that embeds a resource is its text, or its address", () => {
    const resource = { uri: "file:///a", text: "inside" };
    expect(parseContentPart({ type: "resource", resource })).toEqual({
      type: "text",
      text: "inside",
    });
    expect(parseContentPart({ type: "resource", resource: { uri: "file:///a" } })).toMatchObject({
      type: "link",
    });
  });

  it("of a type nobody knows is named", () => {
    expect(parseContentPart({ type: "hologram" })).toEqual({ type: "text", text: "[hologram]" });
  });

  it.each([null, 1, "x", {}, { type: "text" }, { type: "resource_link" }, { type: "resource" }])(
    "that is none is left out: %j",
    (block) => {
      expect(parseContentPart(block)).toBeNull();
    },
  );
});

describe("pieces in a row", () => {
  const image = { type: "image", mimeType: "image/png", data: "" } as const;

  it("continue one another where both are text", () => {
    const parts = ["a", "b"].reduce<ReturnType<typeof appendPart>>(
      (all, text) => appendPart(all, { type: "text", text }),
      [],
    );
    expect(parts).toEqual([{ type: "text", text: "ab" }]);
  });

  it("stay apart where one is not", () => {
    const parts = appendPart(appendPart([{ type: "text", text: "a" }], image), {
      type: "text",
      text: "b",
    });
    expect(parts.map(({ type }) => type)).toEqual(["text", "image", "text"]);
    expect(toPlainText(parts)).toBe("ab");
  });
});
