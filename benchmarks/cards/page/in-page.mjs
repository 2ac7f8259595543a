// Served to the page of the benchmark, where the element is.

/** @typedef {import("@termwire/cards").TerminalCard} TerminalCard */
/** @typedef {import("@termwire/terminal").TerminalId} TerminalId */

/** Begins to count frames; the function it gives ends that and tells what was seen. */
export function watchFrames() {
  /** @type {number[]} */
  const frames = [];
  let last = performance.now();
  let isOn = true;
  /** @param {number} now */
  const tick = (now) => {
    frames.push(now - last);
    last = now;
    if (isOn) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  return () => {
    isOn = false;
    const cards = [...document.querySelectorAll("terminal-card")];
    return { frames: frames.slice(1), liveCards: cards.filter(({ isLive }) => isLive).length };
  };
}

/** @param {number} durationMs */
export async function rest(durationMs) {
  await pause(durationMs);
}

/** @param {number} count */
export async function addFinishedCards(count) {
  for (let index = 0; index < count; index++) {
    const card = addCard(`finished-${index}`, "npm test");
    card.print("\u001B[32mok\u001B[0m one of many tests\n".repeat(400));
    card.end();
  }
  await pause(1000);
}

/** @param {number} durationMs */
export async function floodCard(durationMs) {
  const card = addCard("flood", "yes");
  const lines = Array.from(
    { length: 400 },
    (_, line) => `\u001B[3${line % 8}mline ${line}\u001B[0m ${"word ".repeat(12)}\n`,
  ).join("");
  const end = performance.now() + durationMs;
  while (performance.now() < end) {
    card.print(lines);
    scrollTo(0, document.documentElement.scrollHeight);
    await pause(4);
  }
}

/** Ten megabytes in about a second, then the end and what comes of it. */
export async function printTenMegabytes() {
  const card = addCard("megabytes", "cat big.log");
  const lines = "some line of output, as it comes\n".repeat(2000);
  for (let sent = 0; sent < 10 * 1024 * 1024; sent += lines.length) {
    card.print(lines);
    await pause(5);
  }
  card.end();
  await pause(1500);
}

/**
 * @param {string} name
 * @param {string} command
 */
function addCard(name, command) {
  const id = /** @type {TerminalId} */ (name); // a name of our own, printable and short
  const card = document.createElement("terminal-card");
  document.querySelector("main")?.append(card);
  const started = { command, cwd: "/repo", size: null, startedAtMs: Date.now() };
  card.apply({ type: "terminal-started", id, ...started });
  return {
    /** @param {string} text */
    print(text) {
      card.apply({ type: "output-appended", id, bytes: new TextEncoder().encode(text) });
    },
    end() {
      const ending = /** @type {const} */ ({ kind: "exited", code: 0, cause: "exit" });
      card.apply({ type: "terminal-ended", id, ending, durationMs: 1200 });
    },
  };
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
