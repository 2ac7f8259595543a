import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startCardBrowser, type CardBrowser } from "./support/card-browser.ts";

let browser: CardBrowser;
beforeAll(async () => {
  browser = await startCardBrowser();
});
afterAll(() => browser[Symbol.asyncDispose]());

const numbered = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, index) => `line ${from + index}\n`).join("");

describe("output in a card", () => {
  it("appears while the command runs, and stays when it has ended", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add();
    await card.print("one\n");
    await expect.poll(() => card.rows()).toEqual(["one"]);
    await card.print("two");
    await expect.poll(() => card.rows()).toEqual(["one", "two"]);
    await card.end(1);
    await expect.poll(() => card.isLive()).toBe(false);
    expect(await card.rows()).toEqual(["one", "two"]);
    await card.print(" and a late line of a grandchild\n");
    await expect.poll(() => card.rows()).toEqual(["one", "two and a late line of a grandchild"]);
    expect(cards.problems).toEqual([]);
  });

  it("shows a progress bar in place, not as a hundred lines", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add();
    for (let percent = 0; percent <= 100; percent += 5) {
      await card.print(`\r[${"#".repeat(percent / 5).padEnd(20)}] ${percent}%`);
    }
    await expect.poll(() => card.rows()).toEqual([`[${"#".repeat(20)}] 100%`]);
  });

  it("is replaced as a whole by a peer that sends snapshots", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add();
    await card.apply({ type: "output-replaced", text: "one\n" });
    await card.apply({ type: "output-replaced", text: "one\ntwo\n" });
    await expect.poll(() => card.rows()).toEqual(["one", "two"]);
    await card.apply({ type: "output-replaced", text: "other\n" });
    await expect.poll(() => card.rows()).toEqual(["other"]);
  });

  it("has its colours, in the theme of the card", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add();
    await card.print(
      "\u001B[31mred\u001B[0m \u001B[1mbold\u001B[0m \u001B[48;2;1;2;3mback\u001B[0m\n",
    );
    const red = card.element.locator(".row span", { hasText: "red" });
    const color = () => red.evaluate((element) => getComputedStyle(element).color);
    await expect.poll(color).toBe("rgb(188, 36, 48)");
    await card.element.evaluate((element) => {
      element.setAttribute("theme", "dark");
    });
    await expect.poll(color).toBe("rgb(244, 124, 124)");
    const back = card.element.locator(".row span", { hasText: "back" });
    expect(await back.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
      "rgb(1, 2, 3)",
    );
    const bold = card.element.locator(".row span", { hasText: "bold" });
    expect(await bold.evaluate((element) => getComputedStyle(element).fontWeight)).toBe("700");
  });

  it("keeps its columns with Chinese, emoji and boxes in them", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add();
    await card.print("12345678|\n漢字漢字|\n🙂🙂👩‍ab|\n┌──────┐|\ne\u0301éüßñçøå|\n");
    await expect.poll(async () => (await card.rows()).length).toBe(5);
    const columns = await card.element.evaluate((element) => {
      const rows = [...(element.shadowRoot?.querySelectorAll(".row") ?? [])];
      return rows.map((row) => {
        const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
        let last: Node = row;
        while (walker.nextNode() !== null) last = walker.currentNode;
        const range = document.createRange();
        const length = last.textContent?.length ?? 0;
        range.setStart(last, length - 1);
        range.setEnd(last, length);
        return range.getBoundingClientRect().left;
      });
    });
    for (const column of columns) expect(Math.abs(column - (columns[0] ?? 0))).toBeLessThan(1);
  });

  it("follows the newest line, stays where the person reads, and says that there is more", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add();
    await card.print(numbered(200));
    await expect.poll(() => card.rows()).toContain("line 199");
    const scroller = card.element.locator(".scroller");
    await scroller.evaluate((element) => {
      element.scrollTop = 900;
    });
    await expect.poll(() => card.rows()).toContain("line 55");
    await card.print(numbered(200, 200));
    await card.element.getByText("New output below").waitFor();
    expect(await scroller.evaluate((element) => element.scrollTop)).toBe(900);
    await card.action("to-end").click();
    await expect.poll(() => card.rows()).toContain("line 399");
    await card.print("the end\n");
    await expect.poll(() => card.rows()).toContain("the end");
    await expect.poll(() => card.action("to-end").count()).toBe(0);
  });

  it("draws only the rows in sight, however many there are", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add();
    await card.print(numbered(4000));
    await expect.poll(() => card.rows()).toContain("line 3999");
    expect((await card.rows()).length).toBeLessThan(100);
  });

  it("does not disturb what the person has selected", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add();
    await card.print("select me\n");
    await card.element
      .locator(".row")
      .first()
      .dblclick({ position: { x: 5, y: 8 } });
    const selected = () => cards.page.evaluate(() => document.getSelection()?.toString());
    expect(await selected()).toBe("select");
    for (let index = 0; index < 5; index++) await card.print(`more ${index}\n`);
    await expect.poll(() => card.rows()).toContain("more 4");
    expect(await selected()).toBe("select");
  });

  it("fits the card, and its lines are broken anew when that gets narrow", async (context) => {
    const cards = await browser.open(context, { width: 1000 });
    const card = await cards.add();
    await card.print(`${"x".repeat(90)}\n`);
    await card.end();
    await expect.poll(() => card.rows()).toEqual(["x".repeat(90)]);
    await expect.poll(() => card.isLive()).toBe(false);
    expect(await card.rows()).toEqual(["x".repeat(90)]);
    await cards.page.setViewportSize({ width: 390, height: 700 });
    await expect.poll(async () => (await card.rows()).length).toBe(3);
    expect((await card.rows()).join("")).toBe("x".repeat(90));
    const overflow = await cards.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });

  it("keeps the size of its terminal where it has one", async (context) => {
    const cards = await browser.open(context, { width: 390 });
    const card = await cards.add({ size: { cols: 100, rows: 30 } });
    await card.print(`${"x".repeat(100)}y\r\n`);
    await expect.poll(() => card.rows()).toEqual(["x".repeat(100), "y"]);
  });

  it("is the screen of a program that draws one, and the lines before it afterwards", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add({ size: { cols: 40, rows: 10 } });
    await card.print("before\r\n\u001B[?1049h\u001B[H\u001B[5;5Hin the editor");
    await expect.poll(async () => (await card.rows())[4]).toBe("    in the editor");
    await card.print("\u001B[?1049lafter\r\n");
    await expect.poll(() => card.rows()).toEqual(["before", "after"]);
  });
});
