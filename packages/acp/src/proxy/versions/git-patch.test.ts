import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toFields } from "../../dialects/terminal-end.ts";
import { parseGitPatch } from "./git-patch.ts";
import { toV1Content, toV2Content } from "./tool-content.ts";

const PATCH = `diff --git a/src/a.txt b/src/a.txt
index 1..2 100644
--- a/src/a.txt
+++ b/src/a.txt
@@ -1,3 +1,3 @@ around
 one
-two
+zwei
 three
@@ -10 +10,2 @@
-ten
\\ No newline at end of file
+ten
+eleven
diff --git a/new.txt b/new.txt
new file mode 100644
--- /dev/null
+++ b/new.txt
@@ -0,0 +1 @@
+hello
`;

describe("parseGitPatch", () => {
  it("reads each piece of each file", () => {
    expect(parseGitPatch(PATCH)).toEqual([
      { path: "src/a.txt", oldText: "one\ntwo\nthree\n", newText: "one\nzwei\nthree\n" },
      { path: "src/a.txt", oldText: "ten", newText: "ten\neleven\n" },
      { path: "new.txt", oldText: null, newText: "hello\n" },
    ]);
  });

  it("reads nothing in what is no patch", () => {
    expect(parseGitPatch("")).toEqual([]);
    fc.assert(fc.property(fc.string(), (text) => Array.isArray(parseGitPatch(text))));
  });
});

describe("a change of a file", () => {
  it("comes back from version 2 as it was in version 1", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "-", "+", " ", "\\", "@", "\n") });
    fc.assert(
      fc.property(fc.option(text), text, (oldText, newText) => {
        fc.pre((oldText ?? "") !== newText);
        const diff = { type: "diff", path: "/p/a.txt", oldText, newText };
        expect(toV1Content(toV2Content([diff]))).toEqual([diff]);
      }),
    );
  });

  it("is told by the name that the change has, and in words without a patch", () => {
    const block = (changes: unknown, text: string): unknown => ({
      type: "diff",
      changes,
      patch: { format: "git_patch", text },
    });
    const changes = [
      { operation: "modify", path: "/p/src/a.txt" },
      { operation: "add", path: "/p/new.txt" },
    ];
    const paths = toV1Content([block(changes, PATCH)]).map(({ path }) => path);
    expect(paths).toEqual(["/p/src/a.txt", "/p/src/a.txt", "/p/new.txt"]);
    const moved = [{ operation: "move", oldPath: "/p/a", path: "/p/b" }];
    const [words] = toV1Content([{ type: "diff", changes: moved }]);
    expect(toFields(words?.["content"])["text"]).toBe("move /p/a → /p/b");
  });

  it("leaves terminals and text as they are, and what version 1 does not know out", () => {
    const content = [
      { type: "terminal", terminalId: "t" },
      { type: "content", content: {} },
    ];
    expect(toV1Content([...content, { type: "_mine" }, 3])).toEqual(content);
    expect(toV2Content(content)).toEqual(content);
    expect(toV1Content("x")).toEqual([]);
  });
});
