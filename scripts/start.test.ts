import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { isPageStale } from "./build-page.mjs";
import { servesPage } from "./start.mjs";

/** A checkout with these files, each of this many seconds after some time. */
function createCheckout(files: Readonly<Record<string, number>>): string {
  const root = mkdtempSync(join(tmpdir(), "termwire-start-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, seconds] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), "");
    utimesSync(join(root, path), 1_700_000_000, 1_700_000_000 + seconds);
  }
  return root;
}

describe("npm start", () => {
  it.each(
    [[], ["web"], ["web", "--port", "8000"], ["--no-open"], ["--agent", "run"]].map((args) => ({
      args,
    })),
  )("sees to the page for $args", ({ args }) => {
    expect(servesPage(args)).toBe(true);
  });

  it.each(
    [["run", "web"], ["agent"], ["--help"], ["web", "--help"], ["-V"]].map((args) => ({ args })),
  )("loses no time on it for $args", ({ args }) => {
    expect(servesPage(args)).toBe(false);
  });
});

describe("the page", () => {
  it("is stale when it was never built", () => {
    expect(isPageStale(createCheckout({ "apps/web/index.html": 0 }))).toBe(true);
  });

  it("is not when nothing changed since", () => {
    const files = {
      "apps/web/src/main.ts": 0,
      "apps/web/index.html": 1,
      "apps/web/dist/index.html": 2,
    };
    expect(isPageStale(createCheckout(files))).toBe(false);
  });

  it.each(["apps/web/src/a/b.ts", "apps/web/index.html", "packages/cards/src/card.ts"])(
    "is when %s changed",
    (path) => {
      expect(isPageStale(createCheckout({ "apps/web/dist/index.html": 2, [path]: 3 }))).toBe(true);
    },
  );
});
