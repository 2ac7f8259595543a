import { describe, expect, it } from "vitest";
import { createBashTool } from "./bash-tool.ts";
import { presentClassifiedCall } from "./present-classified.ts";

describe("the view of a line that only reads or searches", () => {
  it("says so and stays the terminal it is, with the exact line", () => {
    const args = { command: "sed -n '3,4p' b.txt", workdir: "sub", description: "Look" };
    expect(presentClassifiedCall(Object.freeze(args))).toEqual({
      card: "terminal",
      title: "sed -n '3,4p' b.txt",
      description: "Look",
      cwd: "sub",
      looksLike: { kind: "read", locations: [{ path: "sub/b.txt", line: 3 }] },
    });
    expect(presentClassifiedCall({ command: "grep -n 1 a.txt" })).toEqual({
      card: "terminal",
      title: "grep -n 1 a.txt",
      looksLike: { kind: "search" },
    });
  });

  it("has locations from the session's directory on", () => {
    const locations = (command: string, workdir?: string): unknown =>
      presentClassifiedCall({ command, ...(workdir !== undefined && { workdir }) });
    expect(locations("cat a")).toMatchObject({ looksLike: { locations: [{ path: "a" }] } });
    expect(locations("cat /a b", "/d")).toMatchObject({
      looksLike: { locations: [{ path: "/a" }, { path: "/d/b" }] },
    });
  });

  it("says nothing of the kind in the background, on a terminal, of any other line, or when not asked", () => {
    const plain = { card: "terminal", title: "cat a" };
    expect(presentClassifiedCall({ command: "cat a", tty: true })).toEqual(plain);
    expect(presentClassifiedCall({ command: "cat a", runInBackground: true })).toEqual({
      ...plain,
      background: true,
    });
    expect(presentClassifiedCall({ command: "cat a; rm a" })).not.toHaveProperty("looksLike");
    const view = (classify: boolean): unknown =>
      createBashTool({ classify }).prepare({ command: "cat a" }).view;
    expect(view(false)).toEqual(plain);
    expect(view(true)).toHaveProperty("looksLike");
  });
});
