import { describe, expect, it } from "vitest";
import { findWindowsProgram, type WindowsMachine } from "./find-windows-program.ts";
import { planWindowsLaunch } from "./windows-launch-plan.ts";

function machine(...files: string[]): WindowsMachine {
  const known = new Set(files.map((name) => name.toLowerCase()));
  return {
    cwd: "C:\\repo",
    env: {
      Path: "C:\\Windows;C:\\Program Files\\nodejs;",
      PATHEXT: ".COM;.EXE;.BAT;.CMD",
      ComSpec: "C:\\Windows\\cmd.exe",
    },
    isFile: (path) => known.has(path.toLowerCase()),
  };
}

function line(text: string, shell: string): { file: string; args: readonly string[] } {
  return planWindowsLaunch({ kind: "shell", line: text, shell }, machine());
}

function file(
  name: string,
  args: string[],
  ...files: string[]
): ReturnType<typeof planWindowsLaunch> {
  return planWindowsLaunch({ kind: "file", file: name, args }, machine(...files));
}

describe("a shell line on Windows", () => {
  it("goes to the interpreter as it is (case 189)", () => {
    const text = 'python -c "print(1+1)" && python -c "print(2+2)"';
    expect(line(text, "C:\\Windows\\System32\\cmd.exe")).toMatchObject({
      args: ["/d", "/s", "/c", `"${text}"`],
      verbatim: true,
    });
  });

  it("goes to PowerShell without the user's profile (case 157)", () => {
    expect(line("$PSVersionTable", "C:\\pwsh.exe")).toMatchObject({
      args: ["-NoProfile", "-NonInteractive", "-Command", "$PSVersionTable"],
      verbatim: false,
    });
  });

  it("goes to a POSIX shell as on a POSIX system", () => {
    expect(line("ls", "C:\\Git\\bin\\bash.exe").args).toEqual(["-c", "ls"]);
  });
});

describe("a program on Windows", () => {
  it("is found by the extensions of programs (cases 7, 9)", () => {
    const found = "C:\\Program Files\\nodejs\\npm.CMD";
    expect(findWindowsProgram("npm", machine(found))).toBe(found);
  });

  it("is found earlier on the path first, and by the earlier extension", () => {
    const here = machine(
      "C:\\Windows\\a.cmd",
      "C:\\Windows\\a.exe",
      "C:\\Program Files\\nodejs\\a.com",
    );
    expect(findWindowsProgram("a", here)).toBe("C:\\Windows\\a.EXE");
  });

  it("is found by its full name without another extension", () => {
    expect(findWindowsProgram("git.exe", machine("C:\\Windows\\git.exe"))).toBe(
      "C:\\Windows\\git.exe",
    );
  });

  it("is looked for in the working directory when its name has a directory", () => {
    expect(findWindowsProgram("bin\\tool", machine("C:\\repo\\bin\\tool.exe"))).toBe(
      "C:\\repo\\bin\\tool.EXE",
    );
    expect(findWindowsProgram("D:\\t\\x", machine("D:\\t\\x.bat"))).toBe("D:\\t\\x.BAT");
  });

  it("that is not there is left to the system to refuse", () => {
    expect(findWindowsProgram("nope", machine())).toBeNull();
    expect(file("nope", ["a"])).toMatchObject({ file: "nope", args: ["a"], verbatim: false });
  });

  it("that is no batch file gets its arguments as they are", () => {
    expect(file("git", ["a b", '"'], "C:\\Windows\\git.exe")).toMatchObject({
      file: "C:\\Windows\\git.EXE",
      args: ["a b", '"'],
      verbatim: false,
    });
  });
});

describe("a batch file on Windows", () => {
  const npm = "C:\\Program Files\\nodejs\\npm.cmd";
  const words = (...args: string[]): string => file("npm", args, npm).args.at(-1) ?? "";

  it("is run by the interpreter, verbatim (case 7)", () => {
    expect(file("npm", [], npm)).toMatchObject({
      file: "C:\\Windows\\cmd.exe",
      args: ["/d", "/s", "/c", '"C:\\Program^ Files\\nodejs\\npm.CMD"'],
      verbatim: true,
      ownSession: false,
    });
  });

  it("gets an argument with a blank as one (case 190)", () => {
    expect(words("a b")).toContain('^^^"a^^^ b^^^"');
  });

  it.each(["&", "|", "<", ">", "^", "%", "!", '"', "(", ")", "`", ";", ","])(
    "gets %s with nothing left for the interpreter to act on (case 191)",
    (sign) => {
      const [, argument = ""] = words(`x${sign}y`).split(" ");
      const acted = argument.slice(0, -1).replaceAll(/\^./gu, "");
      expect(acted).not.toMatch(/[()\][%!^"`<>&|;, *?]/u);
    },
  );

  it("keeps backslashes before a quote and at the end", () => {
    expect(words("a\\")).toContain("a\\\\^^^");
    expect(words('a\\"b')).toContain('a\\\\\\^^^"b');
  });

  it("cannot be given a line break", () => {
    expect(() => words("a\nb")).toThrow(/line break/u);
  });
});
