import { describe, expectTypeOf, it } from "vitest";
import { createTerminalId, toTerminalId, type TerminalId } from "./terminal-id.ts";

describe("a terminal id", () => {
  it("is a string wherever one is wanted", () => {
    expectTypeOf<TerminalId>().toExtend<string>();
  });

  it("is never just any string", () => {
    expectTypeOf<string>().not.toExtend<TerminalId>();
  });

  it("comes from the two functions that check or make one", () => {
    expectTypeOf(toTerminalId).returns.toEqualTypeOf<TerminalId>();
    expectTypeOf(createTerminalId).returns.toEqualTypeOf<TerminalId>();
  });
});
