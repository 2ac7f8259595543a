import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findRequirement, REQUIREMENT_GROUPS, toSourceLink } from "./all-requirements.ts";
import { renderRequirements } from "./render-requirements.ts";

const PACKAGE = join(import.meta.dirname, "../..");
const REQUIREMENTS = REQUIREMENT_GROUPS.flatMap(({ requirements }) => requirements);

/** Every requirement a test of this package cites in its title, as `[ID]`, or breaks on purpose. */
function readCitations(): Set<string> {
  const cited = new Set<string>();
  for (const file of readdirSync(PACKAGE, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".test.ts") || file.startsWith("node_modules")) continue;
    const titles = readFileSync(join(PACKAGE, file), "utf8").matchAll(/\[(T\d-[A-Z-]+)\]/g);
    for (const [, id = ""] of titles) cited.add(id);
  }
  const faults = readFileSync(join(PACKAGE, "test/check/planted-faults.ts"), "utf8");
  const broken = faults.matchAll(/^\s+"?(?:(?:set|edit)\(\s*)?"([A-Z]\d-[A-Z0-9-]+)",/gm);
  for (const [, id = ""] of broken) cited.add(id);
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

  it("are found by their id, and by no other", () => {
    expect(findRequirement("M1-CAP").level).toBe("MUST");
    expect(() => findRequirement("X")).toThrow("no requirement has the id X");
  });

  it("link to where they are written", () => {
    for (const requirement of REQUIREMENTS) expect(toSourceLink(requirement)).toMatch(/^https:/);
  });

  it("are the page of the documentation", () => {
    const page = readFileSync(join(PACKAGE, "../../docs/requirements.md"), "utf8");
    expect(page).toBe(renderRequirements());
  });
});
