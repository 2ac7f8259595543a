import { describe, expect, it } from "vitest";
import { failed, passed } from "./check.ts";
import { renderChecks } from "./render-checks.ts";

describe("what a doctor says", () => {
  it("is a line for each check, and below it what would change it", () => {
    const checks = [passed("node", "Node.js 20"), failed("sandbox", "none", "apt install it")];
    expect(renderChecks(checks)).toBe(
      "yes  node     Node.js 20\nno   sandbox  none\n              apt install it",
    );
  });

  it("is nothing about nothing", () => {
    expect(renderChecks([])).toBe("");
  });
});
