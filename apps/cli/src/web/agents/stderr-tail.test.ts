import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { followStderr } from "./stderr-tail.ts";

function follow() {
  const stream = new PassThrough();
  const passed: Uint8Array[] = [];
  return { stream, passed, tail: followStderr(stream, (chunk) => passed.push(chunk)) };
}

describe("the end of what an agent says", () => {
  it("is all of it when it is short, and everything is passed on", () => {
    const { stream, passed, tail } = follow();
    expect(tail.read()).toBe("");
    stream.emit("data", Buffer.from("one\n"));
    stream.emit("data", Buffer.from("two"));
    expect(tail.read()).toBe("one\ntwo");
    expect(Buffer.concat(passed).toString()).toBe("one\ntwo");
  });

  it("begins with a whole line when it is long", () => {
    const { stream, tail } = follow();
    for (let line = 0; line < 2000; line++) stream.emit("data", Buffer.from(`line ${line}\n`));
    expect(tail.read()).toMatch(/^line \d+\n(?:line \d+\n)*line 1999\n$/u);
    expect(tail.read().length).toBeLessThanOrEqual(8192);
  });

  it("is what there is when it is one endless line", () => {
    const { stream, tail } = follow();
    stream.emit("data", Buffer.alloc(100_000, "x"));
    expect(tail.read()).toMatch(/^x{8192}$/u);
  });
});
