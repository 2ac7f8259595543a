import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startCardBrowser, type CardBrowser, type CardOnPage } from "./support/card-browser.ts";

let browser: CardBrowser;
beforeAll(async () => {
  browser = await startCardBrowser();
});
afterAll(() => browser[Symbol.asyncDispose]());

const colorOf = (card: CardOnPage, text: string, property: "color" | "backgroundColor" = "color") =>
  card.element
    .locator(".row span", { hasText: text })
    .evaluate((element, name) => getComputedStyle(element)[name], property);

describe("the theme of a card", () => {
  it("follows the system while the page is open, with every colour", async (context) => {
    const cards = await browser.open(context, { colorScheme: "light" });
    const card = await cards.add();
    await card.print("\u001B[32mgreen\u001B[0m \u001B[2mdim\u001B[0m \u001B[7minverse\u001B[0m\n");
    await card.end();
    await expect.poll(() => card.rows()).toEqual(["green dim inverse"]);
    await expect.poll(() => card.isLive()).toBe(false);
    const colors = async () => [
      await colorOf(card, "green"),
      await colorOf(card, "dim"),
      await colorOf(card, "inverse", "backgroundColor"),
    ];
    const light = await colors();
    await cards.page.emulateMedia({ colorScheme: "dark" });
    await expect
      .poll(async () => (await colors()).some((color, index) => color === light[index]))
      .toBe(false);
    await cards.page.emulateMedia({ colorScheme: "light" });
    await expect.poll(colors).toEqual(light);
  });

  it("is the page's where that says so", async (context) => {
    const cards = await browser.open(context);
    await cards.page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`terminal-card {
        --terminal-card-output-background: rgb(250, 240, 230);
        --terminal-card-ansi-2: rgb(0, 90, 0);
        --terminal-card-max-rows: 5;
        --terminal-card-row-height: 20px;
      }`);
      document.adoptedStyleSheets.push(sheet);
    });
    const card = await cards.add();
    await card.print(`${"line\n".repeat(20)}\u001B[32mgreen\u001B[0m\n`);
    await expect.poll(() => card.rows()).toContain("green");
    expect(await colorOf(card, "green")).toBe("rgb(0, 90, 0)");
    const body = card.element.locator(".body");
    const background = await body.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(background).toBe("rgb(250, 240, 230)");
    const height = await card.element
      .locator(".scroller")
      .evaluate((element) => element.clientHeight);
    expect(height).toBe(100);
  });

  it("keeps text that a program meant for another background readable", async (context) => {
    const cards = await browser.open(context, { colorScheme: "light" });
    const card = await cards.add();
    await card.print("\u001B[38;2;255;255;200mpale\u001B[0m \u001B[38;2;0;0;120mdeep\u001B[0m\n");
    await expect.poll(() => card.rows()).toEqual(["pale deep"]);
    const brightness = async (text: string): Promise<number> =>
      Math.max(...((await colorOf(card, text)).match(/\d+/gu) ?? []).map(Number));
    expect(await brightness("pale")).toBeLessThan(140);
    expect(await colorOf(card, "deep")).toBe("rgb(0, 0, 120)");
  });
});

describe("forced colours", () => {
  it("draw no bar above and below the rows", async (context) => {
    const cards = await browser.open(context);
    await cards.page.emulateMedia({ forcedColors: "active" });
    const card = await cards.add();
    await card.print("row\n");
    await expect.poll(() => card.rows()).toContain("row");
    const colors = await card.element.locator(".scroller").evaluate((element) => {
      const behind = element.parentElement ?? element;
      return [getComputedStyle(element).borderTopColor, getComputedStyle(behind).backgroundColor];
    });
    expect(colors[0]).toBe(colors[1]);
  });
});

describe("the cursor", () => {
  it("stands where the next character goes, and only where somebody may type", async (context) => {
    const cards = await browser.open(context);
    const quiet = await cards.add({ size: { cols: 80, rows: 24 } });
    await quiet.print("abc");
    await expect.poll(() => quiet.rows()).toEqual(["abc"]);
    expect(await quiet.element.locator(".cursor").isVisible()).toBe(false);
    const card = await cards.add({
      size: { cols: 80, rows: 24 },
      properties: { interactive: true },
    });
    await card.print("one\r\n漢c");
    const cursor = card.element.locator(".cursor");
    await cursor.waitFor();
    const row = await card.element.locator(".row").nth(1).boundingBox();
    const place = async () => {
      const box = await cursor.boundingBox();
      return [Math.round((box?.x ?? 0) - (row?.x ?? 0)), Math.round((box?.y ?? 0) - (row?.y ?? 0))];
    };
    const cell = (await cursor.boundingBox())?.width ?? 0;
    await expect.poll(place).toEqual([Math.round(cell * 3), 0]);
    await card.print("\u001B[?25l");
    await expect.poll(() => cursor.isVisible()).toBe(false);
  });

  it("does not see half-written words of an input method, and the whole ones once", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add({
      size: { cols: 80, rows: 24 },
      properties: { interactive: true },
    });
    await card.action("type").click();
    const session = await cards.page.context().newCDPSession(cards.page);
    const typed = async (): Promise<unknown[]> =>
      (await card.heard())
        .filter(({ type }) => type === "terminal-input")
        .map(({ bytes }) => bytes);
    await session.send("Input.imeSetComposition", {
      text: "ni",
      selectionStart: 2,
      selectionEnd: 2,
    });
    expect(await typed()).toEqual([]);
    await session.send("Input.insertText", { text: "你" });
    await expect.poll(typed).toEqual(["你"]);
    await cards.page.keyboard.type("x");
    await expect.poll(typed).toEqual(["你", "x"]);
  });
});

describe("what is shown for a while", () => {
  it("ends: a copy that is done, a stop that nobody confirmed", async (context) => {
    const cards = await browser.open(context);
    await cards.page.clock.install();
    const card = await cards.add({ properties: { stoppable: true } });
    await card.action("copy-command").click();
    await card.element.getByRole("button", { name: "Copied" }).waitFor();
    await card.action("stop").click();
    await card.element.getByText("Stopping…").waitFor();
    await cards.page.clock.fastForward(3000);
    await card.element.getByRole("button", { name: "Copy command" }).waitFor();
    expect(await card.action("stop").isDisabled()).toBe(true);
    await cards.page.clock.fastForward(9000);
    await expect.poll(() => card.action("stop").isDisabled()).toBe(false);
    await card.action("stop").click();
    expect(await card.heard()).toHaveLength(2);
  });
});
