import { describe, expect, it } from "vitest";
import { createReaper, type ReaperProcess } from "./reaper.ts";

function helpers(): {
  readonly started: { lines: string; alive: boolean }[];
  start: () => ReaperProcess;
} {
  const started: { lines: string; alive: boolean }[] = [];
  const start = (): ReaperProcess => {
    const helper = { lines: "", alive: true };
    started.push(helper);
    return {
      write: (line) => {
        helper.lines += line;
      },
      isRunning: () => helper.alive,
    };
  };
  return { started, start };
}

describe("a reaper", () => {
  it("is started with the first entry only", () => {
    const { started, start } = helpers();
    const reaper = createReaper(start);
    expect(reaper.isRunning()).toBe(false);
    reaper.add("a");
    reaper.add("b");
    expect(started).toEqual([{ lines: "+ a\n+ b\n", alive: true }]);
    expect(reaper.isRunning()).toBe(true);
  });

  it("is told once of what need not be watched any more", () => {
    const { started, start } = helpers();
    const reaper = createReaper(start);
    reaper.add("a");
    reaper.remove("a");
    reaper.remove("a");
    reaper.remove("never");
    expect(started[0]?.lines).toBe("+ a\n- a\n");
  });

  it("is replaced when it was killed, and told everything again", () => {
    const { started, start } = helpers();
    const reaper = createReaper(start);
    reaper.add("a");
    reaper.add("b");
    const [first] = started;
    if (first !== undefined) first.alive = false;
    reaper.remove("a");
    reaper.add("c");
    expect(started[1]?.lines).toBe("+ b\n+ c\n");
  });

  it("may not be there at all", () => {
    const reaper = createReaper(() => null);
    reaper.add("a");
    reaper.remove("a");
    expect(reaper.isRunning()).toBe(false);
  });
});
