import axe from "axe-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startCardBrowser, type CardBrowser, type CardsOnPage } from "./support/card-browser.ts";

let browser: CardBrowser;
beforeAll(async () => {
  browser = await startCardBrowser();
});
afterAll(() => browser[Symbol.asyncDispose]());

/** What axe-core finds wrong, as short as it can be told. */
async function violations(cards: CardsOnPage): Promise<string[]> {
  await cards.page.evaluate(axe.source);
  return cards.page.evaluate(async () => {
    const { axe: loaded } = window as unknown as {
      axe: {
        run(): Promise<{
          violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
        }>;
      };
    };
    const found = await loaded.run();
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    );
  });
}

const COLORS = Array.from(
  { length: 16 },
  (_, index) =>
    `\u001B[38;5;${index}mcolor\u001B[0m \u001B[48;5;${index}mbehind\u001B[0m \u001B[2;38;5;${index}mdim\u001B[0m \u001B[7;38;5;${index}minverse\u001B[0m`,
).join("\r\n");

async function addEverything(cards: CardsOnPage): Promise<void> {
  const running = await cards.add({
    command: "npm test",
    size: { cols: 80, rows: 24 },
    properties: { description: "Run the tests", stoppable: true, interactive: true },
  });
  await running.print(`${COLORS}\r\nhttps://example.com/\r\n`);
  await running.apply({ type: "waiting-changed", isWaiting: true });
  const failed = await cards.add();
  await failed.print("one\ntwo\n");
  await failed.apply({ type: "output-lost", lostBytes: 5 });
  await failed.print("three\n".repeat(40));
  await failed.end(1);
  await failed.action("search").click();
  await cards.page.keyboard.type("three");
  for (const cause of ["timeout", "stopped", "denied", "not-started", "disconnected"] as const) {
    const card = await cards.add({ command: `sleep 600 # ${cause}` });
    const ending = { kind: "signaled", signal: "SIGTERM", cause } as const;
    await card.apply({ type: "terminal-ended", ending, durationMs: 1 });
  }
  const long = await cards.add({ command: "echo a\n".repeat(50) });
  await long.action("toggle-command").click();
  const collapsed = await cards.add({ properties: { collapsed: true } });
  await collapsed.print("x\n");
  await collapsed.action("download").click();
  await cards.page.waitForTimeout(500);
}

describe("to people with any abilities, a card", () => {
  it.for(["light", "dark"] as const)(
    "has no barrier that axe-core finds, in the %s theme",
    async (colorScheme, context) => {
      const cards = await browser.open(context, { colorScheme, height: 2500 });
      await addEverything(cards);
      expect(await violations(cards)).toEqual([]);
    },
  );

  it("is a group with a name, and so are its output and its buttons", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add({ command: "npm test", properties: { stoppable: true } });
    await card.print("ok\n");
    const group = cards.page.getByRole("group", { name: "Terminal: npm test" });
    await group.waitFor();
    await group.getByRole("group", { name: "Output" }).waitFor();
    const names = await group
      .getByRole("button")
      .evaluateAll((all) => all.map((each) => each.getAttribute("aria-label") ?? each.textContent));
    expect(names.map((name) => name?.trim())).toEqual([
      "Stop",
      "Search the output",
      "Copy output",
      "More room",
      "Hide output",
      "Copy command",
    ]);
  });

  it("says aloud how a command ended, and nothing of what it prints or was before", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add({ command: "make" });
    const aloud = () => card.element.locator(".card > [role=status]").textContent();
    await card.print("one\n");
    expect(await aloud()).toBe("");
    await card.apply({ type: "waiting-changed", isWaiting: true });
    await expect.poll(aloud).toBe("make: Waiting for input");
    await card.end(2);
    await expect.poll(aloud).toBe("make: Exit 2");
    const live = await card.element.locator(".body [aria-live], .body [role=log]").count();
    expect(live).toBe(0);
  });

  it("is worked by keyboard alone, with the focus to be seen", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add({ properties: { stoppable: true } });
    await card.print(Array.from({ length: 100 }, (_, index) => `${index}\n`).join(""));
    await expect.poll(() => card.rows()).toContain("99");
    const focused = () =>
      card.element.evaluate((element) => {
        const active = element.shadowRoot?.activeElement;
        const isRing = active?.matches(":focus-visible") === true;
        const name = active?.getAttribute("data-action") ?? active?.className ?? null;
        return [name, isRing && getComputedStyle(active).outlineStyle];
      });
    const order = [];
    for (let index = 0; index < 8; index++) {
      await cards.page.keyboard.press("Tab");
      order.push(await focused());
    }
    expect(order).toEqual([
      ["stop", "solid"],
      ["search", "solid"],
      ["copy-output", "solid"],
      ["download", "solid"],
      ["room", "solid"],
      ["collapse", "solid"],
      ["copy-command", "solid"],
      ["scroller", "solid"],
    ]);
    await cards.page.keyboard.press("Home");
    await expect.poll(() => card.rows()).toContain("0");
    for (let index = 0; index < 7; index++) await cards.page.keyboard.press("Shift+Tab");
    await cards.page.keyboard.press("Space");
    expect(await card.heard()).toEqual([{ type: "terminal-stop", id: "card-0" }]);
  });

  it("closes its menu by Escape and gives the focus back", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add();
    await card.print("x\n");
    await card.action("download").focus();
    await cards.page.keyboard.press("Enter");
    await cards.page.keyboard.press("Tab");
    await card.action("download-text").waitFor();
    await cards.page.keyboard.press("Escape");
    await expect.poll(() => card.action("download-text").isVisible()).toBe(false);
    const name = await card.element.evaluate((element) =>
      element.shadowRoot?.activeElement?.getAttribute("data-action"),
    );
    expect(name).toBe("download");
  });

  it("does not move where that is not wanted", async (context) => {
    const cards = await browser.open(context, { reducedMotion: "reduce" });
    const card = await cards.add();
    const animation = await card.element
      .locator(".dot")
      .evaluate((element) => getComputedStyle(element).animationName);
    expect(animation).toBe("none");
  });
});

describe("the language of a card", () => {
  it.for([
    ["its own", { lang: "zh" }, "", "en-US", "运行中"],
    ["that of the page around it", {}, "zh-CN", "en-US", "运行中"],
    ["the one the browser prefers", {}, null, "zh-CN", "运行中"],
    ["English where it has no other", {}, "de", "de-DE", "Running"],
  ] as const)("is %s", async ([, properties, pageLang, locale, word], context) => {
    const cards = await browser.open(context, { locale });
    await cards.page.evaluate((lang) => {
      if (lang === null) document.documentElement.removeAttribute("lang");
      else document.documentElement.lang = lang;
    }, pageLang);
    const card = await cards.add({ properties });
    expect((await card.element.locator("[data-status]").textContent())?.trim()).toBe(word);
  });
});
