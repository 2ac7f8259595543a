import { readFileSync, mkdtempSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import {
  call,
  stream,
  text,
  thought,
} from "../../../packages/agent/test/model-server/scripted-answer.ts";
import {
  allowAll,
  closeBrowser,
  onPage,
  untilStatus,
  type OpenedPage,
} from "./support/open-page.ts";

afterAll(closeBrowser);

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core finds wrong, rule by rule. It is not part of the page, so it comes in past the page's policy. */
async function findViolations(page: Page): Promise<unknown> {
  const client = await page.context().newCDPSession(page);
  await client.send("Runtime.evaluate", { expression: AXE });
  const { result, exceptionDetails } = await client.send("Runtime.evaluate", {
    expression:
      "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => [id, nodes.map(({ target, failureSummary }) => [target.join(' '), failureSummary])])))",
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
  return JSON.parse(String(result.value));
}

const CONVERSATION_ROOT =
  'document.querySelector("termwire-page").shadowRoot.querySelector("conversation-view").shadowRoot';

/** A directory with a file to change. */
function createProject(): string {
  const directory = mkdtempSync(join(tmpdir(), "termwire-project-"));
  writeFileSync(
    join(directory, "clock.ts"),
    "export const zone = 'local';\nexport const now = Date.now;\n",
  );
  return directory;
}

const CONVERSATION = [
  stream(
    thought("The tests read the local zone."),
    text(
      "Two tests read the **local** zone. I make it explicit, then run them:\n\n- `clock.ts`\n- the tests",
    ),
    call("update_plan", {
      steps: [
        { text: "Make the zone explicit", state: "in_progress" },
        { text: "Run the tests", state: "pending" },
      ],
    }),
    call("edit", { path: "clock.ts", oldText: "'local'", newText: "'UTC'" }),
    call("bash", {
      command: String.raw`printf '\033[32m✓\033[0m clock is \033[1mUTC\033[0m\n\033[31m✗\033[0m log writes local time\n'; exit 1`,
      description: "Runs the tests",
    }),
  ),
  stream(call("bash", { command: "rm -rf build && npm run build", description: "Builds anew" })),
];

async function converse({ page, send, cards }: OpenedPage): Promise<void> {
  await allowAll(page);
  await send("Why do the tests fail in Auckland?");
  await untilStatus(cards.first(), "Exit 1");
}

describe.each(["light", "dark"] as const)("the page when the system is %s", (colorScheme) => {
  it(
    "has nothing that axe-core objects to: conversation, plan, change, cards, question",
    onPage(
      { script: CONVERSATION, args: ["--cwd", createProject()], browser: { colorScheme } },
      async (opened) => {
        const { page, send, cards, capture, complaints } = opened;
        await page.getByLabel("Mode", { exact: true }).selectOption("ask");
        await send("Why do the tests fail in Auckland?");
        const question = page.locator("permission-prompt");
        const allow = question.getByRole("button", { name: "Allow", exact: true });
        await expect
          .poll(
            async () => {
              const subject = await question.locator(".subject").textContent();
              if (subject?.startsWith("rm -rf build") === false) await allow.click();
              return subject;
            },
            { timeout: 45_000 },
          )
          .toMatch(/^rm -rf build/u);
        await untilStatus(cards.first(), "Exit 1");
        await question.getByText("Builds anew").waitFor();
        await capture(`conversation-${colorScheme}`);
        await expect.poll(() => page.locator("diff-view").count()).toBe(1);
        expect(await findViolations(page)).toEqual([]);
        expect(complaints).toEqual([]);
      },
    ),
    120_000,
  );

  it(
    "has nothing that axe-core objects to before anything was said, and in a dialog",
    onPage({ browser: { colorScheme } }, async ({ page, capture }) => {
      await page.getByText("What should be done?").waitFor();
      await capture(`empty-${colorScheme}`);
      expect(await findViolations(page)).toEqual([]);
      await page.getByRole("button", { name: "New session in another directory" }).click();
      await page.getByRole("dialog").waitFor();
      await capture(`dialog-${colorScheme}`);
      expect(await findViolations(page)).toEqual([]);
    }),
    120_000,
  );
});

describe("the page", () => {
  it(
    "takes the theme that was chosen, cards too, and remembers it",
    onPage({}, async ({ page, send, cards }) => {
      await send("echo themed");
      await untilStatus(cards.first(), "Exit 0");
      const readCard = () =>
        page.evaluate(
          `getComputedStyle(${CONVERSATION_ROOT}.querySelector("conversation-entry:nth-of-type(2)").shadowRoot.querySelector("terminal-card")).colorScheme`,
        );
      await page.getByLabel("Theme", { exact: true }).selectOption("dark");
      await expect
        .poll(() => page.evaluate("getComputedStyle(document.documentElement).colorScheme"))
        .toBe("dark");
      await expect
        .poll(() => page.evaluate("getComputedStyle(document.body).backgroundColor"))
        .toBe("rgb(23, 24, 27)");
      await expect.poll(readCard).toBe("dark");
      await page.reload();
      await expect.poll(() => page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
    }),
  );

  it(
    "speaks Chinese where the browser does, cards too, and English when that is chosen",
    onPage({ browser: { locale: "zh-CN" } }, async ({ page, send, cards, capture }) => {
      await send("echo 你好");
      await cards.first().locator('[part="status"]').waitFor();
      await page.getByText("新建会话").first().waitFor();
      expect(await page.evaluate("document.documentElement.lang")).toBe("zh-CN");
      await expect.poll(() => cards.first().getAttribute("lang")).toBe("zh-CN");
      await capture("chinese");
      expect(await findViolations(page)).toEqual([]);
      await page.getByLabel("语言").selectOption("en");
      await page.getByRole("button", { name: "New session", exact: true }).waitFor();
      await expect.poll(() => cards.first().getAttribute("lang")).toBe("en");
    }),
  );

  it(
    "fits a phone: nothing sticks out, sessions in a drawer, everything can be touched",
    onPage(
      {
        script: CONVERSATION,
        args: ["--cwd", createProject()],
        browser: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      },
      async (opened) => {
        const { page, capture } = opened;
        await converse(opened);
        await capture("phone");
        const overflow =
          "document.documentElement.scrollWidth - document.documentElement.clientWidth";
        expect(await page.evaluate(overflow)).toBe(0);
        expect(
          await page.evaluate(
            `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(${CONVERSATION_ROOT}.querySelector(".scroll"))`,
          ),
        ).toBe(0);
        await page.getByRole("button", { name: "Show sessions" }).click();
        await page.locator("session-list").getByRole("button").first().waitFor();
        await capture("phone-sessions");
        await expect.poll(async () => (await page.locator(".side").boundingBox())?.x).toBe(0);
        await page.getByRole("button", { name: "Hide sessions" }).click();
        await expect.poll(() => page.locator(".side").isVisible()).toBe(false);
        expect(await findViolations(page)).toEqual([]);
      },
    ),
    120_000,
  );

  it(
    "moves nothing for those who want it so",
    onPage({ browser: { reducedMotion: "reduce" } }, async ({ page, send }) => {
      await send("sleep 3000");
      await page.locator(".pulse").waitFor();
      const count =
        "document.getAnimations().filter(({ playState }) => playState === 'running').length";
      expect(await page.evaluate(count)).toBe(0);
    }),
  );
});
