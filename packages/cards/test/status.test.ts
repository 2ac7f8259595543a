import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Ending } from "@termwire/terminal";
import { startCardBrowser, type CardBrowser } from "./support/card-browser.ts";

let browser: CardBrowser;
beforeAll(async () => {
  browser = await startCardBrowser();
});
afterAll(() => browser[Symbol.asyncDispose]());

const ENDINGS = [
  [{ kind: "exited", code: 0, cause: "exit" }, "exited", "Exit 0", "退出码 0"],
  [{ kind: "exited", code: 3, cause: "exit" }, "exited", "Exit 3", "退出码 3"],
  [{ kind: "signaled", signal: "SIGKILL", cause: "exit" }, "signaled", "SIGKILL", "SIGKILL"],
  [
    { kind: "signaled", signal: "SIGTERM", cause: "timeout" },
    "timed-out",
    "Timed out · SIGTERM",
    "超时 · SIGTERM",
  ],
  [
    { kind: "signaled", signal: "SIGTERM", cause: "stopped" },
    "stopped",
    "Stopped · SIGTERM",
    "已停止 · SIGTERM",
  ],
  [{ kind: "lost", reason: "turn over", cause: "cancelled" }, "cancelled", "Cancelled", "已取消"],
  [{ kind: "lost", reason: "refused", cause: "denied" }, "denied", "Denied", "已拒绝"],
  [
    { kind: "exited", code: 127, cause: "not-started" },
    "not-started",
    "Not started · Exit 127",
    "未启动 · 退出码 127",
  ],
  [{ kind: "lost", reason: "agent gone", cause: "disconnected" }, "lost", "Lost", "已丢失"],
] satisfies readonly (readonly [Ending, string, string, string])[];

describe("a card", () => {
  it("says how every command ended and why, in either language", async (context) => {
    const cards = await browser.open(context);
    const said = [];
    for (const [ending] of ENDINGS) {
      const card = await cards.add();
      await card.apply({ type: "terminal-ended", ending, durationMs: 10 });
      const pill = card.element.locator("[data-status]");
      const kind = await pill.getAttribute("data-status");
      const english = (await pill.textContent())?.trim();
      await card.element.evaluate((element) => {
        element.setAttribute("lang", "zh-CN");
      });
      await card.element.locator(".card[lang=zh-CN]").waitFor();
      said.push([ending, kind, english, (await pill.textContent())?.trim()]);
    }
    expect(said).toEqual(ENDINGS);
    expect(cards.problems).toEqual([]);
  });

  it("shows where, since when, what for and what", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add({
      command: "npm test",
      cwd: "/home/user/projects/a-rather-long-name/packages/cards",
      agoMs: 75_500,
      properties: { description: "Run the tests" },
    });
    const elapsed = card.element.locator(".elapsed");
    const first = (await elapsed.textContent())?.trim();
    expect(first).toMatch(/^1 min (1[5-9]|[2-5]\d) s$/u);
    await expect.poll(async () => (await elapsed.textContent())?.trim()).not.toBe(first);
    expect(await card.element.locator(".command").textContent()).toBe("npm test");
    expect(await card.element.locator(".description").textContent()).toBe("Run the tests");
    const cwd = card.element.locator(".cwd");
    expect(await cwd.textContent()).toBe("…/packages/cards");
    expect(await cwd.getAttribute("title")).toBe(
      "/home/user/projects/a-rather-long-name/packages/cards",
    );
    await card.end(0, 61_000);
    await card.element.getByText("1 min 01 s").waitFor();
  });

  it("says that a command waits for somebody to type (case 145)", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add({ properties: { stoppable: true } });
    await card.print("Continue? [Y/n] ");
    await card.apply({ type: "waiting-changed", isWaiting: true });
    await card.element.getByText("Waiting for input").first().waitFor();
    await expect.poll(() => card.rows()).toEqual(["Continue? [Y/n]"]);
    expect(await card.action("stop").isVisible()).toBe(true);
    await card.apply({ type: "waiting-changed", isWaiting: false });
    await card.element.getByText("Running").first().waitFor();
  });

  it("shows a heading as long as no command is known, and says when there was no output", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add({ command: null, cwd: null, properties: { heading: "Shell" } });
    expect(await card.element.locator(".command").textContent()).toBe("Shell");
    expect(await card.action("copy-command").count()).toBe(0);
    await card.end();
    await card.element.getByText("No output").waitFor();
  });

  it("clamps a command of three hundred lines and has its buttons in reach (case 178)", async (context) => {
    const cards = await browser.open(context);
    const lines = Array.from({ length: 300 }, (_, index) => `line ${index}`);
    const command = `cat <<'EOF'\n${lines.join("\n")}\nEOF`;
    const card = await cards.add({ command, properties: { stoppable: true } });
    const height = async () => (await card.element.boundingBox())?.height ?? 0;
    expect(await height()).toBeLessThan(250);
    await card.element.getByRole("button", { name: "Show all 302 lines" }).press("Enter");
    await card.element.getByRole("button", { name: "Show less" }).waitFor();
    expect(await card.element.locator(".command").textContent()).toBe(command);
    expect(await height()).toBeLessThan(700);
    await card.action("stop").click();
    expect(await card.heard()).toEqual([{ type: "terminal-stop", id: "card-0" }]);
  });

  it("counts exactly what is missing, and shows where", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add();
    await card.print("head\n");
    await card.apply({ type: "output-lost", lostBytes: 1_234_567 });
    await card.print("tail\n");
    await card.end();
    const notice = "1,234,567 bytes of the output were left out before they came here.";
    await card.element.getByText(notice).waitFor();
    const gap = card.element.locator(".row.gap");
    expect(await gap.textContent()).toBe("tail");
    expect(await gap.locator(".gap-label").getAttribute("data-label")).toBe(
      "1,234,567 bytes missing here",
    );
  });
});
