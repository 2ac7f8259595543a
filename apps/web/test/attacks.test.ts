import { afterAll, describe, expect, it } from "vitest";
import { call, stream, text } from "../../../packages/agent/test/model-server/scripted-answer.ts";
import { closeBrowser, onPage, untilStatus } from "./support/open-page.ts";

afterAll(closeBrowser);

const HTML = `<img src=x onerror="document.title='pwned'"><script>document.title='pwned'</script>`;

describe("what comes from outside", () => {
  it(
    "runs no script, wherever it stands: prompt, title, command, output, words, paths",
    onPage(
      {
        script: [
          stream(
            call("bash", {
              command: `printf '%s\\n' '${HTML}'; true # ${HTML}`,
              description: HTML,
            }),
          ),
          stream(
            text(
              `${HTML}\n\n# ${HTML}\n\n| a |\n| - |\n| ${HTML} |\n\n\`\`\`html\n${HTML}\n\`\`\``,
            ),
          ),
        ],
      },
      async ({ page, send, cards, complaints, capture }) => {
        await send(HTML);
        await page
          .locator("permission-prompt")
          .getByRole("button", { name: "Allow", exact: true })
          .click();
        await untilStatus(cards.first(), "Exit 0");
        await page.locator(".agent table").waitFor();
        await capture("attack-html");
        expect(await page.title()).not.toBe("pwned");
        expect(await page.locator("img").count()).toBe(0);
        await expect.poll(() => page.locator(".user").textContent()).toContain("<img src=x");
        expect(complaints).toEqual([]);
      },
    ),
  );

  it(
    "changes nothing outside of its card, and is not answered: titles, clipboard, links, device queries",
    onPage({}, async ({ page, send, cards, complaints }) => {
      const attacks = [
        String.raw`printf '\033]0;pwned\007\033]2;pwned\007'`,
        String.raw`printf '\033]52;c;cHduZWQ=\007'`,
        String.raw`printf '\033]8;;javascript:alert(1)\007click\033]8;;\007\n'`,
        String.raw`printf '\033[c\033[5n\033[6n\033]10;?\007\033]11;?\007\033[>c'`,
        String.raw`printf '\033[?1049h\033[2J\033[H\033[999;999Hcorner\n'`,
      ];
      await send(`${attacks.join("; ")}; read -t 1 answer; echo "answer: <$answer>"`);
      await untilStatus(cards.first(), "Exit 0");
      const output = cards.first().locator('[part="output"]');
      await output.filter({ hasText: "answer: <>" }).waitFor();
      expect(await page.title()).toMatch(/ · Termwire$/u);
      expect(await cards.first().locator('a[href^="javascript"]').count()).toBe(0);
      expect(complaints).toEqual([]);
    }),
  );

  it(
    "shows in a question what would not be seen (cases 194, 195)",
    onPage(
      {
        script: [
          stream(call("bash", { command: "echo ok \u202e# harmless\u202c; rm -rf x\u001b[2K" })),
          stream(text("No.")),
        ],
      },
      async ({ page, send, capture }) => {
        await send("Go");
        const subject = page.locator("permission-prompt .subject");
        await subject.waitFor();
        await expect
          .poll(() => subject.locator(".unseen").allTextContents())
          .toEqual(["\\u202e", "\\u202c", "\\x1b"]);
        expect(await subject.textContent()).toBe(
          "echo ok \\u202e# harmless\\u202c; rm -rf x\\x1b[2K",
        );
        await capture("attack-question");
        await page.getByRole("button", { name: "Reject" }).click();
        await page.getByText("No.", { exact: true }).waitFor();
      },
    ),
  );

  it(
    "of 300 lines leaves the answers in reach (case 178)",
    onPage(
      {
        script: [
          stream(
            call("bash", {
              command: `cat <<'EOF'\n${"a line of a long document\n".repeat(300)}EOF`,
            }),
          ),
          stream(text("Done.")),
        ],
      },
      async ({ page, send, capture }) => {
        await send("Go");
        const allow = page
          .locator("permission-prompt")
          .getByRole("button", { name: "Allow", exact: false })
          .first();
        await allow.waitFor();
        await capture("long-command");
        const box = await allow.boundingBox();
        expect(box?.y).toBeLessThan(780);
        await allow.click();
        await page.getByText("Done.").waitFor();
      },
    ),
  );

  it(
    "of another origin reaches nothing, and the page reaches nobody else",
    onPage({}, async ({ page, web, complaints }) => {
      const fetched = await page.evaluate(
        "fetch('https://example.org/').then(() => 'reached', () => 'refused')",
      );
      expect(fetched).toBe("refused");
      const inline = await page.evaluate(
        "(() => { const script = document.createElement('script'); script.textContent = 'window.ran = true'; document.head.append(script); return window.ran === true; })()",
      );
      expect(inline).toBe(false);
      const response = await fetch(web.origin);
      expect(response.status).toBeGreaterThanOrEqual(401);
      await expect.poll(() => complaints.length).toBeGreaterThan(0);
    }),
  );
});
