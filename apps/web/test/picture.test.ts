import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import {
  call,
  stream,
  text,
  thought,
} from "../../../packages/agent/test/model-server/scripted-answer.ts";
import { allowAll, closeBrowser, onPage, untilStatus } from "./support/open-page.ts";

afterAll(closeBrowser);

/** Where the picture of the README lies; made anew when `TERMWIRE_PICTURE` is set. */
const PICTURE = fileURLToPath(new URL("../../../docs/images/page.png", import.meta.url));
const isWanted = process.env["TERMWIRE_PICTURE"] !== undefined;

const TEST_SCRIPT = String.raw`
console.log("\x1b[32m✓\x1b[0m clock.test.js \x1b[2m(14 tests)\x1b[0m");
console.log("\x1b[31m✗\x1b[0m log.test.js \x1b[2m(9 tests, 1 failed)\x1b[0m");
console.log('  expected \x1b[32m"09:00 UTC"\x1b[0m, got \x1b[31m"22:00"\x1b[0m');
process.exitCode = 1;
`;
const SERVER_SCRIPT = String.raw`
console.log("\x1b[1mready\x1b[0m on \x1b[36mhttp://localhost:3000\x1b[0m");
setInterval(() => {}, 1000);
`;

const SCRIPT = [
  stream(
    thought("clock.js reads the zone of the machine."),
    text("The clock reads the zone of the machine. I make it **UTC** and run the tests."),
    call("edit", { path: "clock.js", oldText: "zone = undefined", newText: 'zone = "UTC"' }),
    call("bash", { command: "node run-tests.js", description: "Run the tests" }),
  ),
  stream(
    call("bash", { command: "node server.js", description: "Serve it", run_in_background: true }),
  ),
  stream(text("One test is left, in `log.test.js`: it writes local time. The server runs on.")),
  stream(
    call("bash", {
      command: "git commit -am 'Read the clock in UTC'",
      description: "Keep the change",
    }),
  ),
];

/** A project to work in; with a plain name where it will be seen. */
function createProject(): string {
  const directory = join(isWanted ? tmpdir() : mkdtempSync(join(tmpdir(), "termwire-")), "clock");
  mkdirSync(directory, { recursive: true });
  const lines = [
    "// When it is.",
    "const zone = undefined;",
    "export const now = () => read(zone);",
  ];
  writeFileSync(join(directory, "clock.js"), `${lines.join("\n")}\n`);
  writeFileSync(join(directory, "run-tests.js"), TEST_SCRIPT);
  writeFileSync(join(directory, "server.js"), SERVER_SCRIPT);
  return directory;
}

it(
  "the page shows a whole piece of work at one glance",
  onPage(
    {
      script: SCRIPT,
      args: ["--cwd", createProject()],
      browser: { viewport: { width: 1180, height: 1020 }, deviceScaleFactor: 1.5 },
    },
    async ({ page, send, cards, capture, complaints }) => {
      await allowAll(page);
      await send("The tests fail in Auckland. Why?");
      await page.getByText("One test is left").waitFor();
      await untilStatus(cards.nth(0), "Exit 1");
      await untilStatus(cards.nth(1), "Running");
      await page.getByLabel("Mode", { exact: true }).selectOption("ask");
      await send("Keep that much");
      const question = page.locator("permission-prompt");
      await question.locator(".subject", { hasText: "git commit" }).waitFor();
      await page.locator("jobs-tray").getByText("1 running").waitFor();
      await expect.poll(() => page.locator("diff-view").count()).toBe(1);
      expect(complaints).toEqual([]);
      const path = await capture("picture");
      if (isWanted) {
        mkdirSync(join(PICTURE, ".."), { recursive: true });
        copyFileSync(path, PICTURE);
      }
    },
  ),
);
