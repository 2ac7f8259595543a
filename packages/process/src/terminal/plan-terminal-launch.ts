import type { LaunchPlan } from "../start/launch-plan.ts";

/**
 * Opens the terminal by its name, which makes it the controlling one of a session that has none, tells it that
 * characters are UTF-8, and becomes the program.
 */
const OPEN_TERMINAL = `exec <>"$1" >&0 2>&0; shift; stty iutf8 2>/dev/null; exec "$@"`;

/** Plans a launch whose program is to be typed to: Ctrl-C, job control and `/dev/tty` are the terminal's. */
export function planTerminalLaunch(plan: LaunchPlan, slavePath: string): LaunchPlan {
  return {
    ...plan,
    file: "/bin/sh",
    args: ["-c", OPEN_TERMINAL, "sh", slavePath, plan.file, ...plan.args],
  };
}
