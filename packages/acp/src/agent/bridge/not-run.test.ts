import { describe, expect, it } from "vitest";
import { readNotRun, toNotRunOutcome } from "./not-run.ts";

describe("a call that was not run", () => {
  it("says why to the model and on the card, and is a failure", () => {
    expect(toNotRunOutcome({ cause: "denied", reason: "no" })).toMatchObject({
      text: "Not run: no",
      view: { card: "generic", content: [{ text: "Not run: no" }] },
      failed: true,
    });
  });

  it("is known again from what a log kept of it", () => {
    const notRun = { cause: "cancelled", reason: "the call was cancelled." } as const;
    const { result } = toNotRunOutcome(notRun);
    expect(readNotRun(JSON.parse(JSON.stringify(result)))).toEqual(notRun);
  });

  it.each([null, undefined, "x", {}, { notRun: {} }, { notRun: { cause: "exit", reason: "x" } }])(
    "is not what %j is",
    (result) => {
      expect(readNotRun(result)).toBeNull();
    },
  );
});
