import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createReaper, TELL_DELAY_MS, type ReaperProcess } from "./reaper.ts";

function helpers(): {
  readonly started: { lines: string; alive: boolean }[];
  start: () => ReaperProcess;
} {
  const started: { lines: string; alive: boolean }[] = [];
  const start = (): ReaperProcess => {
    const helper = { lines: "", alive: true };
    started.push(helper);
    return {
      write: (lines) => {
        helper.lines += lines;
      },
      isRunning: () => helper.alive,
    };
  };
  return { started, start };
}

describe("a reaper", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is started once", () => {
    const { started, start } = helpers();
    const reaper = createReaper(start);
    expect(reaper.isRunning()).toBe(false);
    reaper.start();
    reaper.start();
    expect(started).toEqual([{ lines: "", alive: true }]);
    expect(reaper.isRunning()).toBe(true);
  });

  it("is told of an entry at once, with no moment in which this process could die first", () => {
    const { started, start } = helpers();
    const reaper = createReaper(start);
    reaper.start();
    reaper.add("a");
    reaper.add("b");
    expect(started[0]?.lines).toBe("+ a\n+ b\n");
  });

  it("forgets whatever ended, however much it is, and is told so together", () => {
    const { started, start } = helpers();
    const reaper = createReaper(start);
    reaper.start();
    for (let index = 0; index < 5_000; index++) {
      reaper.add(String(index));
      reaper.remove(String(index));
    }
    expect(started[0]?.lines).not.toContain("-");
    vi.advanceTimersByTime(TELL_DELAY_MS);
    expect(started[0]?.lines.match(/^- /gm)).toHaveLength(5_000);
  });

  it("is told once of what need not be watched any more", () => {
    const { started, start } = helpers();
    const reaper = createReaper(start);
    reaper.start();
    reaper.add("a");
    vi.advanceTimersByTime(TELL_DELAY_MS);
    reaper.remove("a");
    reaper.remove("a");
    reaper.remove("never");
    vi.advanceTimersByTime(TELL_DELAY_MS);
    expect(started[0]?.lines).toBe("+ a\n- a\n");
  });

  it("is replaced when it was killed, and told everything again", () => {
    const { started, start } = helpers();
    const reaper = createReaper(start);
    reaper.start();
    reaper.add("a");
    reaper.add("b");
    vi.advanceTimersByTime(TELL_DELAY_MS);
    const [first] = started;
    if (first !== undefined) first.alive = false;
    reaper.remove("a");
    reaper.start();
    reaper.add("c");
    vi.advanceTimersByTime(TELL_DELAY_MS);
    expect(started[1]?.lines).toBe("+ b\n+ c\n");
  });

  it("may not be there at all", () => {
    const reaper = createReaper(() => null);
    reaper.start();
    reaper.add("a");
    reaper.remove("a");
    vi.advanceTimersByTime(TELL_DELAY_MS);
    expect(reaper.isRunning()).toBe(false);
  });
});
