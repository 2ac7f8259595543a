import type { GitGuard } from "./git-guards.ts";
import type { SandboxFacts } from "./sandbox-facts.ts";
import type { SandboxPolicy } from "./sandbox-policy.ts";

/** What programs need to start and to print, whatever else they may do. */
const BASE: readonly string[] = [
  "(version 1)",
  "(deny default)",
  "(allow process-exec process-fork)",
  "(allow signal process-info* (target same-sandbox))",
  "(allow sysctl-read)",
  "(allow ipc-posix-sem ipc-posix-shm)",
  "(allow user-preference-read)",
  "(allow pseudo-tty)",
  "(allow file-ioctl)",
  "(allow file-read*)",
  '(allow iokit-open (iokit-registry-entry-class "RootDomainUserClient"))',
  '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/ptmx") (literal "/dev/tty") (subpath "/dev/fd") (regex #"^/dev/ttys[0-9]+$"))',
];

/** Services that only answer questions about users, names and logs. None that starts something on request. */
const SERVICES: readonly string[] = [
  "com.apple.system.opendirectoryd.libinfo",
  "com.apple.system.opendirectoryd.membership",
  "com.apple.system.logger",
  "com.apple.system.notification_center",
  "com.apple.bsd.dirhelper",
  "com.apple.logd",
  "com.apple.cfprefsd.agent",
  "com.apple.cfprefsd.daemon",
];

/** Services without which names and certificates are not found. */
const NETWORK_SERVICES: readonly string[] = [
  "com.apple.SystemConfiguration.configd",
  "com.apple.SystemConfiguration.DNSConfiguration",
  "com.apple.networkd",
  "com.apple.trustd.agent",
];

/** The profile of `sandbox-exec` for one command. The last rule that fits an operation decides. */
export function renderSeatbeltProfile(policy: SandboxPolicy, facts: SandboxFacts): string {
  const hidden = facts.hidden.map(({ path, kind }) => renderPath(path, kind));
  return [
    ...BASE,
    renderServices([...SERVICES, ...(policy.network ? NETWORK_SERVICES : [])]),
    ...(policy.network ? ["(allow network* system-socket)"] : []),
    ...renderWritable(policy, facts),
    ...(hidden.length === 0
      ? []
      : [`(deny file-read* file-write* network-outbound ${hidden.join(" ")})`]),
  ].join("\n");
}

function renderServices(names: readonly string[]): string {
  return `(allow mach-lookup ${names.map((name) => `(global-name ${quote(name)})`).join(" ")})`;
}

function renderWritable(policy: SandboxPolicy, facts: SandboxFacts): string[] {
  if (policy.mode !== "workspace-write") return [];
  const roots = [...policy.writableRoots, ...facts.temporaryRoots];
  return [
    `(allow file-write* ${roots.map((root) => renderPath(root, "directory")).join(" ")})`,
    ...facts.gitGuards.map(renderGuard),
  ];
}

function renderGuard({ path, treatment }: GitGuard): string {
  const operation = treatment === "pinned" ? "file-write-unlink" : "file-write*";
  const kind = treatment === "pinned" ? "file" : "directory";
  return `(deny ${operation} ${renderPath(path, kind)})`;
}

function renderPath(path: string, kind: "directory" | "file"): string {
  return `(${kind === "directory" ? "subpath" : "literal"} ${quote(path)})`;
}

function quote(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
