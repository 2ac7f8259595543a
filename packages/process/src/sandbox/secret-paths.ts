import { isAbsolute, join } from "node:path";

/**
 * What holds keys, tokens and passwords in a home directory. Files that mix settings with tokens (`.npmrc`) are among
 * them: a token that publishes packages is worth more than a setting.
 */
const HOME_SECRETS: readonly string[] = [
  ".ssh",
  ".gnupg",
  ".password-store",
  ".local/share/keyrings",
  "Library/Keychains",
  ".aws",
  ".azure",
  ".config/gcloud",
  ".kube",
  ".docker/config.json",
  ".terraform.d/credentials.tfrc.json",
  ".vault-token",
  ".config/gh",
  ".config/glab-cli",
  ".config/git/credentials",
  ".git-credentials",
  ".netrc",
  ".npmrc",
  ".yarnrc.yml",
  ".pypirc",
  ".gem/credentials",
  ".cargo/credentials",
  ".cargo/credentials.toml",
];

/** Sockets behind which somebody runs what they are told, outside of any sandbox. */
const CONTROL_SOCKETS: readonly string[] = [
  "/run/docker.sock",
  "/run/podman",
  "/run/containerd",
  "/run/crio",
  "/run/dbus",
  "/run/systemd/private",
  "/run/snapd.socket",
  "/run/libvirt",
  "/var/lib/lxd",
  "/var/lib/incus",
];

const HOME_SOCKETS: readonly string[] = [".docker/run", ".docker/desktop", ".colima"];

/** Sockets that look names up on behalf of a command that has no network. */
export const RESOLVER_SOCKETS: readonly string[] = [
  "/run/systemd/resolve",
  "/run/nscd",
  "/run/avahi-daemon",
];

/** What no command in a sandbox sees, as far as it exists. `env` names the sockets of agents. */
export function listSecretPaths(home: string, env: Readonly<NodeJS.ProcessEnv>): string[] {
  const named = [
    env["XDG_RUNTIME_DIR"],
    env["SSH_AUTH_SOCK"],
    env["DOCKER_HOST"]?.replace(/^unix:\/\//u, ""),
  ];
  return [
    ...[...HOME_SECRETS, ...HOME_SOCKETS].map((path) => join(home, path)),
    ...CONTROL_SOCKETS,
    ...named.filter((path) => path !== undefined).filter((path) => isAbsolute(path)),
  ];
}
