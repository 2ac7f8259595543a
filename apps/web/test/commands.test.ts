import { afterAll, describe, expect, it } from "vitest";
import { call, stream, text } from "../../../packages/agent/test/model-server/scripted-answer.ts";
import {
  createSleepMarker,
  findProcesses,
  untilGone,
  untilRunning,
} from "../../cli/test/support/processes.ts";
import { allowAll, closeBrowser, onPage, untilStatus } from "./support/open-page.ts";

afterAll(closeBrowser);

describe("a command on the page", () => {
  it(
    "has the ending it had: exit 0, exit N, a signal",
    onPage({}, async ({ send, cards, capture, complaints }) => {
      await send("true");
      await untilStatus(cards.nth(0), "Exit 0");
      await send("exit 7");
      await untilStatus(cards.nth(1), "Exit 7");
      await send("kill -KILL $$");
      await untilStatus(cards.nth(2), /SIGKILL/u);
      await capture("endings");
      await expect.poll(() => cards.count()).toBe(3);
      expect(complaints).toEqual([]);
    }),
  );

  it(
    "ends by its time limit, or does not start, and says which",
    onPage(
      {
        script: [
          stream(
            call("bash", { command: "echo slow; sleep 3000", timeoutMs: 500 }),
            call("bash", { command: "pwd", workdir: "/no/such/directory" }),
          ),
          stream(text("Both ended.")),
        ],
      },
      async ({ page, send, cards, capture, complaints }) => {
        await allowAll(page);
        await send("Go");
        await page.getByText("Both ended.").waitFor();
        await untilStatus(cards.nth(0), /Timed out/u);
        await untilStatus(cards.nth(1), /Not started/u);
        await capture("limits");
        await expect.poll(() => cards.count()).toBe(2);
        expect(complaints).toEqual([]);
      },
    ),
  );

  it(
    "shows what it prints while it runs (cases 59, 60)",
    onPage({}, async ({ send, cards, page }) => {
      const marker = createSleepMarker();
      await send(`echo 'open https://example.org/login'; sleep ${marker}`);
      await cards
        .first()
        .locator('[part="output"]')
        .getByText("open https://example.org/login")
        .waitFor();
      await untilStatus(cards.first(), "Running");
      await page.keyboard.press("Escape");
      await untilGone(marker);
      await untilStatus(cards.first(), /Cancelled|Stopped/u);
      expect(findProcesses(marker)).toEqual([]);
    }),
  );

  it(
    "draws colours, a progress bar that ends, wide characters and emoji",
    onPage({}, async ({ send, cards, capture }) => {
      const lines = [
        String.raw`printf '\033[1;32mgreen\033[0m \033[44mon blue\033[0m\n'`,
        String.raw`for i in 25 50 75 100; do printf '\rprogress %3d%%' $i; done; echo`,
        "echo '日本語 한국어 😀👩‍🚀 wide'",
      ];
      await send(lines.join("; "));
      await untilStatus(cards.first(), "Exit 0");
      await cards.first().locator('[part="output"]').getByText("progress 100%").waitFor();
      const output = () => cards.first().locator('[part="output"]').textContent();
      await expect.poll(output).toContain("green");
      expect(await output()).not.toContain("progress  25%");
      await capture("drawing");
    }),
  );

  it(
    "is stopped alone, and the agent goes on with what it had printed (case 58)",
    onPage(
      {
        script: [
          stream(call("bash", { command: "echo begun; sleep 3000", description: "Waits" })),
          stream(text("It was stopped, I go on.")),
        ],
      },
      async ({ page, send, cards, model, capture }) => {
        await allowAll(page);
        await send("Wait for it");
        await cards.first().getByText("begun").last().waitFor();
        await cards.first().getByRole("button", { name: "Stop" }).click();
        await page.getByText("It was stopped, I go on.").waitFor();
        await untilStatus(cards.first(), /Stopped/u);
        await capture("stopped");
        expect(model.requests.at(-1)?.body).toContain("begun");
      },
    ),
  );

  it(
    "is typed into where it takes the keyboard",
    onPage(
      {
        script: [
          stream(
            call("bash", { command: "printf 'name? '; read name; echo hello $name", tty: true }),
          ),
          stream(text("Done.")),
        ],
      },
      async ({ page, send, cards, capture }) => {
        await allowAll(page);
        await send("Greet me");
        await cards.first().getByText("name?").last().waitFor();
        await untilStatus(cards.first(), /Waiting for input/u);
        await capture("waiting-for-input");
        await cards.first().locator('[part="output"]').click();
        await page.keyboard.type("Ada");
        await page.keyboard.press("Enter");
        await untilStatus(cards.first(), "Exit 0");
        const output = cards.first().locator('[part="output"]');
        await expect.poll(() => output.textContent()).toContain("hello Ada");
      },
    ),
  );

  it(
    "of 10 MB is shown from its end, and the page stays at hand",
    onPage({}, async ({ page, send, cards, composer }) => {
      await send(
        "yes 0123456789012345678901234567890123456789012345678 | head -n 210000; echo the-end",
      );
      await untilStatus(cards.first(), "Exit 0");
      await cards.first().getByText("the-end").last().waitFor();
      await composer.fill("still here");
      expect(await composer.inputValue()).toBe("still here");
      expect(await page.locator("body").isVisible()).toBe(true);
    }),
    120_000,
  );

  it(
    "that runs on after its turn is in the tray, and is stopped from there",
    onPage(
      {
        script: [
          stream(call("bash", { command: "echo serving; sleep 3000", run_in_background: true })),
          stream(text("It runs.")),
        ],
      },
      async ({ page, send, cards, capture }) => {
        await allowAll(page);
        await send("Serve");
        await page.getByText("It runs.").waitFor();
        const tray = page.locator("jobs-tray");
        await tray.getByText("1 running in the background").waitFor();
        await capture("background");
        await untilStatus(cards.first(), "Running");
        await tray.getByRole("button", { name: /^Stop/u }).click();
        await untilStatus(cards.first(), /Stopped/u);
        await expect.poll(() => tray.locator("li").count()).toBe(0);
      },
    ),
  );

  it(
    "goes on when the page is closed, and ends when the server does",
    onPage({}, async ({ page, send, web }) => {
      const marker = createSleepMarker();
      await send(`sleep ${marker}`);
      await untilRunning(marker);
      await page.close();
      expect(findProcesses(marker)).not.toEqual([]);
      web.child.kill("SIGINT");
      await untilGone(marker);
      expect(findProcesses(marker)).toEqual([]);
    }),
  );
});
