import type { Browser, Locator, Page } from "playwright-core";
import type { TestContext } from "vitest";
import type { TerminalEvent, TerminalSize } from "@termwire/terminal";
import type { TerminalCard } from "../../src/terminal-card.ts";
import { serveCardPage, type CardPage } from "./card-page.ts";
import { findChromium, startChromium } from "./chromium.ts";

/** An event without its id, output as text: what a test writes down. */
export type EventText =
  | Exclude<WithoutId<TerminalEvent>, { readonly bytes: Uint8Array }>
  | { readonly type: "output-appended" | "output-replaced"; readonly text: string };

type WithoutId<Event> = Event extends unknown ? Omit<Event, "id"> : never;

/** How a card on the page begins. */
export interface CardStart {
  readonly command?: string | null;
  readonly cwd?: string | null;
  readonly size?: TerminalSize | null;
  readonly agoMs?: number;
  readonly properties?: Partial<
    Pick<
      TerminalCard,
      | "heading"
      | "description"
      | "theme"
      | "lang"
      | "stoppable"
      | "interactive"
      | "collapsed"
      | "expanded"
    >
  >;
}

/** How a page is opened. */
export interface PageStart {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: "light" | "dark";
  readonly reducedMotion?: "reduce" | "no-preference";
  readonly locale?: string;
}

/** A browser and a server, shared by the tests of a file. */
export interface CardBrowser extends AsyncDisposable {
  /** Opens a page of its own; the test is skipped, and says so, where there is no Chromium. */
  open(context: TestContext, start?: PageStart): Promise<CardsOnPage>;
}

/** Starts both once, for a whole file. */
export async function startCardBrowser(): Promise<CardBrowser> {
  const path = findChromium();
  if (path === null) return withoutChromium();
  const [server, browser] = await Promise.all([serveCardPage(), startChromium(path)]);
  return {
    open: (context, start = {}) => openPage({ browser, server }, context, start),
    [Symbol.asyncDispose]: async () => {
      await browser.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

function withoutChromium(): CardBrowser {
  return {
    open: (context) => context.skip("needs chromium"),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

async function openPage(
  { browser, server }: { readonly browser: Browser; readonly server: CardPage },
  context: TestContext,
  start: PageStart,
): Promise<CardsOnPage> {
  const browserContext = await browser.newContext({
    viewport: { width: start.width ?? 800, height: start.height ?? 700 },
    colorScheme: start.colorScheme ?? "light",
    reducedMotion: start.reducedMotion ?? "no-preference",
    locale: start.locale ?? "en-US",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await browserContext.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  context.onTestFinished(async () => {
    await browserContext.close();
  });
  await page.goto(server.url);
  await page.waitForFunction(() => customElements.get("terminal-card") !== undefined);
  return new CardsOnPage(page, problems);
}

/** The cards of one page, by what a test does with them. */
export class CardsOnPage {
  readonly page: Page;
  /** Errors of scripts, and what the policy of the page refused. */
  readonly problems: readonly string[];
  #count = 0;

  constructor(page: Page, problems: readonly string[]) {
    this.page = page;
    this.problems = problems;
  }

  /** Puts a card on the page that has heard of nothing yet. */
  async addSilent(properties: CardStart["properties"] = {}): Promise<CardOnPage> {
    const id = `card-${this.#count++}`;
    await this.page.evaluate(
      ({ elementId, given }) => {
        const card = document.createElement("terminal-card");
        card.id = elementId;
        Object.assign(card, given);
        document.querySelector("main")?.append(card);
      },
      { elementId: id, given: properties },
    );
    return new CardOnPage(this.page, id);
  }

  /** Puts a card of a command that has just started on the page. */
  async add(start: CardStart = {}): Promise<CardOnPage> {
    const id = `card-${this.#count++}`;
    const { agoMs = 0, properties = {}, command = "make", cwd = "/repo", size = null } = start;
    await this.page.evaluate(
      ({ elementId, given, started }) => {
        const card = document.createElement("terminal-card");
        card.id = elementId;
        Object.assign(card, given);
        document.querySelector("main")?.append(card);
        const heard: unknown[] = [];
        for (const type of [
          "terminal-stop",
          "terminal-input",
          "terminal-resize",
          "terminal-toggle",
        ]) {
          card.addEventListener(type, (event) => {
            const { detail } = event as CustomEvent<Record<string, unknown>>;
            const { bytes } = detail;
            const text = bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : undefined;
            heard.push({ type, ...detail, ...(text === undefined ? {} : { bytes: text }) });
          });
        }
        Object.assign(card, { heard });
        const startedAtMs = Date.now() - started.agoMs;
        const event = { type: "terminal-started", id: elementId, ...started, startedAtMs };
        card.apply(event as unknown as TerminalEvent);
      },
      { elementId: id, given: properties, started: { agoMs, command, cwd, size } },
    );
    return new CardOnPage(this.page, id);
  }
}

/** One card of a page. */
export class CardOnPage {
  readonly page: Page;
  readonly element: Locator;

  constructor(page: Page, id: string) {
    this.page = page;
    this.element = page.locator(`#${id}`);
  }

  async apply(...events: readonly EventText[]): Promise<void> {
    await this.element.evaluate((element, given) => {
      const card = element as TerminalCard;
      for (const event of given) {
        const { text, ...rest } = event as EventText & { text?: string };
        const bytes = text === undefined ? {} : { bytes: new TextEncoder().encode(text) };
        card.apply({ ...rest, ...bytes, id: element.id } as unknown as TerminalEvent);
      }
    }, events);
  }

  print(text: string): Promise<void> {
    return this.apply({ type: "output-appended", text });
  }

  end(code = 0, durationMs: number | null = 1200): Promise<void> {
    const ending = { kind: "exited", code, cause: "exit" } as const;
    return this.apply({ type: "terminal-ended", ending, durationMs });
  }

  /** The rows that are drawn, as text. */
  async rows(): Promise<string[]> {
    const rows = await this.element.locator(".row").allTextContents();
    return rows.map((row) => row.replace("\uFDD0", ""));
  }

  /** What the card has said so far. */
  heard(): Promise<Record<string, unknown>[]> {
    return this.element.evaluate(
      (element) => (element as unknown as { heard: Record<string, unknown>[] }).heard,
    );
  }

  isLive(): Promise<boolean> {
    return this.element.evaluate((element) => (element as TerminalCard).isLive);
  }

  action(name: string): Locator {
    return this.element.locator(`[data-action="${name}"]`);
  }
}
