import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startCardBrowser, type CardBrowser, type CardsOnPage } from "./support/card-browser.ts";

let browser: CardBrowser;
beforeAll(async () => {
  browser = await startCardBrowser();
});
afterAll(() => browser[Symbol.asyncDispose]());

const MARKUP = [
  "<script>window.harm = 1</script>",
  "<img src=x onerror='window.harm = 1'>",
  "<svg onload='window.harm = 1'>",
  "<iframe srcdoc='<script>parent.harm = 1</script>'></iframe>",
  "</textarea></style></template><script>window.harm = 1</script>",
  "${window.harm = 1}",
  "javascript:window.harm=1",
  '" onmouseover="window.harm = 1" x="',
];

/** What an attack on a page would leave behind. */
const harm = ({ page }: CardsOnPage) =>
  page.evaluate(() => ({
    harm: "harm" in window,
    title: document.title,
    elements: document.querySelectorAll("body *:not(main, h1, terminal-card)").length,
    scripts: document.scripts.length,
    url: location.pathname + location.hash,
    clipboard: document.body.dataset["clipboard"] ?? null,
  }));

const UNHARMED = {
  harm: false,
  title: "Cards",
  elements: 0,
  scripts: 1,
  url: "/",
  clipboard: null,
};

describe("markup", () => {
  it("is shown as it is written, wherever it comes from, and does nothing", async (context) => {
    const cards = await browser.open(context, { height: 3000 });
    for (const markup of MARKUP) {
      const card = await cards.add({
        command: markup,
        cwd: markup,
        properties: { description: markup },
      });
      await card.print(`${markup}\n\u001B]8;;${markup}\u001B\\${markup}\u001B]8;;\u001B\\\n`);
      await card.apply({ type: "note-added", note: markup });
      await card.apply({
        type: "terminal-ended",
        ending: { kind: "lost", reason: markup, cause: "disconnected" },
        durationMs: 1,
      });
      await expect.poll(() => card.rows()).toEqual([markup, markup]);
      expect(await card.element.locator(".command").textContent()).toBe(markup);
      expect(await card.element.locator("script, img, iframe, .rows svg").count()).toBe(0);
    }
    expect(await harm(cards)).toEqual(UNHARMED);
    expect(cards.problems).toEqual([]);
  });
});

describe("control sequences", () => {
  const ATTACKS = {
    "a title": "\u001B]0;pwned\u0007\u001B]2;pwned\u001B\\",
    "the clipboard": "\u001B]52;c;cHduZWQ=\u0007",
    "a question for the clipboard": "\u001B]52;c;?\u0007",
    "questions for the device":
      "\u001B[c\u001B[>c\u001B[=c\u001B[5n\u001B[6n\u001B[?6n\u001B[x\u001BZ",
    "questions for colours": "\u001B]10;?\u0007\u001B]11;?\u0007\u001B]4;1;?\u0007",
    "questions for modes and settings":
      "\u001B[?2026$p\u001BP$qm\u001B\\\u001BP+q544e\u001B\\\u001B[18t\u001B[21t",
    "the answerback": "\u0005",
    "a window that moves and prints": "\u001B[3;0;0t\u001B[8;1;1t\u001B[5i\u001B[0i",
    "another palette": "\u001B]4;1;#000000\u0007\u001B]11;#ff0000\u0007\u001B]104\u0007",
    "a notification": "\u001B]9;pwned\u0007\u001B]777;notify;a;b\u0007\u001B]99;;x\u001B\\",
    "a directory and an image": "\u001B]7;file:///etc\u0007\u001B]1337;File=inline=1:AAAA\u0007",
    graphics: "\u001BPq#0;2;0;0;0#0!100~-\u001B\\\u001B_Ga=T;AAAA\u001B\\",
    "mouse and focus reports": "\u001B[?1000h\u001B[?1003h\u001B[?1006h\u001B[?1004h",
  };

  it("answer nothing, set nothing and print nothing outside of the rows", async (context) => {
    const cards = await browser.open(context);
    await cards.page.evaluate(() => navigator.clipboard.writeText("mine"));
    for (const attack of Object.values(ATTACKS)) {
      const card = await cards.add({
        size: { cols: 80, rows: 24 },
        properties: { interactive: true },
      });
      await card.element.locator(".scroller").click();
      await card.print(`${attack}shown`);
      await expect.poll(async () => (await card.rows()).join("")).toContain("shown");
      await card.element.locator(".scroller").hover();
      const heard = await card.heard();
      expect(heard.filter(({ type }) => type === "terminal-input")).toEqual([]);
      await card.end();
    }
    expect(await harm(cards)).toEqual(UNHARMED);
    expect(await cards.page.evaluate(() => navigator.clipboard.readText())).toBe("mine");
    expect(cards.problems).toEqual([]);
  });

  it("that never end swallow what follows in their own card only", async (context) => {
    const cards = await browser.open(context);
    const bad = await cards.add();
    await bad.print(`\u001B]0;${"x".repeat(100_000)}`);
    const good = await cards.add();
    await good.print("fine\n");
    await expect.poll(() => good.rows()).toEqual(["fine"]);
    expect(await harm(cards)).toEqual(UNHARMED);
  });

  it("of any kind and number leave a card that goes on", async (context) => {
    const cards = await browser.open(context);
    for (const seed of [1, 2, 3]) {
      const card = await cards.add({
        size: { cols: 80, rows: 24 },
        properties: { interactive: true },
      });
      await card.element.evaluate((element, start) => {
        let state = start;
        const byte = (): number => {
          state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
          const value = (state >>> 16) & 0xff;
          // Every fourth byte begins or goes on with a control.
          return value % 4 === 0 ? (0x1b_5b_5d_50 >>> (((value >> 3) % 4) * 8)) & 0xff : value;
        };
        const bytes = Uint8Array.from({ length: 200_000 }, byte);
        for (let at = 0; at < bytes.length; at += 777) {
          (element as HTMLElementTagNameMap["terminal-card"]).apply({
            type: "output-appended",
            id: element.id as never,
            bytes: bytes.subarray(at, at + 777),
          });
        }
      }, seed);
      await card.print("\u0018\u001B\\\u001Bcstill here");
      await expect.poll(() => card.rows()).toContain("still here");
      const inputs = (await card.heard()).filter(({ type }) => type === "terminal-input");
      expect(inputs).toEqual([]);
    }
    expect(await harm(cards)).toEqual(UNHARMED);
    expect(cards.problems).toEqual([]);
  });

  it("draw nothing outside of the card, however wide, tall or marked", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add({ size: { cols: 80, rows: 24 } });
    const marks = "a\u0300".padEnd(3000, "\u0489");
    await card.print(
      `\u001B[999;999H${marks}\u001B[1;1H${"漢".repeat(500)}\u001B#8\u001B[999A\u001B[999Dx`,
    );
    await expect.poll(async () => (await card.rows()).length).toBeGreaterThan(1);
    const outside = await card.element.evaluate((element) => {
      const frame = element.getBoundingClientRect();
      const body = element.shadowRoot?.querySelector(".body")?.getBoundingClientRect();
      const width = document.documentElement.scrollWidth - document.documentElement.clientWidth;
      return { width, bottom: (body?.bottom ?? 0) > frame.bottom + 1 };
    });
    expect(outside).toEqual({ width: 0, bottom: false });
    const clip = await card.element
      .locator(".scroller")
      .evaluate((element) => getComputedStyle(element).overflowX);
    expect(clip).toBe("auto");
  });
});

describe("a link in the output", () => {
  it("opens beside the page, cannot reach back, and tells where it leads", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add();
    await card.print(
      "\u001B]8;;https://example.com/path\u001B\\label\u001B]8;;\u001B\\ http://localhost:1/\n",
    );
    const links = card.element.locator(".row a");
    await expect.poll(() => links.count()).toBe(2);
    const found = await links.evaluateAll((all) =>
      all.map((link) => ["href", "target", "rel", "title"].map((name) => link.getAttribute(name))),
    );
    const rel = "noopener noreferrer";
    expect(found).toEqual([
      ["https://example.com/path", "_blank", rel, "https://example.com/path"],
      ["http://localhost:1/", "_blank", rel, "http://localhost:1/"],
    ]);
  });

  it("is no link where it does not lead into the web, or leads elsewhere than it says", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add();
    const link = (address: string, text: string): string =>
      `\u001B]8;;${address}\u0007${text}\u001B]8;;\u0007\n`;
    await card.print(link("javascript:harm=1", "one") + link("data:text/html,x", "two"));
    await card.print(link("https://evil.example/", "https://good.example/"));
    await expect.poll(async () => (await card.rows()).length).toBe(3);
    const hrefs = await card.element
      .locator(".row a")
      .evaluateAll((all) => all.map((each) => each.getAttribute("href")));
    expect(hrefs).toEqual(["https://good.example/"]);
  });
});

describe("hidden characters", () => {
  it("are seen in the command, its directory and its description", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add({
      command: "echo \u202Esafe\u202C \u200B\u0007\u001B[8m",
      cwd: "/tmp/\u202Ex\n",
      properties: { description: "a\u2066b" },
    });
    expect(await card.element.locator(".command").textContent()).toBe(
      String.raw`echo \u202esafe\u202c \u200b\x07\x1b[8m`,
    );
    expect(await card.element.locator(".cwd").textContent()).toBe(String.raw`/tmp/\u202ex\n`);
    expect(await card.element.locator(".description").textContent()).toBe(String.raw`a\u2066b`);
  });

  it("that turn text round in the output turn nothing but their own cell", async (context) => {
    const cards = await browser.open(context);
    const card = await cards.add();
    await card.print("a\u202Ebcd\nabcd\n");
    await expect.poll(async () => (await card.rows()).length).toBe(2);
    const lefts = await card.element.evaluate((element) =>
      [...(element.shadowRoot?.querySelectorAll(".row") ?? [])].map((row) => {
        const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
        let last: Node = row;
        while (walker.nextNode() !== null) last = walker.currentNode;
        const range = document.createRange();
        const end = last.textContent?.length ?? 0;
        range.setStart(last, end - 1);
        range.setEnd(last, end);
        return [range.toString(), Math.round(range.getBoundingClientRect().left)];
      }),
    );
    expect(lefts[0]).toEqual(lefts[1]);
  });
});
