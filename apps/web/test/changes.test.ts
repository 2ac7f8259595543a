import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { call, stream, text } from "../../../packages/agent/test/model-server/scripted-answer.ts";
import { allowAll, closeBrowser, onPage } from "./support/open-page.ts";

afterAll(closeBrowser);

/** A directory with a file of so many lines. */
function createProject(lineCount = 30): string {
  const directory = mkdtempSync(join(tmpdir(), "termwire-changes-"));
  const lines = Array.from({ length: lineCount }, (_, index) => `line ${index + 1}\n`);
  writeFileSync(join(directory, "notes.txt"), lines.join(""));
  return directory;
}

const project = createProject();

describe("what an agent does without a terminal", () => {
  it(
    "reads and searches are lines that open, with what they gave",
    onPage(
      {
        args: ["--cwd", project],
        script: [
          stream(
            call("read", { path: "notes.txt" }),
            call("grep", { pattern: "line 7" }),
            call("read", { path: "missing.txt" }),
          ),
          stream(text("Seen.")),
        ],
      },
      async ({ page, send, capture, complaints }) => {
        await allowAll(page);
        await send("Look");
        await page.getByText("Seen.").waitFor();
        const calls = page.locator(".call");
        await expect.poll(() => calls.count()).toBe(3);
        await capture("lines");
        const read = calls.nth(0);
        await expect.poll(() => read.locator(".name").textContent()).toContain("notes.txt");
        await read.locator("summary").click();
        await read.getByText("line 30").waitFor();
        await expect.poll(() => calls.nth(2).locator(".state").textContent()).toBe("failed");
        await calls
          .nth(2)
          .getByText(/no file/iu)
          .first()
          .waitFor();
        expect(complaints).toEqual([]);
      },
    ),
  );

  it(
    "a change is shown with the lines around it, and is what was written",
    onPage(
      {
        args: ["--cwd", project],
        script: [
          stream(
            call("edit", {
              path: "notes.txt",
              oldText: "line 15\n",
              newText: "line fifteen\nand a half\n",
            }),
            call("write", { path: "new.txt", content: "new\n" }),
          ),
          stream(text("Written.")),
        ],
      },
      async ({ page, send, capture }) => {
        await allowAll(page);
        await send("Change it");
        await page.getByText("Written.").waitFor();
        const diffs = page.locator("diff-view");
        await capture("changes");
        const changed = diffs.nth(0);
        await expect
          .poll(() => changed.locator("tr.removed").allTextContents())
          .toEqual([expect.stringContaining("line 15")]);
        await expect.poll(() => changed.locator("tr.added").count()).toBe(2);
        await expect
          .poll(() => changed.locator("tr.added .number").allTextContents())
          .toEqual(["", "15", "", "16"]);
        expect(await changed.locator("tr.gap").first().textContent()).toContain(
          "11 unchanged lines",
        );
        await expect.poll(() => diffs.nth(1).getByText("new file").count()).toBe(1);
        expect(readFileSync(join(project, "notes.txt"), "utf8")).toContain(
          "line fifteen\nand a half\n",
        );
      },
    ),
  );

  it(
    "a long conversation costs only what is seen, and stays where one reads (case 177)",
    onPage(
      {
        script: Array.from({ length: 3 }, (_, turn) =>
          stream(text(`${"A long line of an answer.\n\n".repeat(60)}End of turn ${turn}.`)),
        ),
      },
      async ({ page, send }) => {
        await send("one");
        await page.getByText("End of turn 0.").waitFor();
        await send("two");
        await page.getByText("End of turn 1.").waitFor();
        const scroller = page.locator(".scroll");
        await scroller.hover();
        await page.mouse.wheel(0, -100_000);
        const latest = page.getByRole("button", { name: "Go to the newest" });
        await latest.waitFor();
        await send("three");
        await expect.poll(() => page.locator(".user").count()).toBe(3);
        expect(await latest.count()).toBe(1);
        await latest.click();
        await page.getByText("End of turn 2.").waitFor();
        await expect.poll(() => latest.count()).toBe(0);
      },
    ),
  );
});
