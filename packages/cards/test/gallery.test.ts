import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startCardBrowser, type CardBrowser, type CardsOnPage } from "./support/card-browser.ts";

/** Not in the repository; somebody looks at them. */
const PICTURES = fileURLToPath(new URL("../../../.artifacts/cards/", import.meta.url));

let browser: CardBrowser;
beforeAll(async () => {
  browser = await startCardBrowser();
  await mkdir(PICTURES, { recursive: true });
});
afterAll(() => browser[Symbol.asyncDispose]());

const ESC = "\u001B[";
const TESTS = `${ESC}1m${ESC}46m RUN ${ESC}0m v4.1.12

 ${ESC}32m✓${ESC}0m spawn.test.ts ${ESC}2m(18 tests) 412 ms${ESC}0m
 ${ESC}32m✓${ESC}0m kill.test.ts ${ESC}2m(9 tests) 1,204 ms${ESC}0m
 ${ESC}33m❯${ESC}0m drain.test.ts ${ESC}2m(3/7)${ESC}0m

 https://example.com/guide/
[${ESC}32m████████████${ESC}0m${ESC}2m░░░░░░░░${ESC}0m] 61%`;

const TABLE = `漢字 wide │ 🙂 👩‍🚀 ok │ é ß │
┌──────┬──────┐
│ name │ 漢字 │
├──────┼──────┤
│ 🙂🙂 │ abcd │
└──────┴──────┘
`;

const COLORS = Array.from({ length: 8 }, (_, index) =>
  [3, 9, 4, 10].map((group) => `${ESC}${group}${index}m color ${ESC}0m`).join(" "),
).join("\n");

async function addGallery(cards: CardsOnPage): Promise<void> {
  const running = await cards.add({
    command: "npm test -- packages/process",
    cwd: "/home/user/termwire",
    agoMs: 12_400,
    properties: { description: "Run the tests of one package", stoppable: true },
  });
  await running.print(TESTS);
  const waiting = await cards.add({
    command: 'read -p "Your name: " name; echo "Hello $name"',
    size: { cols: 80, rows: 24 },
    properties: { interactive: true, stoppable: true },
  });
  await waiting.print("Your name: ");
  await waiting.apply({ type: "waiting-changed", isWaiting: true });
  const failed = await cards.add({ command: "make" });
  await failed.print(`cc -c main.c\nmain.c:3:1: ${ESC}1;31merror:${ESC}0m expected ';'\n`);
  await failed.end(2, 340);
  const long = await cards.add({ command: "cat build.log" });
  await long.print("first line\nsecond line\n");
  await long.apply({ type: "output-lost", lostBytes: 1_234_567 });
  await long.print("last line but one\nlast line\n");
  await long.end(0, 41);
  const heredoc = await cards.add({ command: `cat > file <<'EOF'\n${"a line\n".repeat(300)}EOF` });
  await heredoc.end(0, 12);
  const stopped = await cards.add({ command: "npm run dev" });
  const ending = { kind: "signaled", signal: "SIGTERM", cause: "stopped" } as const;
  await stopped.apply({ type: "terminal-ended", ending, durationMs: 3_723_000 });
  const colors = await cards.add({ command: "./colors.sh" });
  await colors.print(`${TABLE}${COLORS}\n`);
  await colors.end();
  const collapsed = await cards.add({ command: "npm ci", properties: { collapsed: true } });
  await collapsed.print("added 202 packages\n");
  await collapsed.end(0, 9100);
}

describe("a page of cards", () => {
  it.for([
    ["light", 800, "en-US"],
    ["dark", 800, "en-US"],
    ["light", 390, "zh-CN"],
    ["dark", 390, "en-US"],
  ] as const)("is drawn %s, %i wide, in %s", async ([colorScheme, width, locale], context) => {
    const cards = await browser.open(context, { colorScheme, width, locale, height: 2000 });
    await cards.page.evaluate((lang) => {
      document.documentElement.lang = lang;
    }, locale);
    await addGallery(cards);
    await expect
      .poll(() => cards.page.locator(".row").allTextContents())
      .toEqual(expect.arrayContaining(["Your name:", "last line", "└──────┴──────┘"]));
    const path = `${PICTURES}${colorScheme}-${width}-${locale}.png`;
    const picture = await cards.page.screenshot({ path, fullPage: true });
    expect(picture.length).toBeGreaterThan(10_000);
    const overflow = await cards.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    expect(cards.problems).toEqual([]);
  });
});
