import { describe, expect, it } from "vitest";
import { createSecretFilter, isSecretName } from "./secret-names.ts";

const SECRET = [
  "OPENAI_API_KEY",
  "ANTHROPIC_API_KEY",
  "GH_TOKEN",
  "GITHUB_TOKEN",
  "NPM_TOKEN",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_ACCESS_KEY_ID",
  "AWS_SESSION_TOKEN",
  "OH_SECRET_KEY",
  "OH_SESSION_API_KEYS_0",
  "SESSION_API_KEY",
  "API_KEY_2",
  "PGPASSWORD",
  "MYSQL_PWD",
  "DB_PASS",
  "GPG_PASSPHRASE",
  "OPENAI_APIKEY",
  "AZURE_CLIENT_SECRET",
  "DJANGO_SECRET_KEY",
  "SSH_PRIVATE_KEY",
  "TOKEN",
  "token",
  "npm_config__auth",
  "GITLAB_PAT",
];

const PLAIN = [
  "PATH",
  "HOME",
  "PWD",
  "OLDPWD",
  "INIT_CWD",
  "SSH_AUTH_SOCK",
  "SSH_AGENT_PID",
  "GPG_AGENT_INFO",
  "DOCKER_HOST",
  "KUBECONFIG",
  "KEYBOARD_LAYOUT",
  "TOKENIZERS_PARALLELISM",
  "MONKEY",
  "SORT_KEY",
  "GPG_KEY",
  "AUTHOR",
  "GIT_AUTHOR_NAME",
  "COMPASS",
  "PATHS",
  "SSH_ASKPASS",
  "XDG_SESSION_ID",
  "DBUS_SESSION_BUS_ADDRESS",
  "GOOGLE_APPLICATION_CREDENTIALS",
  "AWS_SHARED_CREDENTIALS_FILE",
  "SECRETARY",
];

describe("the names of secrets (cases 198, 200)", () => {
  it.each(SECRET)("%s is one", (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each(PLAIN)("%s is none", (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});

describe("a policy", () => {
  it("removes its own exact names whatever they look like (case 198)", () => {
    const isSecret = createSecretFilter({ names: ["MY_CIPHER"] });
    expect(isSecret("MY_CIPHER")).toBe(true);
    expect(isSecret("MY_CIPHERS")).toBe(false);
  });

  it("keeps a name that is asked for although it looks like a secret", () => {
    const isSecret = createSecretFilter({ keep: ["GH_TOKEN"] });
    expect(isSecret("GH_TOKEN")).toBe(false);
    expect(isSecret("NPM_TOKEN")).toBe(true);
  });

  it("removes an exact name even when it is also kept", () => {
    expect(createSecretFilter({ names: ["A"], keep: ["A"] })("A")).toBe(true);
  });

  it("can go by exact names alone (case 200)", () => {
    const isSecret = createSecretFilter({ names: ["OWN_KEY"], byPattern: false });
    expect(isSecret("OWN_KEY")).toBe(true);
    expect(isSecret("OPENAI_API_KEY")).toBe(false);
  });
});
