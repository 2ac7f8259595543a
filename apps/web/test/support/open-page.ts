import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { onTestFinished, vi, type TestContext } from "vitest";
import type { ScriptedAnswer } from "../../../../packages/agent/test/model-server/scripted-answer.ts";
import {
  startModelServer,
  type ModelServer,
} from "../../../../packages/agent/test/model-server/start-model-server.ts";
import { findChromium, startChromium } from "../../../../packages/cards/test/support/chromium.ts";
import { startWeb, type RunningWeb } from "../../../cli/test/web/support/start-web.ts";

/** Screenshots, for people to look at; not kept in the repository. */
const ARTIFACTS = fileURLToPath(new URL("../../.artifacts", import.meta.url));

// A server, an agent and a browser on a machine that does other things, too.
vi.setConfig({ testTimeout: 120_000 });

/** How a page is opened. */
export interface PageStart {
  /** What the model says, an answer to each request. Absent: the prompt is the command line. */
  readonly script?: readonly ScriptedAnswer[];
  /** More arguments for `termwire web`. */
  readonly args?: readonly string[];
  readonly config?: Readonly<Record<string, unknown>>;
  readonly browser?: BrowserContextOptions;
  /** False for an agent that cannot open a session. */
  readonly opens?: boolean;
}

/** A page of a running `termwire web`, and what belongs to it. */
export interface OpenedPage {
  readonly page: Page;
  readonly web: RunningWeb;
  readonly model: ModelServer;
  /** What the page's script complained about: errors, and what the content policy refused. */
  readonly complaints: readonly string[];
  /** Where one writes. */
  readonly composer: Locator;
  /** All cards, in order. */
  readonly cards: Locator;
  /** Writes a prompt and sends it. */
  readonly send: (prompt: string) => Promise<void>;
  /** Another tab on the same server, at this one's address unless told otherwise. */
  readonly openTab: (url?: string) => Promise<Page>;
  /** Keeps what is seen as a picture; resolves with its path. */
  readonly capture: (name: string) => Promise<string>;
}

let started: Promise<Browser> | null = null;

/** The browser of this file's tests; it ends with the process that runs them. */
function useBrowser(path: string): Promise<Browser> {
  started ??= startChromium(path);
  return started;
}

/** Ends the browser, if one was started. For `afterAll`. */
export async function closeBrowser(): Promise<void> {
  const browser = await started;
  started = null;
  await browser?.close();
}

/** Resolves when a card's status is this, word for word. */
export async function untilStatus(card: Locator, status: string | RegExp): Promise<void> {
  const exact = typeof status === "string" ? new RegExp(`^\\s*${status}\\s*$`, "u") : status;
  await card.locator('[part="status"]').filter({ hasText: exact }).waitFor();
}

/**
 * Writes a prompt and sends it as soon as it can be sent: a command has its ending before its turn is over, and Enter
 * does nothing meanwhile.
 */
export async function sendPrompt(page: Page, prompt: string): Promise<void> {
  const composer = page.locator("prompt-composer textarea");
  await composer.fill(prompt);
  await page.locator("prompt-composer button.primary:enabled").waitFor();
  await composer.press("Enter");
}

/** Lets the agent run every command without asking. */
export async function allowAll(page: Page): Promise<void> {
  await page.getByLabel("Mode", { exact: true }).selectOption("full");
}

/** A test on an open page; skipped, saying so, where there is no Chromium. */
export function onPage(
  start: PageStart,
  test: (opened: OpenedPage) => Promise<void>,
): (context: TestContext) => Promise<void> {
  return async (context) => {
    const path = findChromium();
    context.skip(path === null, "needs chromium");
    if (path !== null) await test(await openPage(path, start));
  };
}

async function openPage(path: string, start: PageStart): Promise<OpenedPage> {
  const model = await startModelServer(...(start.script ?? []));
  onTestFinished(() => model[Symbol.asyncDispose]());
  const web = await startWeb({
    args: start.args ?? [],
    config: {
      providers: {
        example: {
          kind: "openai-compatible",
          baseUrl: model.openAiUrl,
          apiKey: "sk-test-0123456789abcdef",
          models: [{ id: "large", windowTokens: 8_000 }],
        },
      },
      ...start.config,
    },
    env: { TERMWIRE_MODEL: start.script === undefined ? "shell" : "example/large" },
  });
  const browser = await useBrowser(path);
  const context = await browser.newContext({
    viewport: { width: 1200, height: 800 },
    locale: "en-GB",
    ...start.browser,
  });
  context.setDefaultTimeout(45_000);
  onTestFinished(() => context.close());
  const complaints: string[] = [];
  const openTab = async (url: string): Promise<Page> => {
    const tab = await context.newPage();
    tab.on("pageerror", (error) => complaints.push(error.message));
    tab.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    await tab.goto(url);
    if (start.opens !== false) await tab.locator("prompt-composer textarea").waitFor();
    return tab;
  };
  const page = await openTab(web.url);
  const composer = page.locator("prompt-composer textarea");
  return {
    page,
    web,
    model,
    complaints,
    composer,
    cards: page.locator("terminal-card"),
    send: (prompt) => sendPrompt(page, prompt),
    openTab: (url) => openTab(url ?? page.url()),
    async capture(name) {
      mkdirSync(ARTIFACTS, { recursive: true });
      const picture = join(ARTIFACTS, `${name}.png`);
      await page.screenshot({ path: picture });
      return picture;
    },
  };
}
