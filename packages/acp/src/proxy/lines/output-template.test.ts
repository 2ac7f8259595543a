import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOutputTemplate } from "./output-template.ts";
import { WireLine } from "./wire-line.ts";

const encoder = new TextEncoder();
const PATH = ["params", "update", "data"] as const;

function toLine(data: string, extra: Record<string, unknown> = {}): WireLine {
  const message = { method: "m", params: { ...extra, update: { id: "t", data } } };
  return new WireLine(encoder.encode(JSON.stringify(message)));
}

function read(like: WireLine, line: WireLine): string | null {
  const template = createOutputTemplate(like, PATH);
  const written = template?.read(line.bytes) ?? null;
  return written === null ? null : String(JSON.parse(`"${new TextDecoder().decode(written)}"`));
}

describe("createOutputTemplate", () => {
  it("reads the output of every line that differs in nothing else", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (first, second) => {
        expect(read(toLine(first), toLine(second))).toBe(second);
      }),
    );
  });

  it("reads no line that differs in anything else", () => {
    const like = toLine("x");
    const others = [
      toLine("x", { more: 1 }),
      new WireLine(encoder.encode(like.text.replace('"t"', '"u"'))),
      new WireLine(encoder.encode(like.text.replace('"x"', '"x","id":"u"'))),
      new WireLine(encoder.encode(like.text.replace('"x"', '"x\\\\","data":"y"'))),
      new WireLine(encoder.encode(like.text.replace('"x"', '"x\\"'))),
      new WireLine(encoder.encode(like.text.slice(0, -1))),
      new WireLine(encoder.encode("")),
    ];
    for (const other of others) expect(read(like, other)).toBeNull();
  });

  it("looks for the member at its place, not for its name", () => {
    const like = toLine("x", { data: "y", _meta: { data: "z" } });
    expect(read(like, toLine("q", { data: "y", _meta: { data: "z" } }))).toBe("q");
    expect(read(like, toLine("x", { data: "q", _meta: { data: "z" } }))).toBeNull();
  });

  it("is none where the member is missing, no string, or not UTF-8", () => {
    const texts = ['{"params":{"update":{}}}', '{"params":{"update":{"data":3}}}', "noise", ""];
    for (const text of texts) {
      expect(createOutputTemplate(new WireLine(encoder.encode(text)), PATH)).toBeNull();
    }
    const broken = toLine("x", { more: "?" }).bytes.map((byte) => (byte === 0x3f ? 0xff : byte));
    expect(createOutputTemplate(new WireLine(broken), PATH)).toBeNull();
  });

  it("takes the last of two members of one name, as a parser does", () => {
    const like = new WireLine(encoder.encode('{"params":{"update":{"data":"a","data":"b"}}}'));
    const next = new WireLine(encoder.encode('{"params":{"update":{"data":"a","data":"c"}}}'));
    expect(read(like, next)).toBe("c");
  });
});
