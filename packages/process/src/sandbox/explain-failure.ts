/** Switches of the kernel that decide whether a user may make a namespace; null where there is no such switch. */
export interface NamespaceSwitches {
  /** Debian's: 0 forbids. */
  readonly unprivilegedClone: string | null;
  /** Ubuntu's: 1 forbids, unless a profile of AppArmor allows. */
  readonly apparmorRestriction: string | null;
  /** 0 forbids. */
  readonly maxUserNamespaces: string | null;
}

/** What to do on a machine without bubblewrap. */
export const INSTALL_BUBBLEWRAP =
  "bubblewrap (bwrap) is not on the PATH; install it: apt install bubblewrap, dnf install bubblewrap, pacman -S bubblewrap or apk add bubblewrap";

/** Says why bubblewrap does not work here and what would change that. `complaint` is what it printed. */
export function explainBubblewrapFailure(complaint: string, switches: NamespaceSwitches): string {
  const said = complaint.trim().split("\n").at(-1) ?? "";
  return `bubblewrap is installed but cannot make a sandbox here (${said === "" ? "it said nothing" : said}); ${findRemedy(switches)}`;
}

function findRemedy(switches: NamespaceSwitches): string {
  if (switches.unprivilegedClone === "0") {
    return "user namespaces are forbidden: sudo sysctl -w kernel.unprivileged_userns_clone=1";
  }
  if (switches.apparmorRestriction === "1") {
    return "AppArmor restricts user namespaces: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0, or an AppArmor profile for bwrap that has userns";
  }
  if (switches.maxUserNamespaces === "0") {
    return "user namespaces are forbidden: sudo sysctl -w user.max_user_namespaces=15000";
  }
  return "in a container it needs the right to make namespaces and to mount /proc (docker run --security-opt seccomp=unconfined --security-opt systempaths=unconfined)";
}
