import { spawn } from "node:child_process";

/** Ends a process group when this process goes without a word. */
export interface GroupGuard {
  /** The group has been ended: the guard leaves. */
  dismiss(): void;
}

/** At the end of its input, which is the end of its parent however that came, it kills the group. */
const SCRIPT = `trap '' HUP INT TERM QUIT
read -r word && exit 0
kill -s KILL -- "-$1" 2>/dev/null`;

/** Watches over the group of `pid`, its leader. */
export function guardGroup(pid: number): GroupGuard {
  const child = spawn("/bin/sh", ["-c", SCRIPT, "sh", String(pid)], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.on("error", () => undefined);
  child.stdin.on("error", () => undefined);
  child.unref();
  return {
    dismiss: () => void child.stdin.end("done\n"),
  };
}
