import { describe, expect, it } from "vitest";
import { createWindowsTree } from "./windows-tree.ts";

function system(running: boolean): {
  calls: string[];
  kill: Parameters<typeof createWindowsTree>[1];
} {
  const calls: string[] = [];
  return {
    calls,
    kill: { taskkill: (args) => void calls.push(args.join(" ")), isRunning: () => running },
  };
}

describe("a tree on Windows", () => {
  it("is asked to end, then made to", () => {
    const { calls, kill } = system(true);
    const tree = createWindowsTree(42, kill);
    tree.signal("SIGTERM");
    tree.signal("SIGKILL");
    expect(calls).toEqual(["/T /PID 42", "/T /F /PID 42"]);
  });

  it("is not touched after its leader ended: the number may be a stranger's", () => {
    const { calls, kill } = system(true);
    const tree = createWindowsTree(42, kill);
    tree.noteLeaderExit();
    tree.signal("SIGKILL");
    expect(calls).toEqual([]);
    expect(tree.isAlive()).toBe(false);
  });

  it("is not touched when it does not run", () => {
    const { calls, kill } = system(false);
    createWindowsTree(42, kill).signal("SIGKILL");
    expect(calls).toEqual([]);
  });
});
