import { describe, expect, it } from "vitest";
import { checkNode } from "./examine-machine.ts";

describe("a version of Node.js", () => {
  it.each(["20.19.0", "20.20.2", "22.0.0", "24.1.0"])("%s is enough", (version) => {
    expect(checkNode(version)).toEqual({
      name: "node",
      ok: true,
      found: `Node.js ${version}`,
      remedy: null,
    });
  });

  it.each(["18.20.0", "20.18.3", "0.0.0"])("%s is not, and it says what is", (version) => {
    expect(checkNode(version)).toMatchObject({ ok: false, remedy: "needs 20.19 or newer" });
  });
});
