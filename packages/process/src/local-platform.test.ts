import { describe, expect, it } from "vitest";
import { chooseLocalPlatform } from "./local-platform.ts";

const setting = { cwd: "/", env: {} };

describe("a platform", () => {
  it.each(["linux", "darwin"] as const)("that is %s starts a session for each command", (name) => {
    const program = { kind: "shell", line: "ls", shell: "/bin/sh" } as const;
    expect(chooseLocalPlatform(name).planLaunch(program, setting)).toEqual({
      file: "/bin/sh",
      args: ["-c", "ls"],
      verbatim: false,
      ownSession: true,
    });
  });

  it("that is Windows asks its interpreter, and opens no console (case 189)", () => {
    const program = { kind: "shell", line: "dir", shell: "cmd.exe" } as const;
    expect(chooseLocalPlatform("win32").planLaunch(program, setting)).toMatchObject({
      args: ["/d", "/s", "/c", '"dir"'],
      verbatim: true,
      ownSession: false,
    });
  });

  it("that is Windows watches trees without a helper, which it has no shell for", () => {
    const before = process.listenerCount("exit");
    const platform = chooseLocalPlatform("win32");
    const watch = platform.watchTree();
    watch.noteStarted(platform.createTree(2 ** 30, "marker"));
    expect(process.listenerCount("exit")).toBe(before + 1);
    watch.dispose();
    watch.dispose();
    expect(process.listenerCount("exit")).toBe(before);
  });
});
