import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../support/processes.ts";
import { startWeb } from "./support/start-web.ts";

describe("the browser that termwire web opens", () => {
  it("gets an address that lets in once, and not the one that is printed", async (ctx) => {
    ctx.skip(process.platform !== "linux", "xdg-open is how a browser is opened on Linux");
    const folder = mkdtempSync(join(tmpdir(), "termwire-open-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const opened = join(folder, "opened");
    writeFileSync(
      join(folder, "xdg-open"),
      `#!/bin/sh\nprintf %s "$1" > '${opened}.part' && mv '${opened}.part' '${opened}'\n`,
    );
    chmodSync(join(folder, "xdg-open"), 0o755);
    const web = await startWeb({
      open: true,
      env: { PATH: `${folder}:${process.env["PATH"] ?? ""}` },
    });
    await until("the browser", () => existsSync(opened));
    const address = readFileSync(opened, "utf8");
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/u);
    expect(address).not.toBe(web.url);
    const visit = async () => (await fetch(address, { redirect: "manual" })).status;
    expect([await visit(), await visit()]).toEqual([303, 401]);
  });

  it("may be missing", async () => {
    const web = await startWeb({ open: true, env: { PATH: "/nonexistent" } });
    const { status } = await fetch(web.origin, { headers: { cookie: web.cookie } });
    expect([status, web.child.exitCode]).toEqual([200, null]);
  });
});
