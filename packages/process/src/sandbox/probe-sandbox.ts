import { execFile } from "node:child_process";
import { accessSync, constants, readFileSync } from "node:fs";
import { findOnPath } from "../request/find-shell.ts";
import {
  explainBubblewrapFailure,
  INSTALL_BUBBLEWRAP,
  type NamespaceSwitches,
} from "./explain-failure.ts";
import { BASE_MOUNTS, NAMESPACES } from "./plan-bubblewrap.ts";
import { findSandboxInit, type SandboxInit } from "./sandbox-init.ts";

/** What sandboxes are made with on this machine. */
export type SandboxBackend =
  | { readonly kind: "bubblewrap"; readonly file: string; readonly init: SandboxInit }
  | { readonly kind: "seatbelt"; readonly file: string };

/** Whether there can be a sandbox, and if not, what to install or to allow. */
export type SandboxProbe =
  | { readonly available: true; readonly backend: SandboxBackend }
  | { readonly available: false; readonly reason: string };

const SEATBELT = "/usr/bin/sandbox-exec";

/** Making a sandbox takes milliseconds; one that hangs is none. */
const PROBE_TIMEOUT_MS = 10_000;

/** What every sandbox may use, so that what works here works there. */
const PROBE_OPTIONS: readonly string[] = [
  ...NAMESPACES,
  "--unshare-net",
  "--cap-drop",
  "ALL",
  ...BASE_MOUNTS,
];

/**
 * Finds out whether this machine can make a sandbox, by making one. `path` is the `PATH` on which bubblewrap is looked
 * up. Never rejects.
 */
export async function probeSandbox(
  path: string = process.env["PATH"] ?? "",
  platform: NodeJS.Platform = process.platform,
): Promise<SandboxProbe> {
  if (platform === "linux") return probeBubblewrap(path);
  if (platform === "darwin") return probeSeatbelt();
  return { available: false, reason: `there is no sandbox for ${platform}` };
}

async function probeBubblewrap(path: string): Promise<SandboxProbe> {
  const file = findOnPath("bwrap", path);
  if (file === null) return { available: false, reason: INSTALL_BUBBLEWRAP };
  const init = findSandboxInit();
  const complaint = await readComplaint(file, [...PROBE_OPTIONS, "--", init.file, "-e", "1"]);
  if (complaint === null) return { available: true, backend: { kind: "bubblewrap", file, init } };
  return { available: false, reason: explainBubblewrapFailure(complaint, readSwitches()) };
}

function probeSeatbelt(): SandboxProbe {
  try {
    accessSync(SEATBELT, constants.X_OK);
    return { available: true, backend: { kind: "seatbelt", file: SEATBELT } };
  } catch {
    return { available: false, reason: `${SEATBELT} is missing from this macOS` };
  }
}

/** Null when the program ended well. */
function readComplaint(file: string, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const options = { timeout: PROBE_TIMEOUT_MS, killSignal: "SIGKILL" } as const;
    execFile(file, args, options, (error, _stdout, stderr) => {
      if (error === null) resolve(null);
      else resolve(stderr === "" ? error.message : stderr);
    });
  });
}

function readSwitches(): NamespaceSwitches {
  return {
    unprivilegedClone: readSwitch("kernel/unprivileged_userns_clone"),
    apparmorRestriction: readSwitch("kernel/apparmor_restrict_unprivileged_userns"),
    maxUserNamespaces: readSwitch("user/max_user_namespaces"),
  };
}

function readSwitch(name: string): string | null {
  try {
    return readFileSync(`/proc/sys/${name}`, "latin1").trim();
  } catch {
    return null;
  }
}
