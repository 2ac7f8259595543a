import { homedir, tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";

/**
 * The directories under which spill files may be made, the best first: the user's state directory, which a sandbox
 * that has a temporary directory of its own still shows to commands, and the temporary directory for who has no home.
 * They need not exist.
 */
export function findSpillRoots(env: Readonly<NodeJS.ProcessEnv>): readonly string[] {
  const state = env["XDG_STATE_HOME"] ?? "";
  const stateHome = isAbsolute(state) ? state : join(homedir(), ".local", "state");
  const user = process.getuid?.() ?? "user";
  return [join(stateHome, "termwire", "spill"), join(tmpdir(), `termwire-spill-${user}`)];
}
