import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { V1_CLIENT_TERMINALS } from "./v1-terminals.ts";

const PACKAGE = join(import.meta.dirname, "../..");
const REQUIREMENTS = [...V1_CLIENT_TERMINALS];

/** Every requirement a test of this package cites in its title, as `[ID]`. */
function readCitations(): Set<string> {
  const cited = new Set<string>();
  for (const file of readdirSync(PACKAGE, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".test.ts") || file.startsWith("node_modules")) continue;
    const titles = readFileSync(join(PACKAGE, file), "utf8").matchAll(/\[(T\d-[A-Z-]+)\]/g);
    for (const [, id = ""] of titles) cited.add(id);
  }
  return cited;
}

describe("the requirements", () => {
  it("have ids that are given once", () => {
    expect(new Set(REQUIREMENTS.map(({ id }) => id)).size).toBe(REQUIREMENTS.length);
  });

  it("are each cited by a test, and no test cites another", () => {
    expect([...readCitations()].toSorted()).toEqual(REQUIREMENTS.map(({ id }) => id).toSorted());
  });

  it("say where they are written, in a whole sentence", () => {
    for (const { source, sentence } of REQUIREMENTS) {
      expect(source).toMatch(/#./);
      expect(sentence).toMatch(/^[A-Z].*\.$/);
    }
  });
});
