import { describe, expect, it } from "vitest";
import { createLocalRunner } from "@termwire/process";
import { file, run, shell } from "./command-harness.ts";

const base = {
  PATH: process.env["PATH"] ?? "",
  OPENAI_API_KEY: "sk-secret",
  GH_TOKEN: "gh-secret",
  OWN_THING: "own-secret",
  SSH_AUTH_SOCK: "/run/agent.sock",
  KEYBOARD_LAYOUT: "de",
};

describe("the environment a command really gets", () => {
  it("has no secrets and keeps the rest (cases 198, 200)", async () => {
    const runner = createLocalRunner({ env: base, secrets: { names: ["OWN_THING"] } });
    const { text } = await run(runner, file("env"));
    expect(text).not.toMatch(/secret/u);
    expect(text).toContain("SSH_AUTH_SOCK=/run/agent.sock\n");
    expect(text).toContain("KEYBOARD_LAYOUT=de\n");
  });

  it("has what the policy keeps", async () => {
    const runner = createLocalRunner({ env: base, secrets: { keep: ["GH_TOKEN"] } });
    const { text } = await run(runner, shell('echo "$GH_TOKEN,$OPENAI_API_KEY"'));
    expect(text).toBe("gh-secret,\n");
  });

  it("is read once, and asked for again when it could not be read", async () => {
    let asked = 0;
    const runner = createLocalRunner({
      env: async () => {
        asked += 1;
        if (asked === 1) throw new Error("the login shell did not answer");
        return { ...base, ASKED: String(asked) };
      },
    });
    await expect(run(runner, shell("true"))).rejects.toThrow("the login shell did not answer");
    for (let count = 0; count < 2; count++) {
      expect((await run(runner, shell('echo "$ASKED"'))).text).toBe("2\n");
    }
  });

  it("is this process's own by default, as it is at the start", async () => {
    const runner = createLocalRunner();
    process.env["TERMWIRE_TEST_VALUE"] = "later";
    const { text } = await run(runner, shell('echo "$TERMWIRE_TEST_VALUE"'));
    delete process.env["TERMWIRE_TEST_VALUE"];
    expect(text).toBe("later\n");
  });

  it("does not wait in git for a pager, an editor or a password (cases 146, 148)", async () => {
    const runner = createLocalRunner();
    const line = "git -c core.pager=less -c core.editor=vi var GIT_PAGER; git var GIT_EDITOR";
    expect((await run(runner, shell(line))).text).toBe("cat\ntrue\n");
  });

  it("runs a line with the shell that was chosen (case 181)", async () => {
    const { text } = await run(createLocalRunner({ shell: "/bin/sh" }), shell('echo "$0"'));
    expect(text).toBe("/bin/sh\n");
    const bash = await run(createLocalRunner(), shell("[[ a == a ]] && echo ok"));
    expect(bash.text).toBe("ok\n");
  });
});
