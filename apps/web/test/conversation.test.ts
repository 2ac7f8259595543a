import { afterAll, describe, expect, it } from "vitest";
import {
  call,
  stream,
  text,
  thought,
} from "../../../packages/agent/test/model-server/scripted-answer.ts";
import { closeBrowser, onPage, untilStatus } from "./support/open-page.ts";

afterAll(closeBrowser);

const MARKDOWN = `## What I found

The tests fail because **two** of them read \`TZ\`:

1. \`date.test.ts\` expects UTC
2. \`log.test.ts\` writes local time

| file | fails |
| --- | --: |
| date.test.ts | 3 |
| log.test.ts | 1 |

\`\`\`ts
process.env.TZ = "UTC";
\`\`\`

See [the docs](https://example.org/tz) or [this](javascript:alert(1)). <img src=x onerror=alert(1)>`;

describe("what an agent says", () => {
  it(
    "is drawn as markdown, with links that lead to the web only and no HTML of its own",
    onPage(
      { script: [stream(thought("Let me look at the *tests* first."), text(MARKDOWN))] },
      async ({ page, send, capture, complaints }) => {
        await send("Why do the tests fail?");
        const said = page.locator(".agent");
        await said.locator("table").waitFor();
        await expect.poll(() => said.locator("ol > li").count()).toBe(2);
        await expect
          .poll(() => said.locator("td").allTextContents())
          .toEqual(["date.test.ts", "3", "log.test.ts", "1"]);
        await expect
          .poll(() => said.locator("pre code").textContent())
          .toBe('process.env.TZ = "UTC";');
        await expect.poll(() => said.locator("a").count()).toBe(1);
        expect(await said.locator("a").getAttribute("href")).toBe("https://example.org/tz");
        await expect.poll(() => said.textContent()).toContain("<img src=x onerror=alert(1)>");
        expect(await said.locator("img").count()).toBe(0);
        await expect
          .poll(() => page.locator(".thought summary").textContent())
          .toContain("Let me look at the tests first.");
        await expect.poll(() => page.locator(".usage").textContent()).toContain("% of the window");
        await capture("markdown");
        expect(complaints).toEqual([]);
      },
    ),
  );

  it(
    "has what went wrong in its place, and takes the next prompt (case 54)",
    onPage(
      { script: [{ kind: "status", status: 400 }, stream(text("Back again."))] },
      async ({ page, send }) => {
        await send("one");
        await page.locator(".stop.failed").waitFor();
        await send("two");
        await page.getByText("Back again.").waitFor();
        await expect.poll(() => page.locator(".user").count()).toBe(2);
      },
    ),
  );
});

describe("a command of a model", () => {
  it(
    "is asked about, runs when a key says so, and is shown with its ending",
    onPage(
      {
        script: [
          stream(
            call("bash", {
              command: "printf 'a\\033[31mb\\033[0m\\n'; exit 3",
              description: "Prints in red",
            }),
          ),
          stream(text("It ended with 3.")),
        ],
      },
      async ({ page, send, cards, capture, complaints }) => {
        await send("Print in red");
        const question = page.locator("permission-prompt");
        await question.waitFor();
        await capture("permission");
        await expect.poll(() => question.locator(".subject").textContent()).toContain("exit 3");
        expect(await cards.count()).toBe(0);
        await expect
          .poll(async () => {
            await page.keyboard.press("y");
            return question.count();
          })
          .toBe(0);
        await page.getByText("It ended with 3.").waitFor();
        await untilStatus(cards.first(), "Exit 3");
        await capture("command");
        expect(complaints).toEqual([]);
      },
    ),
  );
});
