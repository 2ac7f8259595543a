import { readFile } from "node:fs/promises";
import type { Download } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startCardBrowser, type CardBrowser } from "./support/card-browser.ts";

let browser: CardBrowser;
beforeAll(async () => {
  browser = await startCardBrowser();
});
afterAll(() => browser[Symbol.asyncDispose]());

const textOf = async (download: Download): Promise<string> =>
  readFile(await download.path(), "utf8");

describe("the stop button", () => {
  it("asks to stop this one command, once, and is gone with it (case 58)", async (context) => {
    const cards = await browser.open(context);
    const other = await cards.add({ properties: { stoppable: true } });
    const card = await cards.add({ properties: { stoppable: true } });
    await card.action("stop").click();
    await card.element.getByText("Stopping…").waitFor();
    expect(await card.action("stop").isDisabled()).toBe(true);
    expect(await card.heard()).toEqual([{ type: "terminal-stop", id: "card-1" }]);
    expect(await other.heard()).toEqual([]);
    const ending = { kind: "signaled", signal: "SIGTERM", cause: "stopped" } as const;
    await card.apply({ type: "terminal-ended", ending, durationMs: 5 });
    await expect.poll(() => card.action("stop").count()).toBe(0);
  });

  it("can be pressed again when the page could not ask", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add({ properties: { stoppable: true } });
    await card.element.evaluate((element) => {
      element.addEventListener("terminal-stop", (event) => {
        event.preventDefault();
      });
    });
    await card.action("stop").click();
    await card.action("stop").click();
    expect(await card.heard()).toHaveLength(2);
  });

  it("is not there where nothing can be stopped", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add();
    expect(await card.action("stop").count()).toBe(0);
  });
});

describe("the keyboard in a card", () => {
  const typed = (heard: Record<string, unknown>[]): unknown[] =>
    heard.filter(({ type }) => type === "terminal-input").map(({ bytes }) => bytes);

  it("goes to an interactive command, every key as a terminal sends it (case 144)", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add({
      size: { cols: 80, rows: 24 },
      properties: { interactive: true },
    });
    await card.print("type something: ");
    await card.element.locator(".scroller").click();
    await cards.page.keyboard.type("hé 漢");
    await cards.page.keyboard.press("Enter");
    await cards.page.keyboard.press("ArrowUp");
    await cards.page.keyboard.press("Tab");
    await cards.page.keyboard.press("Control+c");
    expect(typed(await card.heard()).join("")).toBe("hé 漢\r\u001B[A\t\u0003");
    await card.print("\u001B[?1h\u001B[?2004h");
    await expect
      .poll(async () => {
        await cards.page.keyboard.press("ArrowUp");
        return typed(await card.heard()).at(-1);
      })
      .toBe("\u001BOA");
    await cards.page.evaluate(() => navigator.clipboard.writeText("two\nlines\u001B[201~"));
    await cards.page.keyboard.press("Control+Shift+V");
    await expect
      .poll(async () => typed(await card.heard()).at(-1))
      .toBe("\u001B[200~two\rlines[201~\u001B[201~");
  });

  it("goes to it by a click on the blank above or below its rows, too", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add({
      size: { cols: 80, rows: 24 },
      properties: { interactive: true },
    });
    await card.print("name? ");
    await expect.poll(() => card.rows()).toEqual(["name?"]);
    const rows = (await card.element.locator(".rows").boundingBox()) ?? { x: 0, y: 0, height: 0 };
    for (const y of [rows.y - 4, rows.y + rows.height + 4]) {
      await card.action("search").focus();
      await cards.page.mouse.click(rows.x + 200, y);
      await cards.page.keyboard.type("a");
    }
    expect(typed(await card.heard())).toEqual(["a", "a"]);
  });

  it("leaves the command by Ctrl and ], and says so", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add({
      size: { cols: 80, rows: 24 },
      properties: { interactive: true },
    });
    await card.action("type").click();
    await card.element.getByText("Ctrl + ] leaves").waitFor();
    await cards.page.keyboard.press("Control+]");
    await card.element.getByText("Type into the command").waitFor();
    await cards.page.keyboard.type("x");
    expect(typed(await card.heard())).toEqual([]);
  });

  it("goes nowhere where the card is not interactive, or the command has ended", async (context) => {
    const cards = await browser.open(context);
    const quiet = await cards.add({ size: { cols: 80, rows: 24 } });
    await quiet.print("a\n");
    await quiet.element.locator(".scroller").click();
    await cards.page.keyboard.type("x");
    expect(await quiet.heard()).toEqual([]);
    const ended = await cards.add({ properties: { interactive: true } });
    await ended.print("a\n");
    await ended.end();
    await ended.element.locator(".scroller").click();
    await cards.page.keyboard.type("x");
    expect(await ended.heard()).toEqual([]);
  });

  it("asks for the size of the card when somebody begins to type in it", async (context) => {
    const cards = await browser.open(context, { width: 390 });
    const card = await cards.add({
      size: { cols: 80, rows: 24 },
      properties: { interactive: true },
    });
    await card.print("$ ");
    expect(await card.heard()).toEqual([]);
    await card.action("type").click();
    const [resize] = await card.heard();
    expect(resize).toMatchObject({ type: "terminal-resize", size: { rows: 24 } });
    const { cols } = (resize ?? {})["size"] as { cols: number };
    expect(cols).toBeGreaterThanOrEqual(40);
    expect(cols).toBeLessThan(60);
  });
});

describe("the search", () => {
  it("finds, counts, marks and goes round, by keyboard", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add();
    const lines = Array.from(
      { length: 300 },
      (_, index) => `row ${index}${index % 100 === 7 ? " NEEDLE" : ""}\n`,
    );
    await card.print(lines.join(""));
    await card.end();
    await expect.poll(() => card.rows()).toContain("row 299");
    await card.element.locator(".scroller").focus();
    await cards.page.keyboard.press("Control+f");
    await cards.page.keyboard.type("needle");
    await card.element.getByText("3 of 3").waitFor();
    expect(await card.element.locator(".current").textContent()).toBe("NEEDLE");
    expect(await card.rows()).toContain("row 207 NEEDLE");
    await cards.page.keyboard.press("Enter");
    await card.element.getByText("1 of 3").waitFor();
    await expect.poll(() => card.rows()).toContain("row 7 NEEDLE");
    await cards.page.keyboard.press("Shift+Enter");
    await card.element.getByText("3 of 3").waitFor();
    await cards.page.keyboard.type("x");
    await card.element.getByText("No match").waitFor();
    await cards.page.keyboard.press("Escape");
    await expect.poll(() => card.element.locator(".search-bar, .match").count()).toBe(0);
  });

  it("is opened from inside a terminal, too, where the program has the other keys", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add({
      size: { cols: 80, rows: 24 },
      properties: { interactive: true },
    });
    await card.print("$ ");
    await card.action("type").click();
    await cards.page.keyboard.press("Control+f");
    expect(await card.element.locator(".search-bar").count()).toBe(0);
    await cards.page.keyboard.press("Control+Shift+F");
    await card.element.locator(".search-bar").waitFor();
    const inputs = (await card.heard()).filter(({ type }) => type === "terminal-input");
    expect(inputs.map(({ bytes }) => bytes)).toEqual(["\u0006"]);
  });

  it("marks in what comes while it is open", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add();
    await card.print("one x\n");
    await card.action("search").click();
    await cards.page.keyboard.type("x");
    await card.element.getByText("1 of 1").waitFor();
    await card.print("two x\n");
    await card.element.getByText("1 of 2").waitFor();
    await expect.poll(() => card.element.locator(".match, .current").count()).toBe(2);
    await card.end();
    await card.print("x of a grandchild\n");
    await card.element.getByText("1 of 3").waitFor();
  });
});

describe("what a person takes away", () => {
  const COLORED = "\u001B[32mok\u001B[0m 10%\r\u001B[32mok\u001B[0m 100%\n漢字 done\n";

  it("is the exact command", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add({ command: "echo 'a\tb' \\\n  && true" });
    await card.action("copy-command").click();
    await expect
      .poll(() => cards.page.evaluate(() => navigator.clipboard.readText()))
      .toBe("echo 'a\tb' \\\n  && true");
    await card.element.getByRole("button", { name: "Copied" }).waitFor();
  });

  it("is the output as plain text", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add();
    await card.print(COLORED);
    await card.action("copy-output").click();
    await expect
      .poll(() => cards.page.evaluate(() => navigator.clipboard.readText()))
      .toBe("ok 100%\n漢字 done\n");
  });

  it("is what was selected, with lines as they were printed and not as they are broken", async (context) => {
    const cards = await browser.open(context, { width: 500 });
    const card = await cards.add();
    const line = Array.from({ length: 40 }, (_, index) => `word${index}`).join(" ");
    await card.print(`${line}\n\u001B[32mnext\u001B[0m 漢字 line\n`);
    await expect.poll(async () => (await card.rows()).length).toBeGreaterThan(4);
    await card.element.evaluate((element) => {
      const rows = [...(element.shadowRoot?.querySelectorAll(".row") ?? [])];
      const [first, last] = [rows.at(0), rows.at(-1)];
      if (first === undefined || last === undefined) throw new Error("no rows");
      document.getSelection()?.setBaseAndExtent(first, 0, last, last.childNodes.length);
    });
    await card.element.locator(".scroller").focus();
    await cards.page.keyboard.press("Control+c");
    await expect
      .poll(() => cards.page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`${line}\nnext 漢字 line`);
  });

  it("is a file of text, named after the command", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add({ command: "npm run build" });
    await card.print(COLORED);
    await card.action("download").click();
    const coming = cards.page.waitForEvent("download");
    await card.action("download-text").click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe("npm-run-build.txt");
    expect(await textOf(download)).toBe("ok 100%\n漢字 done\n");
    await expect.poll(() => card.action("download-text").isVisible()).toBe(false);
  });

  it("is a recording that plays what was printed, when it was printed", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add({ command: "make", size: { cols: 90, rows: 20 } });
    await card.print("one \u001B[31m");
    await cards.page.waitForTimeout(60);
    await card.print("two\r\n");
    await card.end();
    await card.action("download").press("Enter");
    const coming = cards.page.waitForEvent("download");
    await card.action("download-cast").press("Enter");
    const download = await coming;
    expect(download.suggestedFilename()).toBe("make.cast");
    const [header, ...events] = (await textOf(download))
      .trimEnd()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    expect(header).toMatchObject({ version: 2, width: 90, height: 20, command: "make" });
    expect(events.map((event) => (event as unknown[]).slice(1))).toEqual([
      ["o", "one \u001B[31m"],
      ["o", "two\r\n"],
    ]);
    const [first = 0, second = 0] = events.map((event) => Number((event as unknown[])[0]));
    expect(second - first).toBeGreaterThan(0.05);
  });
});

describe("a collapsed card", () => {
  it("shows its header only, from the start or by its button, and tells the page (case 179)", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add({ properties: { collapsed: true } });
    await card.print("hidden\n");
    await card.end();
    expect(await card.element.locator(".body").isVisible()).toBe(false);
    expect(await card.isLive()).toBe(false);
    await card.action("collapse").click();
    await expect.poll(() => card.rows()).toEqual(["hidden"]);
    await card.action("collapse").click();
    await expect.poll(() => card.element.locator(".body").isVisible()).toBe(false);
    const told = (await card.heard()).map(({ collapsed }) => collapsed);
    expect(told).toEqual([false, true]);
    expect(await card.element.getAttribute("collapsed")).toBe("");
  });

  it("gives the output more room when asked, and takes it back", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add();
    await card.print(Array.from({ length: 100 }, (_, index) => `${index}\n`).join(""));
    await expect.poll(() => card.rows()).toContain("99");
    const height = async () => (await card.element.boundingBox())?.height ?? 0;
    const before = await height();
    await card.action("room").click();
    await expect.poll(height).toBeGreaterThan(before + 100);
    await card.action("room").click();
    await expect.poll(height).toBe(before);
  });
});
