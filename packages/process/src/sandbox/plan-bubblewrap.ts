import type { CommandSpec } from "@termwire/terminal";
import type { GitGuard } from "./git-guards.ts";
import { isInside } from "./is-inside.ts";
import type { HiddenPath, SandboxFacts } from "./sandbox-facts.ts";
import type { SandboxPolicy } from "./sandbox-policy.ts";

/** The one directory that every command has for itself. */
const PRIVATE_TMP = "/tmp";

/** Processes of others and their messages are out of sight; the name of the machine is a copy. */
export const NAMESPACES: readonly string[] = ["--unshare-pid", "--unshare-ipc", "--unshare-uts"];

/** What there is before a policy says more. */
export const BASE_MOUNTS: readonly string[] = [
  "--ro-bind",
  "/",
  "/",
  "--dev",
  "/dev",
  "--proc",
  "/proc",
  "--tmpfs",
  PRIVATE_TMP,
];

/** What root may still do in a sandbox: be the owner of other people's files, as it expects. Nothing about the system. */
const ROOT_CAPABILITIES: readonly string[] = [
  "CAP_CHOWN",
  "CAP_DAC_OVERRIDE",
  "CAP_FOWNER",
  "CAP_SETGID",
  "CAP_SETUID",
];

/** What of `/proc` root may write by being its owner, without any capability: settings of the whole machine. */
const ROOT_SETTINGS: readonly string[] = [
  "/proc/sys",
  "/proc/sysrq-trigger",
  "/proc/acpi",
  "/proc/asound",
  "/proc/bus",
  "/proc/driver",
  "/proc/fs",
  "/proc/irq",
  "/proc/scsi",
];

/**
 * The options of bubblewrap for one command, all but the program. Later mounts lie on earlier ones: the file system
 * read-only, then what is new and empty, then what is visible in it after all, then what is writable, then what of that
 * is not, and secrets last.
 *
 * There is no `--new-session`: on pipes a command has no terminal, on a terminal it has one of its own which nobody
 * else reads. There is no `--die-with-parent`: a background job may live on, and the tree ends it.
 */
export function planBubblewrap(
  policy: SandboxPolicy,
  spec: Pick<CommandSpec, "env">,
  facts: SandboxFacts,
): string[] {
  return [
    NAMESPACES,
    policy.network ? [] : ["--unshare-net"],
    ["--cap-drop", "ALL"],
    facts.isRoot ? ROOT_CAPABILITIES.flatMap((name) => ["--cap-add", name]) : [],
    BASE_MOUNTS,
    facts.isRoot ? ROOT_SETTINGS.flatMap((path) => ["--ro-bind-try", path, path]) : [],
    planVisible(policy, facts),
    planWritable(policy, facts),
    planHidden(policy, facts),
    spec.env["TMPDIR"] === undefined ? ["--setenv", "TMPDIR", PRIVATE_TMP] : [],
    ["--chdir", facts.cwd],
  ].flat();
}

/** The private directory would hide what a command works in, if that is there. */
function planVisible(policy: SandboxPolicy, facts: SandboxFacts): string[] {
  const covered = listVisible(policy, facts).filter(
    (path) => path !== PRIVATE_TMP && isInside(path, PRIVATE_TMP),
  );
  return covered.flatMap((path) => ["--ro-bind", path, path]);
}

function listVisible(policy: SandboxPolicy, facts: SandboxFacts): readonly string[] {
  return [facts.cwd, ...policy.writableRoots];
}

function isVisible(path: string, policy: SandboxPolicy, facts: SandboxFacts): boolean {
  if (!isInside(path, PRIVATE_TMP)) return true;
  return listVisible(policy, facts).some((visible) => isInside(path, visible));
}

function planWritable(policy: SandboxPolicy, facts: SandboxFacts): string[] {
  if (policy.mode !== "workspace-write") return [];
  const roots = policy.writableRoots.flatMap((root) => ["--bind", root, root]);
  return [...roots, ...facts.gitGuards.flatMap(planGuard)];
}

function planGuard({ path, treatment }: GitGuard): string[] {
  switch (treatment) {
    case "pinned":
      return ["--bind", path, path];
    case "read-only":
      return ["--ro-bind", path, path];
    case "empty":
      return ["--tmpfs", path, "--remount-ro", path];
  }
}

function planHidden(policy: SandboxPolicy, facts: SandboxFacts): string[] {
  return facts.hidden.flatMap((hidden) =>
    isVisible(hidden.path, policy, facts) ? hide(hidden) : [],
  );
}

/** A device cannot be opened on such a mount: reading the file is refused, not answered with nothing. */
function hide({ path, kind }: HiddenPath): string[] {
  return kind === "directory"
    ? ["--tmpfs", path, "--remount-ro", path]
    : ["--ro-bind", "/dev/null", path];
}
