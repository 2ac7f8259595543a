import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readIdText, replaceIdText } from "./message-id.ts";

describe("readIdText", () => {
  it.each([
    ['{"id":1}', "1"],
    ['{"jsonrpc":"2.0","params":{"id":7},"id": "a\\"b" ,"x":[{"id":8}]}', '"a\\"b"'],
    ['{"id":12345678901234567890}', "12345678901234567890"],
    ['{"id":1,"id":2}', "2"],
    ['{"id":null}', "null"],
    ['{"id":{"a":[1]}}', '{"a":[1]}'],
    ['{"method":"id","params":["id"]}', null],
  ])("finds the id of %s as it is written", (text, id) => {
    expect(readIdText(text)).toBe(id);
  });

  it("finds what JSON.parse finds, whatever else is in the message", () => {
    const message = fc.record({ a: fc.jsonValue(), id: fc.jsonValue(), b: fc.jsonValue() });
    fc.assert(
      fc.property(message, fc.constantFrom(0, 2), (value, indent) => {
        const idText = readIdText(JSON.stringify(value, null, indent));
        expect(JSON.parse(idText ?? "")).toEqual(JSON.parse(JSON.stringify(value.id)));
      }),
    );
  });
});

describe("replaceIdText", () => {
  it("changes the id and not a character else", () => {
    const text = '{ "id" : 3 , "result":{"id":3, "n":1.0}}';
    expect(replaceIdText(text, '"x"')).toBe('{ "id" : "x" , "result":{"id":3, "n":1.0}}');
  });

  it("leaves a message without an id alone", () => {
    expect(replaceIdText('{"method":"a"}', "1")).toBe('{"method":"a"}');
  });
});
