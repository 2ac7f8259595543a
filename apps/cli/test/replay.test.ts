import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "./support/processes.ts";
import { parseEvents, runTermwire, startTermwire, toOutput } from "./support/run-termwire.ts";

function findRecording(name: string): string {
  const url = new URL(`../../../packages/acp/test/recordings/${name}.ndjson`, import.meta.url);
  return fileURLToPath(url);
}

let directory = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "termwire-replay-"));
});
afterAll(() => rm(directory, { recursive: true }));

async function write(name: string, lines: readonly unknown[]): Promise<string> {
  const path = join(directory, name);
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  await writeFile(path, text.map((line) => `${line}\n`).join(""));
  return path;
}

function toUpdate(t: number, update: Record<string, unknown>, sessionId = "s") {
  const params = { sessionId, update };
  return { t, dir: "a2c", msg: { jsonrpc: "2.0", method: "session/update", params } };
}

function toTerminal(t: number, id: string, sessionId?: string) {
  return toUpdate(
    t,
    {
      sessionUpdate: "tool_call",
      toolCallId: id,
      title: `run ${id}`,
      kind: "execute",
      _meta: { terminal_info: { terminal_id: id, cwd: "/p" } },
    },
    sessionId,
  );
}

describe("termwire replay", () => {
  it("draws a recording as cards", async () => {
    const { status, stdout, stderr } = await runTermwire(["replay", findRecording("pi-slow-a")]);
    expect(stderr).toBe("");
    expect(stdout).toBe(
      "[/home/user/project] $ for i in 1 2 3 4 5; do echo tick $i; sleep 0.3; done\n" +
        "tick 1\ntick 2\ntick 3\ntick 4\ntick 5\n[exit 0]\nMOCK-FINAL: the command was run.\n",
    );
    expect(status).toBe(0);
  });

  it.each(["claude-slow-v2", "acpx+zedclaude-slow", "opencode-slow-a"])(
    "tells the events of %s in the recording's own time",
    async (name) => {
      const { stdout } = await runTermwire(["replay", "--json", findRecording(name)]);
      const events = parseEvents(stdout);
      expect(toOutput(events).toString().trimEnd()).toBe("tick 1\ntick 2\ntick 3\ntick 4\ntick 5");
      expect(events.find(({ event }) => event === "exit")).toMatchObject({ exitCode: 0 });
      expect(events.at(-1)).toEqual({ event: "turn", stopReason: "end_turn" });
      const times = events.flatMap(({ t }) => (typeof t === "number" ? [t] : []));
      expect(times).toEqual(times.toSorted((left, right) => left - right));
    },
  );

  it("reads stdin, and takes recorded time with --speed", async () => {
    const replay = startTermwire(["replay", "--json", "--speed", "10", "-"], { stdin: "pipe" });
    const startMs = performance.now();
    replay.child.stdin?.end(
      [toTerminal(60_000, "a"), toTerminal(66_000, "b")]
        .map((line) => JSON.stringify(line))
        .join("\n"),
    );
    const { stdout, status } = await replay.result;
    expect(performance.now() - startMs).toBeGreaterThan(590);
    expect(parseEvents(stdout).map(({ event }) => event)).toEqual([
      "terminal",
      "terminal",
      "exit",
      "exit",
    ]);
    expect(status).toBe(0);
  });

  it("ends what the recording leaves open as lost, without inventing a code", async () => {
    const { stdout } = await runTermwire(["replay", "--json", findRecording("opencode-killed-a")]);
    expect(parseEvents(stdout).at(-1)).toMatchObject({
      event: "exit",
      exitCode: null,
      signal: null,
      cause: "disconnected",
      reason: "the recording ends here",
    });
  });

  it("names broken lines, shows the rest, and fails in the end", async () => {
    const file = await write("broken.ndjson", [
      toTerminal(0, "a"),
      '{"t": 1, "dir": "a2c", "ms',
      "",
      { t: 2, dir: "sideways", msg: {} },
      { t: 3, dir: "a2c", raw: "noise on stdout" },
      toTerminal(4, "b"),
    ]);
    const { status, stdout, stderr } = await runTermwire(["replay", file]);
    expect(stderr.split("\n")).toEqual([
      expect.stringContaining(`${file}:2: expected JSON`),
      expect.stringContaining(`${file}:4: expected "dir"`),
      "",
    ]);
    expect(stdout).toContain("run a");
    expect(stdout).toContain("run b");
    expect(status).toBe(1);
  });

  it("stops when nobody reads it any more", async () => {
    const replay = startTermwire(["replay", "--json", "-"], { stdin: "pipe" });
    replay.child.stdin
      ?.on("error", () => undefined)
      .write(`${JSON.stringify(toTerminal(0, "a"))}\n`);
    await until("the first event", () => replay.stdout().includes("terminal"));
    replay.child.stdout?.destroy();
    const more = setInterval(
      () => replay.child.stdin?.write(`${JSON.stringify(toTerminal(1, `b${Math.random()}`))}\n`),
      20,
    );
    expect(await replay.result).toMatchObject({ status: 141, stderr: "" });
    clearInterval(more);
  });

  it("shows one session with --session", async () => {
    const file = await write("two.ndjson", [toTerminal(0, "a", "s1"), toTerminal(1, "b", "s2")]);
    const { stdout } = await runTermwire(["replay", "--session", "s2", file]);
    expect(stdout).toContain("run b");
    expect(stdout).not.toContain("run a");
  });

  it("says why a file cannot be read", async () => {
    const missing = await runTermwire(["replay", join(directory, "missing.ndjson")]);
    expect(missing).toMatchObject({ status: 66, stdout: "" });
    expect(missing.stderr).toContain("no such file");
    expect(await runTermwire(["replay", directory])).toMatchObject({ status: 66 });
  });

  it.each([[["replay"]], [["replay", "--speed", "0", "-"]], [["replay", "--speed", "x", "-"]]])(
    "refuses %j as wrong usage",
    async (args) => {
      expect(await runTermwire(args)).toMatchObject({ status: 64, stdout: "" });
    },
  );

  it("takes a long recording in bounded memory", async () => {
    const replay = startTermwire(["replay", "--json", "-"], {
      stdin: "pipe",
      env: { NODE_OPTIONS: "--max-old-space-size=64" },
    });
    const { stdin, stdout } = replay.child;
    let events = 0;
    stdout?.on("data", (text: string) => (events += text.split("\n").length - 1));
    stdin?.write(`${JSON.stringify(toTerminal(0, "a"))}\n`);
    const data = "x".repeat(64 * 1024);
    const output = { sessionUpdate: "tool_call_update", toolCallId: "a" };
    const meta = { terminal_output: { terminal_id: "a", data } };
    const line = `${JSON.stringify(toUpdate(1, { ...output, _meta: meta }))}\n`;
    for (let count = 0; count < 3000; count++) {
      if (stdin?.write(line) === false) {
        await new Promise((resolve) => stdin.once("drain", resolve));
      }
    }
    stdin?.end();
    expect(await replay.result).toMatchObject({ status: 0 });
    expect(events).toBe(3002);
  });
});
