import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

/** @typedef {import("../run-benchmark.mjs").Measured} Measured */
/** @typedef {import("playwright-core").Page} Page */

const BIN = fileURLToPath(new URL("../../apps/cli/bin/termwire.js", import.meta.url));
const AGENT = fileURLToPath(new URL("busy-agent.mjs", import.meta.url));
const CHROMIUM = process.env["TERMWIRE_CHROMIUM"] ?? "/usr/bin/chromium";
const WATCH_MS = 4_000;

/**
 * Gives `measure` a page of a running `termwire web`, and ends both.
 *
 * @param {(page: Page) => Promise<Measured>} measure
 * @returns {Promise<Measured>}
 */
async function onPage(measure) {
  const home = mkdtempSync(join(tmpdir(), "termwire-bench-"));
  const agent = `'${process.execPath}' '${AGENT}'`;
  const server = spawn(process.execPath, [BIN, "web", "--no-open", "--agent", agent], {
    env: { ...process.env, XDG_STATE_HOME: home, XDG_CONFIG_HOME: home },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    chromiumSandbox: process.getuid?.() !== 0,
  });
  try {
    const url = await readLine(server.stdout);
    const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
    await page.goto(url);
    await page.locator("prompt-composer textarea").waitFor();
    return await measure(page);
  } finally {
    await browser.close();
    server.kill("SIGINT");
    await once(server, "close");
    rmSync(home, { recursive: true });
  }
}

/**
 * A first load as from another machine: nothing in the cache, one card to draw.
 *
 * @returns {Promise<Measured>}
 */
export function measureFirstLoad() {
  return onPage(async (page) => {
    await send(page, "cards 1");
    await page.locator("terminal-card").first().waitFor();
    const client = await page.context().newCDPSession(page);
    await client.send("Network.enable");
    await client.send("Network.setCacheDisabled", { cacheDisabled: true });
    let bytes = 0;
    client.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.reload();
    await page.locator("terminal-card").getByRole("button", { name: "Search" }).first().waitFor();
    /** @type {unknown} */
    const afterLoadMs = await page.evaluate(
      "performance.now() - performance.getEntriesByType('navigation')[0].loadEventEnd",
    );
    return { compressedKilobytes: bytes / 1000, firstCardMs: Number(afterLoadMs) };
  });
}

/**
 * Frames a second while so many cards are finished and, unless the page rests, one floods.
 *
 * @param {{ readonly finishedCards: number, readonly floods: boolean }} act
 * @returns {Promise<Measured>}
 */
export function measureFrames({ finishedCards, floods }) {
  return onPage(async (page) => {
    if (finishedCards > 0) {
      await send(page, `cards ${finishedCards}`);
      await page
        .locator("terminal-card")
        .nth(finishedCards - 1)
        .waitFor();
    }
    if (floods) {
      await send(page, `flood ${WATCH_MS * 3}`);
      await page.locator("terminal-card").nth(finishedCards).waitFor();
    }
    /** @type {unknown} */
    const seen = await page.evaluate(WATCH_FRAMES);
    const frames = /** @type {number[]} */ (seen); // what the expression resolves with
    const totalMs = frames.reduce((sum, frame) => sum + frame, 0);
    return {
      framesPerSecond: (frames.length / totalMs) * 1000,
      longestFrameMs: Math.max(...frames),
    };
  });
}

/** Resolves with the times between frames. */
const WATCH_FRAMES = `new Promise((resolve) => {
  const frames = [];
  const start = performance.now();
  let last = start;
  const watch = (now) => {
    if (now > last) frames.push(now - last);
    last = Math.max(last, now);
    if (now - start < ${WATCH_MS}) requestAnimationFrame(watch);
    else resolve(frames);
  };
  requestAnimationFrame(watch);
})`;

/** @param {import("node:stream").Readable} stream */
async function readLine(stream) {
  for await (const line of createInterface({ input: stream })) return line;
  throw new Error("the server ended");
}

/**
 * @param {Page} page
 * @param {string} prompt
 */
async function send(page, prompt) {
  const composer = page.locator("prompt-composer textarea");
  await composer.fill(prompt);
  await composer.press("Enter");
}
