import { describe, expect, it } from "vitest";
import { planWindowsLaunch } from "./windows-launch-plan.ts";
import { isWsl, renderWslEnvironment } from "./wsl.ts";

const WSL = "C:\\Windows\\System32\\wsl.exe";
const machine = { env: {}, cwd: "C:\\", isFile: () => false };

/** Lines that the command interpreter, or one more shell, would understand otherwise. */
const LINES = [
  "for i in 1 2; do echo $i; done",
  "echo \"a b\" 'c d'",
  "echo %PATH% ^ & echo $HOME",
  "printf '%s\\n' \"$(pwd)\"",
];

describe("a line for WSL", () => {
  it.each(LINES)(
    "is one argument of the bash inside, and nobody else's: %s (cases 185, 186)",
    (line) => {
      expect(planWindowsLaunch({ kind: "shell", line, shell: WSL }, machine)).toEqual({
        file: WSL,
        args: ["--exec", "bash", "-c", line],
        verbatim: false,
        ownSession: false,
      });
    },
  );

  it("goes there by whatever path it is called", () => {
    expect([WSL, "wsl", "WSL.EXE"].map(isWsl)).toEqual([true, true, true]);
    expect(["wslview.exe", "bash.exe", "C:\\wsl\\bash.exe"].map(isWsl)).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe("arguments for a program in WSL", () => {
  it("keep their positions, blanks included (case 186)", () => {
    const args = ["--exec", "printf", "%s|", "a b", "", 'c"d'];
    const plan = planWindowsLaunch(
      { kind: "file", file: WSL, args },
      { ...machine, isFile: (path) => path === WSL },
    );
    expect(plan).toMatchObject({ file: WSL, args, verbatim: false });
  });
});

describe("the environment of a command in WSL", () => {
  it.each([
    [{}, ["API_KEY"], "API_KEY/u"],
    [{}, ["A", "B"], "A/u:B/u"],
    [{ WSLENV: "GOPATH/l:EDITOR" }, ["API_KEY"], "GOPATH/l:EDITOR:API_KEY/u"],
    [{ WSLENV: "API_KEY/w" }, ["API_KEY"], "API_KEY/w"],
    [{ WSLENV: "" }, [], ""],
    [{ WSLENV: "A" }, ["WSLENV"], "A"],
  ])("names what has to get across: %j and %j (case 186)", (env, names, wslenv) => {
    expect(renderWslEnvironment(env, names)).toEqual({ ...env, WSLENV: wslenv });
  });
});
