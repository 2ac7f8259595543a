import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outputFileName } from "./file-name.ts";

describe("the name of a saved file", () => {
  it.each([
    ["npm test", "npm-test.txt"],
    ["cat ../../etc/passwd", "cat-etc-passwd.txt"],
    ["ls 漢字", "ls-漢字.txt"],
    ["&& |", "terminal.txt"],
    [null, "terminal.txt"],
  ])("of %j is %s", (command, name) => {
    expect(outputFileName(command, "txt")).toBe(name);
  });

  it("leads nowhere, whatever the command", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (command) => {
        expect(outputFileName(command, "cast")).toMatch(
          /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.cast$/u,
        );
      }),
    );
  });
});
