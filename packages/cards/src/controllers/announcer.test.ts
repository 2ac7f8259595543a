import { describe, expect, it } from "vitest";
import type { StatusKind } from "../card-status.ts";
import { Announcer } from "./announcer.ts";

const wordsAfter = (...kinds: StatusKind[]): string => {
  const announcer = new Announcer();
  for (const kind of kinds) announcer.note(kind, () => `now ${kind}`);
  return announcer.words;
};

describe("what is read aloud", () => {
  it("is nothing of what was there from the start", () => {
    expect(wordsAfter("exited")).toBe("");
    expect(wordsAfter("pending", "running")).toBe("");
  });

  it("is a change that was lived through, once", () => {
    expect(wordsAfter("running", "waiting")).toBe("now waiting");
    expect(wordsAfter("running", "exited", "exited")).toBe("now exited");
  });
});
