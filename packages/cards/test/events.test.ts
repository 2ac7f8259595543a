import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startCardBrowser, type CardBrowser } from "./support/card-browser.ts";

let browser: CardBrowser;
beforeAll(async () => {
  browser = await startCardBrowser();
});
afterAll(() => browser[Symbol.asyncDispose]());

const EXIT_0 = { kind: "exited", code: 0, cause: "exit" } as const;

describe("events in an order nobody expects", () => {
  it("show output of a command that is only announced later", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.addSilent({ heading: "Some command" });
    expect((await card.element.locator("[data-status]").textContent())?.trim()).toBe("Pending");
    await card.print("early\n");
    await expect.poll(() => card.rows()).toEqual(["early"]);
    expect(await card.element.locator(".command").textContent()).toBe("Some command");
    await card.apply({
      type: "terminal-started",
      command: "make",
      cwd: "/repo",
      size: null,
      startedAtMs: 0,
    });
    await expect.poll(() => card.element.locator(".command").textContent()).toBe("make");
    expect(await card.rows()).toEqual(["early"]);
  });

  it("show output that comes after the end, and the first of two endings", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add();
    await card.apply({ type: "terminal-ended", ending: EXIT_0, durationMs: null });
    await card.element.getByText("No output").waitFor();
    expect(await card.element.locator(".elapsed").count()).toBe(0);
    await card.print("late\n");
    await expect.poll(() => card.rows()).toEqual(["late"]);
    const second = { kind: "signaled", signal: "SIGKILL", cause: "stopped" } as const;
    await card.apply({ type: "terminal-ended", ending: second, durationMs: 9 });
    await card.element.getByText("ending reported twice").waitFor();
    expect((await card.element.locator("[data-status]").textContent())?.trim()).toBe("Exit 0");
  });

  it("say what is missing also where nothing else came", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add();
    await card.apply({ type: "output-lost", lostBytes: 42 });
    await card.end();
    await card.element.getByText("42 bytes of the output were left out").waitFor();
    expect(await card.element.getByText("No output").count()).toBe(0);
  });
});

describe("what is said anew of a terminal", () => {
  it("is its command, its directory and its size, and lines are broken by that", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add({ command: null, cwd: null, size: { cols: 50, rows: 10 } });
    await card.print(`${"x".repeat(60)}\r\n`);
    await expect.poll(() => card.rows()).toEqual(["x".repeat(50), "x".repeat(10)]);
    await card.apply({
      type: "terminal-changed",
      command: "seq 3",
      cwd: "/other",
      size: { cols: 70, rows: 10 },
    });
    await expect.poll(() => card.rows()).toEqual(["x".repeat(60)]);
    expect(await card.element.locator(".command").textContent()).toBe("seq 3");
    expect(await card.element.locator(".cwd").textContent()).toBe("/other");
  });
});

describe("a card that was written as markup", () => {
  it("takes its attributes", async (context) => {
    const cards = await browser.open(context);
    await cards.page.evaluate(() => {
      const parsed = new DOMParser().parseFromString(
        '<terminal-card heading="Build" description="All of it" theme="dark" lang="zh" collapsed></terminal-card>',
        "text/html",
      );
      const card = parsed.querySelector("terminal-card");
      if (card !== null) document.querySelector("main")?.append(document.adoptNode(card));
    });
    const element = cards.page.locator("terminal-card");
    await element.getByText("Build").waitFor();
    expect(await element.locator(".description").textContent()).toBe("All of it");
    expect((await element.locator("[data-status]").textContent())?.trim()).toBe("尚无消息");
    const scheme = await element.evaluate((card) => getComputedStyle(card).colorScheme);
    expect(scheme).toBe("dark");
  });
});
