import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { bundleElement } from "../../packages/cards/bundle.mjs";

/** @typedef {import("../run-benchmark.mjs").Measured} Measured */
/** @typedef {import("playwright-core").Page} Page */

const CHROMIUM = process.env["TERMWIRE_CHROMIUM"] ?? "/usr/bin/chromium";
const DURATION_MS = 4000;
/** What a trace calls one task of a thread. */
const TASK = "ThreadControllerImpl::RunTask";

/** @typedef {"rest" | "flood" | "tenMegabytes"} Act What a page does while it is measured. */

/** The calls of it to `page/in-page.mjs`. */
const CALLS = {
  rest: `rest(${DURATION_MS})`,
  flood: `floodCard(${DURATION_MS})`,
  tenMegabytes: "printTenMegabytes()",
};

/**
 * Measures a page that knows the element, as it was built, while it does something.
 *
 * @param {Act} act
 * @param {{ readonly finishedCards?: number }} [options]
 * @returns {Promise<Measured>}
 */
export async function measureCards(act, { finishedCards = 0 } = {}) {
  const script = await bundleElement();
  const { url, close } = await servePage(script);
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    chromiumSandbox: process.getuid?.() !== 0,
  });
  try {
    const page = await browser.newPage({ viewport: { width: 900, height: 900 } });
    await page.goto(url);
    await page.waitForFunction("customElements.get('terminal-card') !== undefined");
    await call(page, `addFinishedCards(${finishedCards})`);
    const measured = await measure(page, CALLS[act]);
    return { ...measured, gzipKilobytes: gzipSync(script).length / 1000 };
  } finally {
    await browser.close();
    close();
  }
}

/**
 * @param {string} script
 * @returns {Promise<{ readonly url: string, readonly close: () => void }>}
 */
async function servePage(script) {
  const inPage = await readFile(new URL("page/in-page.mjs", import.meta.url), "utf8");
  const scripts = new Map([
    ["/terminal-card.js", script],
    ["/in-page.mjs", inPage],
  ]);
  const server = createServer((request, response) => {
    const found = scripts.get(request.url ?? "");
    response.setHeader("Content-Type", found === undefined ? "text/html" : "text/javascript");
    response.end(found ?? PAGE);
  });
  await new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(undefined));
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : null;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const PAGE = `<!doctype html><meta charset="utf-8"><title>Cards</title>
  <script type="module" src="/terminal-card.js"></script><main></main>`;

/**
 * @param {Page} page
 * @param {string} act A call to `page/in-page.mjs`.
 * @returns {Promise<Measured>}
 */
async function measure(page, act) {
  const browser = page.context().browser();
  if (browser === null) throw new Error("the browser went");
  await browser.startTracing(page, { categories: ["toplevel"] });
  await page.evaluate("import('/in-page.mjs').then((m) => { globalThis.stop = m.watchFrames(); })");
  await call(page, act);
  /** @type {unknown} */
  const seen = await page.evaluate("globalThis.stop()");
  const trace = String(await browser.stopTracing());
  const { frames, liveCards } = /** @type {{ frames: number[], liveCards: number }} */ (seen); // what watchFrames keeps
  const taskMs = readTaskMs(trace);
  const totalMs = frames.reduce((sum, frame) => sum + frame, 0);
  return {
    framesPerSecond: (frames.length / totalMs) * 1000,
    longestFrameMs: Math.max(...frames),
    longestTaskMs: Math.max(0, ...taskMs),
    threadTimeOfAFrameMs: taskMs.reduce((sum, ms) => sum + ms, 0) / frames.length,
    liveCards,
  };
}

/**
 * @param {Page} page
 * @param {string} expression
 */
function call(page, expression) {
  return page.evaluate(`import("/in-page.mjs").then((inPage) => inPage.${expression})`);
}

/**
 * Processor time of each task of the thread that runs the page: what else the machine does is not in it.
 *
 * @param {string} trace
 */
function readTaskMs(trace) {
  /** @type {unknown} */
  const parsed = JSON.parse(trace);
  /** @typedef {{ name: string, pid: number, tid: number, tdur?: number, args?: { name?: string } }} TraceEvent */
  const { traceEvents } = /** @type {{ traceEvents: TraceEvent[] }} */ (parsed); // the format of Chromium's traces
  const named = traceEvents.filter(({ args }) => args?.name === "CrRendererMain");
  const threads = new Set(named.map(({ pid, tid }) => `${pid} ${tid}`));
  return traceEvents
    .filter(({ name, pid, tid }) => name === TASK && threads.has(`${pid} ${tid}`))
    .map(({ tdur }) => (tdur ?? 0) / 1000);
}
