import { describe, expect, it } from "vitest";
import { toV2Diff } from "./diff.ts";

function patchOf(oldText: string | null, newText: string): unknown {
  const { patch } = toV2Diff({ path: "/p/a.txt", oldText, newText }) as {
    patch: { text: string };
  };
  return patch.text;
}

describe("a diff in version 2", () => {
  it("says what was done to which file", () => {
    expect(toV2Diff({ path: "/p/a", oldText: null, newText: "" })).toMatchObject({
      type: "diff",
      changes: [{ operation: "add", path: "/p/a" }],
      patch: { format: "git_patch" },
    });
    expect(toV2Diff({ path: "/p/a", oldText: "", newText: "x" })).toMatchObject({
      changes: [{ operation: "modify", path: "/p/a" }],
    });
  });

  it("has a patch from all of the old to all of the new", () => {
    expect(patchOf("a\nb\n", "a\nc\nd\n")).toBe(
      [
        "diff --git a/p/a.txt b/p/a.txt",
        "--- a/p/a.txt",
        "+++ b/p/a.txt",
        "@@ -1,2 +1,3 @@",
        "-a",
        "-b",
        "+a",
        "+c",
        "+d",
        "",
      ].join("\n"),
    );
  });

  it("says of a new file that it is one, and where a last line end is missing", () => {
    expect(patchOf(null, "x")).toBe(
      [
        "diff --git a/p/a.txt b/p/a.txt",
        "new file mode 100644",
        "--- /dev/null",
        "+++ b/p/a.txt",
        "@@ -0,0 +1,1 @@",
        "+x",
        "\\ No newline at end of file",
        "",
      ].join("\n"),
    );
  });
});
