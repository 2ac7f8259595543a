import { spawn } from "node:child_process";
import { withPrivateDescriptors } from "../start/private-descriptors.ts";

/**
 * Makes named pipes that only this user may open. Rejects when it cannot. Detached, so that a Ctrl-C meant for this process does not cost a command
 * its output.
 */
export function startMkfifo(names: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = { PATH: `${process.env["PATH"] ?? ""}:/usr/bin:/bin` };
    const child = withPrivateDescriptors(["ignore", "ignore", "ignore"], (stdio) =>
      spawn("mkfifo", ["-m", "600", ...names], { stdio, detached: true, env }),
    );
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`mkfifo ended with ${String(code)}`));
    });
  });
}
