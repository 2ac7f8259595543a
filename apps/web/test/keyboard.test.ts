import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { call, stream, text } from "../../../packages/agent/test/model-server/scripted-answer.ts";
import { closeBrowser, onPage, sendPrompt, untilStatus } from "./support/open-page.ts";

afterAll(closeBrowser);

/** The name of what has the keyboard, through all shadow roots. */
function readFocus(page: Page): Promise<string> {
  return page.evaluate(
    "(() => { let each = document.activeElement; while (each?.shadowRoot?.activeElement) each = each.shadowRoot.activeElement; return each?.getAttribute('aria-label') ?? each?.textContent?.trim() ?? ''; })()",
  );
}

/** Presses Tab until something of this name has the keyboard. */
async function tabTo(page: Page, name: string, key = "Tab"): Promise<void> {
  for (let step = 0; step < 40; step++) {
    if ((await readFocus(page)) === name) return;
    await page.keyboard.press(key);
  }
  throw new Error(`not reached by ${key}: ${name}; at ${await readFocus(page)}`);
}

describe("with the keyboard alone", () => {
  it(
    "one writes, sends, walks back through what was sent, and makes another session",
    onPage({}, async ({ page, cards, composer }) => {
      await tabTo(page, "Message to the agent");
      await page.keyboard.type("echo one");
      await page.keyboard.press("Shift+Enter");
      await page.keyboard.type("echo two");
      await page.keyboard.press("Enter");
      await untilStatus(cards.first(), "Exit 0");
      await expect.poll(() => page.locator(".user").textContent()).toContain("echo one\necho two");
      await page.keyboard.type("draft");
      await page.keyboard.press("Home");
      await page.keyboard.press("ArrowUp");
      expect(await composer.inputValue()).toBe("echo one\necho two");
      await page.keyboard.press("ArrowDown");
      expect(await composer.inputValue()).toBe("draft");
      await tabTo(page, "New session", "Shift+Tab");
      await page.keyboard.press("Enter");
      await expect.poll(() => cards.count()).toBe(0);
      await expect.poll(() => composer.inputValue()).toBe("");
    }),
  );

  it(
    "one is asked, refuses, and is back where one writes",
    onPage(
      { script: [stream(call("bash", { command: "echo never" })), stream(text("As you say."))] },
      async ({ page, composer, cards }) => {
        await tabTo(page, "Message to the agent");
        await page.keyboard.type("Go");
        await page.keyboard.press("Enter");
        const question = page.locator("permission-prompt");
        await question.waitFor();
        await expect.poll(() => readFocus(page)).toContain("Run this command?");
        await expect
          .poll(async () => {
            await page.keyboard.press("n");
            return question.count();
          })
          .toBe(0);
        await page.getByText("As you say.").waitFor();
        await untilStatus(cards.first(), "Denied");
        expect(await composer.inputValue()).not.toContain("never");
        await expect.poll(() => readFocus(page)).toBe("Message to the agent");
      },
    ),
  );

  it(
    "a question does not take the keyboard from somebody who writes",
    onPage(
      { script: [stream(call("bash", { command: "echo asked" })), stream(text("Done."))] },
      async ({ page, openTab, composer }) => {
        const other = await openTab();
        await page.bringToFront();
        await composer.focus();
        await page.keyboard.type("yes and");
        await sendPrompt(other, "Go");
        await page.locator("permission-prompt").waitFor();
        await page.keyboard.type(" any more");
        expect(await page.locator("permission-prompt").count()).toBe(1);
        expect(await composer.inputValue()).toBe("yes and any more");
      },
    ),
  );

  it(
    "commands of the agent are offered behind a slash",
    onPage({ script: [stream(text("Done."))] }, async ({ page, composer }) => {
      await tabTo(page, "Message to the agent");
      await page.keyboard.type("/");
      const offers = page.locator("#offers");
      await expect.poll(() => offers.locator(".mono").count()).toBeGreaterThan(1);
      const names = await offers.locator(".mono").allTextContents();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Tab");
      expect(await composer.inputValue()).toBe(`${names[1 % names.length]} `);
      expect(await offers.count()).toBe(0);
    }),
  );

  it(
    "commands that become known after the slash are offered, too",
    onPage({ script: [stream(text("Done."))] }, async ({ page }) => {
      const held: (() => void)[] = [];
      await page.routeWebSocket(/\/acp/u, (socket) => {
        const server = socket.connectToServer();
        server.onMessage((message) => {
          const send = () => socket.send(message);
          if (String(message).includes("available_commands_update")) held.push(send);
          else send();
        });
      });
      await page.reload();
      await page.locator("prompt-composer textarea").press("/");
      await expect.poll(() => held.length).toBeGreaterThan(0);
      expect(await page.locator("#offers").count()).toBe(0);
      for (const send of held) send();
      await page.locator("#offers").waitFor();
    }),
  );

  it(
    "a dialog opens, and Esc closes it without stopping anything",
    onPage({}, async ({ page, send, cards }) => {
      const done = join(mkdtempSync(join(tmpdir(), "termwire-page-")), "done");
      await send(`until [ -e '${done}' ]; do sleep 0.1; done`);
      await untilStatus(cards.first(), "Running");
      await tabTo(page, "New session in another directory", "Shift+Tab");
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor();
      await page.keyboard.press("Escape");
      await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
      writeFileSync(done, "");
      await untilStatus(cards.first(), "Exit 0");
      await expect.poll(() => readFocus(page)).toBe("New session in another directory");
    }),
  );
});
