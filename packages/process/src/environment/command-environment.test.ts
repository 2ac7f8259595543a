import { describe, expect, it } from "vitest";
import { createCommandEnvironment, type EnvironmentSources } from "./command-environment.ts";
import { createSecretFilter } from "./secret-names.ts";

function compose(sources: Partial<EnvironmentSources>): Record<string, string> {
  return createCommandEnvironment({
    base: {},
    isSecret: createSecretFilter({}),
    added: {},
    connection: "pipe",
    platform: "linux",
    ...sources,
  });
}

describe("the environment of a command", () => {
  it("starts from the base", () => {
    const base = {
      HOME: "/home/u",
      LANG: "C.UTF-8",
      SSH_AUTH_SOCK: "/run/agent",
      DOCKER_HOST: "d",
    };
    expect(compose({ base })).toMatchObject(base);
  });

  it("leaves out what the base does not define", () => {
    expect(compose({ base: { GONE: undefined } })).not.toHaveProperty("GONE");
  });

  it("takes secrets out of the base (cases 198, 200)", () => {
    const isSecret = createSecretFilter({ names: ["OWN"] });
    const env = compose({ base: { OPENAI_API_KEY: "k", OWN: "o" }, isSecret });
    expect(env).not.toHaveProperty("OPENAI_API_KEY");
    expect(env).not.toHaveProperty("OWN");
  });

  it("passes on a secret that the caller adds on purpose", () => {
    expect(compose({ added: { GH_TOKEN: "t" } })).toHaveProperty("GH_TOKEN", "t");
  });

  it("turns pagers, editors and prompts off, whatever the user configured (cases 146, 150)", () => {
    const env = compose({ base: { PAGER: "less", GIT_PAGER: "delta", EDITOR: "vim" } });
    expect(env).toMatchObject({
      PAGER: "cat",
      GIT_PAGER: "cat",
      GIT_EDITOR: "true",
      EDITOR: "false",
      GIT_TERMINAL_PROMPT: "0",
    });
  });

  it("does not promise a terminal (case 141)", () => {
    expect(compose({ base: { TERM: "xterm-kitty" } })).toHaveProperty("TERM", "dumb");
  });

  it("names the terminal there is, not the one this process runs in (case 188)", () => {
    const base = { TERM: "xterm-kitty", COLUMNS: "80", TMUX: "/tmp/t" };
    const env = compose({ base, connection: "terminal" });
    expect(env).toMatchObject({ TERM: "xterm-256color", COLORTERM: "truecolor", PAGER: "cat" });
    expect(env).not.toHaveProperty("COLUMNS");
    expect(env).not.toHaveProperty("TMUX");
  });

  it("leaves editors and prompts to somebody who can type, but no pager (case 146)", () => {
    const env = compose({ base: { EDITOR: "vim", PAGER: "less" }, connection: "typed" });
    expect(env).toMatchObject({ EDITOR: "vim", PAGER: "cat" });
    expect(env).not.toHaveProperty("GIT_TERMINAL_PROMPT");
  });

  it("lets the caller win over everything", () => {
    const added = { PAGER: "more", TERM: "xterm", HOME: "/elsewhere" };
    expect(compose({ base: { HOME: "/home/u" }, added })).toMatchObject(added);
  });

  it("treats names that differ in case as two on POSIX systems", () => {
    expect(compose({ base: { Path: "a" }, added: { PATH: "b" } })).toMatchObject({
      Path: "a",
      PATH: "b",
    });
  });

  it("treats names that differ in case as one on Windows", () => {
    const env = compose({ base: { Path: "a" }, added: { PATH: "b" }, platform: "win32" });
    expect(env).toHaveProperty("PATH", "b");
    expect(env).not.toHaveProperty("Path");
  });
});
