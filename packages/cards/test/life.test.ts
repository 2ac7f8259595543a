import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startCardBrowser, type CardBrowser } from "./support/card-browser.ts";

let browser: CardBrowser;
beforeAll(async () => {
  browser = await startCardBrowser();
});
afterAll(() => browser[Symbol.asyncDispose]());

const LINE = `${"x".repeat(79)}\n`;

describe("a card that is out of sight", () => {
  it("has no emulator and no rows, and keeps its place (case 177)", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add();
    await card.print(LINE.repeat(30));
    await expect.poll(() => card.rows()).toContain(LINE.trimEnd());
    expect(await card.isLive()).toBe(true);
    const height = async () => (await card.element.boundingBox())?.height ?? 0;
    const before = await height();
    await cards.page.evaluate(() => {
      const space = document.createElement("div");
      space.style.height = "8000px";
      document.body.append(space);
      scrollTo(0, 8000);
    });
    await expect.poll(() => card.isLive()).toBe(false);
    expect(await card.rows()).toEqual([]);
    expect(await height()).toBe(before);
    await card.print("what came meanwhile\n");
    await cards.page.evaluate(() => {
      scrollTo(0, 0);
    });
    await expect.poll(() => card.rows()).toContain("what came meanwhile");
  });

  it("costs nothing before it is seen, however much it holds", async (context) => {
    const cards = await browser.open(context);
    await cards.page.evaluate(() => {
      const space = document.createElement("div");
      space.style.height = "8000px";
      document.querySelector("main")?.append(space);
    });
    const card = await cards.add();
    await card.print(LINE.repeat(10_000));
    await card.end();
    expect(await card.isLive()).toBe(false);
    expect(await card.rows()).toEqual([]);
    const height = async () => (await card.element.boundingBox())?.height ?? 0;
    const before = await height();
    await card.element.scrollIntoViewIfNeeded();
    await expect.poll(async () => (await card.rows()).length).toBeGreaterThan(10);
    await expect.poll(() => card.isLive()).toBe(false);
    expect(Math.abs((await height()) - before)).toBeLessThan(40);
  });

  it("is drawn before it comes into sight, also in a part of the page that scrolls", async (context) => {
    const cards = await browser.open(context);
    await cards.page.evaluate(() => {
      const main = document.querySelector("main");
      const space = document.createElement("div");
      space.style.height = "900px";
      main?.append(space);
      main?.style.setProperty("display", "block");
      main?.style.setProperty("height", "600px");
      main?.style.setProperty("overflow", "auto");
    });
    const card = await cards.add();
    await card.print("below\n");
    await expect.poll(() => card.rows()).toEqual(["below"]);
    expect(
      await card.element.evaluate((element) => element.getBoundingClientRect().top),
    ).toBeGreaterThan(700);
  });

  it("goes on when it is taken off the page and put back", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add();
    await card.print("one\n");
    await expect.poll(() => card.rows()).toEqual(["one"]);
    await card.element.evaluate((element) => {
      Object.assign(window, { kept: element });
      element.remove();
    });
    await cards.page.evaluate(() => {
      const { kept } = window as unknown as { kept: HTMLElementTagNameMap["terminal-card"] };
      const bytes = new TextEncoder().encode("two\n");
      kept.apply({ type: "output-appended", id: kept.id as never, bytes });
      document.querySelector("main")?.append(kept);
    });
    await expect.poll(() => card.rows()).toEqual(["one", "two"]);
  });
});

describe("a finished card", () => {
  it("has no emulator, and its text can be selected", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add();
    await card.print("one two\n\u001B[32mthree\u001B[0m\n");
    await card.end();
    await expect.poll(() => card.rows()).toEqual(["one two", "three"]);
    await expect.poll(() => card.isLive()).toBe(false);
    await card.element
      .locator(".row")
      .nth(1)
      .dblclick({ position: { x: 10, y: 8 } });
    expect(await cards.page.evaluate(() => document.getSelection()?.toString())).toBe("three");
  });

  it("is one of fifty that hold few elements and little memory (case 177)", async (context) => {
    const cards = await browser.open(context);
    const session = await cards.page.context().newCDPSession(cards.page);
    const heapBytes = async (): Promise<number> => {
      await session.send("HeapProfiler.collectGarbage");
      return (await session.send("Runtime.getHeapUsage")).usedSize;
    };
    const before = await heapBytes();
    for (let index = 0; index < 50; index++) {
      const card = await cards.add();
      await card.print(LINE.repeat(400));
      await card.end();
    }
    await expect.poll(() => cards.page.locator(".row").count()).toBeGreaterThan(0);
    const live = () =>
      cards.page
        .locator("terminal-card")
        .evaluateAll(
          (all) =>
            all.filter((each) => (each as HTMLElementTagNameMap["terminal-card"]).isLive).length,
        );
    await expect.poll(live).toBe(0);
    expect(await cards.page.locator(".row").count()).toBeLessThan(300);
    expect((await heapBytes()) - before).toBeLessThan(20_000_000);
  });

  it("of ten megabytes shows the end, says what it does not show, and holds no more than it says", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add();
    await card.element.evaluate((element, line) => {
      const bytes = new TextEncoder().encode(line.repeat(1024));
      for (let index = 0; index < 128; index++) {
        (element as HTMLElementTagNameMap["terminal-card"]).apply({
          type: "output-appended",
          id: element.id as never,
          bytes,
        });
      }
    }, LINE);
    await card.print("the end\n");
    await card.end();
    await expect.poll(() => card.rows()).toContain("the end");
    const dropped = 128 * 1024 * 80 + 8 - 8 * 1024 * 1024;
    await card.element
      .getByText(`The oldest ${dropped.toLocaleString("en")} bytes are no longer kept here.`)
      .waitFor();
    await card.element.getByText("Only the newest output is drawn.").waitFor();
    await expect.poll(() => card.isLive()).toBe(false);
    const text = await card.element.evaluate((element) =>
      (element as HTMLElementTagNameMap["terminal-card"]).readText(),
    );
    expect(text.length).toBeLessThan(8 * 1024 * 1024 + 100);
    expect(text.endsWith(`${LINE}the end\n`)).toBe(true);
  });
});
