import { readFile } from "node:fs/promises";
import { afterAll, expect, it } from "vitest";
import { serveCardPage, type CardPage } from "./support/card-page.ts";
import { findChromium, startChromium } from "./support/chromium.ts";

const README = new URL("../README.md", import.meta.url);

let server: CardPage | null = null;
afterAll(() => server?.[Symbol.asyncDispose]());

it("a card works alone in a plain page, by the lines of the README", async (context) => {
  const chromium = findChromium() ?? context.skip("needs chromium");
  const [, lines = ""] = /```html\n(.*?)```/su.exec(await readFile(README, "utf8")) ?? [];
  expect(lines).toContain("<terminal-card");
  server = await serveCardPage(`<!doctype html><title>Plain</title>${lines}`);
  await using browser = await startChromium(chromium);
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(server.plainUrl);
  await page.getByText("Exit 0").waitFor();
  await expect.poll(() => page.locator(".row").allTextContents()).toEqual(["1 passed"]);
  expect(await page.locator(".command").textContent()).toBe("npm test");
  expect(errors).toEqual([]);
});
