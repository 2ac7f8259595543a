import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { until } from "../../support/processes.ts";
import { startTermwire, type RunningTermwire } from "../../support/run-termwire.ts";
import { openTab, type OpenedTab } from "./open-tab.ts";

/** The command line of an agent that does on request what agents should not. */
export const ODD_AGENT = `'${process.execPath}' '${fileURLToPath(new URL("odd-agent.mjs", import.meta.url))}'`;

/** A running `termwire web`, let into by its cookie. */
export interface RunningWeb extends RunningTermwire {
  /** With the token. */
  readonly url: string;
  readonly origin: string;
  readonly port: number;
  /** As a browser sends it. */
  readonly cookie: string;
  /** The directory of its sessions and configuration. */
  readonly home: string;
  /** Opens a tab, initialized unless told not to. */
  open(options?: { readonly agent?: string; readonly initialize?: boolean }): Promise<OpenedTab>;
}

/** How it is started. */
export interface WebStart {
  /** Absent: `web`. */
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  /** Lets it open a browser. */
  readonly open?: boolean;
  readonly config?: unknown;
  /** Who may read it. Absent: its owner. */
  readonly configMode?: number;
  readonly env?: Record<string, string>;
}

/** Starts `termwire web` with a home of its own; it ends with the test. */
export async function startWeb({
  command = ["web"],
  args = [],
  open = false,
  config,
  configMode = 0o600,
  env = {},
}: WebStart = {}): Promise<RunningWeb> {
  const home = mkdtempSync(join(tmpdir(), "termwire-web-"));
  if (config !== undefined) {
    mkdirSync(join(home, "termwire"));
    writeFileSync(join(home, "termwire/config.json"), JSON.stringify(config), {
      mode: configMode,
    });
  }
  const running = startTermwire([...command, ...(open ? [] : ["--no-open"]), ...args], {
    // Whoever runs the tests may have a key.
    env: { TERMWIRE_MODEL: "shell", XDG_STATE_HOME: home, XDG_CONFIG_HOME: home, ...env },
  });
  onTestFinished(async () => {
    running.child.kill("SIGTERM");
    await running.result;
    rmSync(home, { recursive: true });
  });
  await until("the URL", () => running.stdout().includes("\n") || running.child.exitCode !== null);
  const url = running.stdout().trim();
  if (url === "") throw new Error(`no URL: ${running.stderr()}`);
  const { origin, port } = new URL(url);
  const { headers } = await fetch(url, { redirect: "manual" });
  const [cookie = ""] = (headers.get("set-cookie") ?? "").split(";");
  return {
    ...running,
    url,
    origin,
    port: Number(port),
    cookie,
    home,
    open: (options) => openTab({ origin, cookie, ...options }),
  };
}
