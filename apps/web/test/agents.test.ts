import { execFileSync } from "node:child_process";
import { afterAll, describe, expect, it } from "vitest";
import { ODD_AGENT } from "../../cli/test/web/support/start-web.ts";
import { closeBrowser, onPage, untilStatus } from "./support/open-page.ts";

afterAll(closeBrowser);

/** The processes that a process has started and not ended yet. */
function findChildren(pid: number | undefined): number[] {
  const table = execFileSync("ps", ["-axo", "pid=,ppid="], { encoding: "utf8" });
  return table
    .split("\n")
    .map((line) => line.trim().split(/\s+/u).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
}

/** One that has ended by itself since it was seen is as good as killed. */
function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

describe("an agent", () => {
  it(
    "that crashes is told of with its last words, what ran has an honest end, and it can be started again",
    onPage({ args: ["--agent", ODD_AGENT] }, async ({ page, send, cards, capture }) => {
      await send("half");
      await cards.first().locator('[part="output"]', { hasText: "half of it" }).waitFor();
      await send("crash");
      const notice = page.locator("page-notices");
      await notice.getByText("The agent ended: exit status 7").waitFor();
      await notice.getByText("Its last words").click();
      await notice.getByText("boom: it was the wiring").waitFor();
      await capture("crashed");
      await expect.poll(() => page.locator("prompt-composer textarea").isDisabled()).toBe(true);
      await notice.getByRole("button", { name: "Start it again" }).click();
      await expect.poll(() => notice.getByText("The agent ended").count()).toBe(0);
      await page.getByRole("button", { name: "New session", exact: true }).click();
      await send("say I am back");
      await page.getByText("I am back", { exact: true }).waitFor();
    }),
  );

  it(
    "that is killed and started again has its sessions, with how each command ended",
    onPage({}, async ({ page, send, cards, web }) => {
      await send("echo kept; exit 4");
      await untilStatus(cards.first(), "Exit 4");
      for (const pid of findChildren(web.child.pid)) kill(pid);
      const notice = page.locator("page-notices");
      await notice.getByText("The agent ended: killed by SIGKILL").waitFor();
      await notice.getByRole("button", { name: "Start it again" }).click();
      await expect.poll(() => notice.getByText("The agent ended").count()).toBe(0);
      await untilStatus(cards.first(), "Exit 4");
      await expect.poll(() => cards.count()).toBe(1);
      await send("echo on");
      await untilStatus(cards.nth(1), "Exit 0");
    }),
  );

  it(
    "that cannot be started says why",
    onPage({ args: ["--agent", "/no/such/agent"], opens: false }, async ({ page, capture }) => {
      await page.locator("page-notices").getByText("The agent ended").waitFor();
      await page.getByRole("button", { name: "Start it again" }).waitFor();
      await capture("no-agent");
      expect(await page.locator("terminal-card").count()).toBe(0);
    }),
  );

  it(
    "is chosen from those there are",
    onPage({ args: ["--agent", ODD_AGENT] }, async ({ page, send, cards }) => {
      const picker = page.getByLabel("Agent", { exact: true });
      await expect.poll(() => picker.locator("option").count()).toBeGreaterThan(1);
      await send("say odd");
      await page.getByText("odd", { exact: true }).last().waitFor();
      const builtIn = await picker.locator("option:not(:checked)").first().getAttribute("value");
      await picker.selectOption(builtIn);
      await expect.poll(() => page.locator(".user").count()).toBe(0);
      await send("echo built in");
      await untilStatus(cards.first(), "Exit 0");
      await page.reload();
      await untilStatus(cards.first(), "Exit 0");
      await expect.poll(() => picker.inputValue()).toBe(builtIn);
    }),
  );

  it(
    "that cannot stop one command offers to stop the turn, and says so",
    onPage({}, async ({ page, send, cards, capture }) => {
      await page.routeWebSocket(/\/acp/u, (socket) => {
        const server = socket.connectToServer();
        server.onMessage((message) =>
          socket.send(String(message).replace('"cancel":true', '"cancel":false')),
        );
      });
      await page.reload();
      await page.locator("prompt-composer textarea").waitFor();
      await send("sleep 3000");
      await cards.first().getByRole("button", { name: "Stop" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("This agent cannot stop a single command.").waitFor();
      await capture("stop-turn");
      await untilStatus(cards.first(), "Running");
      await dialog.getByRole("button", { name: "Stop the turn" }).click();
      await untilStatus(cards.first(), /Cancelled|Stopped/u);
      await expect.poll(() => dialog.count()).toBe(0);
    }),
  );
});
