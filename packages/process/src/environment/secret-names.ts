/** Which environment variables of this process commands never see. */
export interface SecretPolicy {
  /** Exact names, such as the runner's own keys. They win over `keep`. */
  readonly names?: readonly string[];
  /** Names that stay although they look like secrets, such as `GH_TOKEN` for an agent that may use `gh`. */
  readonly keep?: readonly string[];
  /** False: only the exact names are removed. Absent: also what {@link isSecretName} recognises. */
  readonly byPattern?: boolean;
}

/**
 * Words that make a name a secret's when they end it. `PASSWORD` and its like also count glued to another word
 * (`PGPASSWORD`); the others must stand alone, or `MONKEY` and `KEYBOARD_LAYOUT` would be lost.
 */
const SECRET_WORD = /(?:^|_)(?:TOKEN|SECRET|PAT|PASS|PWD|APIKEY|CREDENTIAL|AUTH)S?$/u;
const SECRET_SUFFIX = /(?:PASSWORD|PASSWD|PASSPHRASE)S?$/u;

/** A key is a secret when the word before says so: an `API_KEY` is, a `SORT_KEY` is not. */
const SECRET_KEY =
  /(?:^|_)(?:API|ACCESS|SECRET|PRIVATE|CIPHER|CRYPT|ENCRYPTION|SIGNING|SESSION|MASTER|AUTH|SERVICE|DEPLOY)_KEYS?(?:_ID)?$/u;

/** What ends in `_PWD` or the like without being secret, and what names a file or a socket. */
const NEVER_SECRET: ReadonlySet<string> = new Set([
  "PWD",
  "OLDPWD",
  "INIT_CWD",
  "SSH_AUTH_SOCK",
  "GOOGLE_APPLICATION_CREDENTIALS",
]);

/**
 * True for a name that by its last words holds a secret: `OPENAI_API_KEY`, `GH_TOKEN`, `PGPASSWORD`. A number at the
 * end is looked past (`SESSION_API_KEYS_0`), so is case. False for sockets and addresses of agents that hold secrets
 * without giving them away (`SSH_AUTH_SOCK`, `DOCKER_HOST`).
 */
export function isSecretName(name: string): boolean {
  const upper = name.toUpperCase();
  if (NEVER_SECRET.has(upper)) return false;
  const words = upper.replace(/_?\d+$/u, "");
  return SECRET_WORD.test(words) || SECRET_SUFFIX.test(words) || SECRET_KEY.test(words);
}

/** Names that were looked at before; an environment has some hundred, and hardly ever new ones. */
const MAX_KNOWN = 4096;

/** Decides by a policy whether a variable is left out. */
export function createSecretFilter(policy: SecretPolicy): (name: string) => boolean {
  const names = new Set(policy.names);
  const keep = new Set(policy.keep);
  const byPattern = policy.byPattern ?? true;
  const known = new Map<string, boolean>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const isSecret = names.has(name) || (byPattern && !keep.has(name) && isSecretName(name));
    if (known.size < MAX_KNOWN) known.set(name, isSecret);
    return isSecret;
  };
}
