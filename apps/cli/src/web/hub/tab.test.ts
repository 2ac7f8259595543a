import { describe, expect, it } from "vitest";
import { untilOneReads, type Tab } from "./tab.ts";

function createTab(isBehind: boolean) {
  let wake = (): void => undefined;
  const read = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const tab: Tab = {
    send: () => undefined,
    sendKept: () => undefined,
    close: () => undefined,
    isBehind,
    untilRead: () => read,
  };
  return { tab, wake };
}

/** Whether it has resolved once everything that is ready has run. */
async function isSettled(work: Promise<void>): Promise<boolean> {
  let settled = false;
  void work.then(() => {
    settled = true;
  });
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  return settled;
}

describe("the pace of an agent", () => {
  it("is its own when nobody looks", async () => {
    expect(await isSettled(untilOneReads([]))).toBe(true);
  });

  it("is that of the fastest tab", async () => {
    const slow = createTab(true);
    expect(await isSettled(untilOneReads([slow.tab, createTab(false).tab]))).toBe(true);
    const other = createTab(true);
    const wait = untilOneReads([slow.tab, other.tab]);
    expect(await isSettled(wait)).toBe(false);
    other.wake();
    expect(await isSettled(wait)).toBe(true);
  });
});
