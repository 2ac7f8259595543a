import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page, WebSocketRoute } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { call, stream, text } from "../../../packages/agent/test/model-server/scripted-answer.ts";
import { createSleepMarker, untilGone, untilRunning } from "../../cli/test/support/processes.ts";
import { closeBrowser, onPage, sendPrompt, untilStatus } from "./support/open-page.ts";

afterAll(closeBrowser);

/** Stands between the page and its server. */
type Drop = (how?: { readonly isSilent: boolean }) => () => void;

/**
 * Loads the page anew with somebody in between, who can cut the connection, at once or silently (nothing gets through
 * any more, and nobody is told), and lets the next ones through when called again.
 */
async function interrupt(page: Page): Promise<Drop> {
  let isCut = false;
  let current: WebSocketRoute | null = null;
  await page.routeWebSocket(/\/acp/u, (socket) => {
    if (isCut) {
      void socket.close({ code: 4000 });
      return;
    }
    current = socket;
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (!isCut) server.send(message);
    });
    server.onMessage((message) => {
      if (!isCut) socket.send(message);
    });
  });
  await page.reload();
  await page.locator("prompt-composer textarea").waitFor();
  return ({ isSilent } = { isSilent: false }) => {
    isCut = true;
    if (!isSilent) void current?.close({ code: 4000 });
    return () => {
      if (isSilent) void current?.close({ code: 4000 });
      isCut = false;
    };
  };
}

describe("a session", () => {
  it(
    "is made in another directory, named by its first prompt, switched to and deleted",
    onPage({}, async ({ page, send, cards, capture }) => {
      const directory = mkdtempSync(join(tmpdir(), "termwire-page-"));
      await send("echo first");
      await untilStatus(cards.first(), "Exit 0");
      await page.getByRole("button", { name: "New session in another directory" }).click();
      await page.getByRole("combobox", { name: "Directory" }).fill(directory);
      await page.getByRole("button", { name: "Create" }).click();
      await page.locator(".cwd", { hasText: directory }).waitFor();
      await send("pwd");
      await cards.first().getByText(directory).last().waitFor();
      const list = page.locator("session-list");
      await list.getByText("echo first").waitFor();
      await capture("sessions");
      await list.getByText("echo first").click();
      await cards.first().locator('[part="output"]', { hasText: "first" }).waitFor();
      await expect.poll(() => page.locator("h1").textContent()).toBe("echo first");
      await page.getByRole("button", { name: 'Delete "pwd"' }).click();
      await list.getByRole("button", { name: "Delete", exact: true }).click();
      await expect.poll(() => list.getByText("pwd").count()).toBe(0);
    }),
  );

  it(
    "in a directory that is not there is refused in words, and nothing is lost",
    onPage({}, async ({ page, send, cards }) => {
      await send("echo here");
      await untilStatus(cards.first(), "Exit 0");
      await page.getByRole("button", { name: "New session in another directory" }).click();
      await page.getByRole("combobox", { name: "Directory" }).fill("/no/such/directory");
      await page.getByRole("button", { name: "Create" }).click();
      const notice = page.getByRole("alert").filter({ hasText: "/no/such/directory" });
      await notice.waitFor();
      expect(await cards.count()).toBe(1);
      await notice.getByRole("button", { name: "Close" }).click();
      await expect.poll(() => notice.count()).toBe(0);
    }),
  );

  it(
    "is told anew after a reload in the middle of a command, which goes on where it is",
    onPage({}, async ({ page, send, cards, capture }) => {
      const marker = createSleepMarker();
      await send(`echo before; sleep ${marker}; echo after`);
      await cards.first().locator('[part="output"]', { hasText: "before" }).waitFor();
      await untilRunning(marker);
      await page.reload();
      await cards.first().locator('[part="output"]', { hasText: "before" }).waitFor();
      await untilStatus(cards.first(), "Running");
      await expect.poll(() => page.locator(".user").count()).toBe(1);
      await capture("reloaded");
      await page.keyboard.press("Escape");
      await untilGone(marker);
      await untilStatus(cards.first(), /Cancelled|Stopped/u);
    }),
  );

  it(
    "is the same in two tabs: prompts, output, and the end of the turn",
    onPage({}, async ({ page, send, cards, openTab }) => {
      const other = await openTab();
      await send("echo shared; sleep 0.3");
      const card = other.locator("terminal-card");
      await card.locator('[part="output"]', { hasText: "shared" }).waitFor();
      await untilStatus(card, "Exit 0");
      await expect.poll(() => other.locator(".user").count()).toBe(1);
      await sendPrompt(other, "echo back");
      await untilStatus(cards.nth(1), "Exit 0");
      await expect.poll(() => page.locator(".user").count()).toBe(2);
    }),
  );

  it(
    "asks in every tab, and one answer counts for all",
    onPage(
      { script: [stream(call("bash", { command: "echo allowed" })), stream(text("Done."))] },
      async ({ page, send, openTab, cards }) => {
        const other = await openTab();
        await send("Go");
        await page.locator("permission-prompt").waitFor();
        await other
          .locator("permission-prompt")
          .getByRole("button", { name: "Allow", exact: true })
          .click();
        await page.getByText("Done.").waitFor();
        await other.getByText("Done.").waitFor();
        await untilStatus(cards.first(), "Exit 0");
        await expect.poll(() => page.locator("permission-prompt").count()).toBe(0);
      },
    ),
  );

  it(
    "asks again after a reload",
    onPage(
      { script: [stream(call("bash", { command: "echo allowed" })), stream(text("Done."))] },
      async ({ page, send, cards }) => {
        await send("Go");
        await page.locator("permission-prompt").waitFor();
        await page.reload();
        await page.locator("permission-prompt").getByRole("button", { name: "Reject" }).click();
        await page.getByText("Done.").waitFor();
        await untilStatus(cards.first(), "Denied");
        await expect.poll(() => page.locator("permission-prompt").count()).toBe(0);
      },
    ),
  );

  it(
    "loses nothing when the connection goes for a while",
    onPage({}, async ({ page, send, cards, composer, capture }) => {
      const drop = await interrupt(page);
      await send("for i in 1 2 3 4 5 6 7 8; do echo tick $i; sleep 0.4; done");
      await cards.first().locator('[part="output"]', { hasText: "tick 1" }).waitFor();
      const restore = drop();
      await page
        .locator("page-notices")
        .getByText("The connection to the server is lost")
        .waitFor();
      await capture("lost-connection");
      restore();
      await untilStatus(cards.first(), "Exit 0");
      const output = cards.first().locator('[part="output"]');
      const ticks = [1, 2, 3, 4, 5, 6, 7, 8].map((tick) => `tick ${tick}`);
      await expect
        .poll(async () => (await output.textContent())?.match(/tick \d/gu))
        .toEqual(ticks);
      await expect.poll(() => page.locator(".user").count()).toBe(1);
      await expect.poll(() => composer.isEnabled()).toBe(true);
    }),
  );

  it(
    "can still be read when the server has ended, which is said",
    onPage({}, async ({ page, send, cards, web, composer }) => {
      await send("echo kept in sight");
      await untilStatus(cards.first(), "Exit 0");
      const output = cards.first().locator('[part="output"]');
      await output.filter({ hasText: "kept" }).waitFor();
      web.child.kill("SIGINT");
      await page.locator("page-notices").getByText("The server has ended").waitFor();
      expect(await output.textContent()).toContain("kept");
      await composer.fill("not sent");
      await composer.press("Enter");
      expect(await composer.inputValue()).toBe("not sent");
    }),
  );

  it(
    "gives back a prompt that was sent while the connection went",
    onPage({}, async ({ page, send, cards, composer }) => {
      const drop = await interrupt(page);
      const restore = drop({ isSilent: true });
      await send("echo did not arrive");
      restore();
      await expect.poll(() => composer.inputValue()).toBe("echo did not arrive");
      expect(await cards.count()).toBe(0);
      await page.locator("prompt-composer button.primary:enabled").waitFor();
      await composer.press("Enter");
      await untilStatus(cards.first(), "Exit 0");
    }),
  );
});
