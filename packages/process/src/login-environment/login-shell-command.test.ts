import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLoginShellCommand, parseLoginEnvironment } from "./login-shell-command.ts";

describe("the command for a login shell", () => {
  it.each(["/bin/bash", "/usr/bin/zsh", "/opt/homebrew/bin/fish"])(
    "asks %s as at a login and as for a person (case 180)",
    (shell) => {
      const command = createLoginShellCommand(shell, "/usr/bin/node", "F");
      expect(command?.args.slice(0, 3)).toEqual(["-l", "-i", "-c"]);
      expect(command?.args[3]).toContain("'/usr/bin/node' -e 'process.stdout.write(\"F\"");
    },
  );

  it.each(["/usr/bin/tmux", "/usr/bin/nu", "C:\\cmd.exe"])(
    "does not guess for %s (case 182)",
    (shell) => {
      expect(createLoginShellCommand(shell, "/usr/bin/node", "F")).toBeNull();
    },
  );

  it("does not try to quote a path that shells quote differently", () => {
    expect(createLoginShellCommand("/bin/bash", "/it's/node", "F")).toBeNull();
  });
});

describe("the answer of a login shell", () => {
  it("is found among what start-up files print (case 157)", () => {
    const text = 'Welcome!\r\n{"not":"it"}F{"A":"1"}Fbye';
    expect(parseLoginEnvironment(text, "F")).toEqual({ A: "1" });
  });

  it("is the environment, whatever is in it", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string({ unit: "binary" })), (env) => {
        const fence = "termwire-fence";
        const text = `noise${fence}${JSON.stringify(env)}${fence}noise`;
        expect(parseLoginEnvironment(text, fence)).toEqual({ ...env });
      }),
    );
  });

  it.each(["", "F", "F{", "F[]F", 'F{"A":1}F', "FnullF", "no fence"])("is not %j", (text) => {
    expect(parseLoginEnvironment(text, "F")).toBeNull();
  });
});
