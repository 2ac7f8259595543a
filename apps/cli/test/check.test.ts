import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseEvents, runTermwire, TERMWIRE_BIN } from "./support/run-termwire.ts";

const TERMWIRE = `'${process.execPath}' '${TERMWIRE_BIN}'`;
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "termwire-check-"));
});

afterAll(() => rm(folder, { recursive: true }));

describe("termwire check FILE", () => {
  it.each(["zed", "client", "v2"])(
    "finds nothing in what our own agent says to a client that claims %s",
    async (claim) => {
      const file = join(folder, `${claim}.ndjson`);
      const exec = claim === "client" ? " --exec client" : "";
      const agent = `${TERMWIRE} tap --out '${file}' -- ${TERMWIRE} agent${exec}`;
      await runTermwire(["run", "--as", claim, "--agent", agent, "echo x; exit 3"]);
      const { status, stdout, stderr } = await runTermwire(["check", file]);
      expect({ status, stdout, stderr }).toEqual({
        status: 0,
        stdout: `${file}: nothing found\n`,
        stderr: "",
      });
      expect(await readFile(file, "utf8")).toContain("session/prompt");
    },
  );

  it("names line, requirement and source of what is broken, and fails", async () => {
    const file = join(folder, "broken.ndjson");
    const update = {
      sessionUpdate: "tool_call",
      toolCallId: "c",
      title: "x",
      status: "done",
    };
    const message = { method: "session/update", params: { sessionId: "s", update } };
    await writeFile(file, `\n${JSON.stringify({ t: 0, dir: "a2c", msg: message })}\n`);
    const { status, stdout } = await runTermwire(["check", file]);
    expect(status).toBe(1);
    expect(stdout).toContain(`${file}:2: C1-STATUS (agent MUST): "done"\n`);
    expect(stdout).toContain("https://agentclientprotocol.com/protocol/v1/tool-calls#status");
    const { stdout: json } = await runTermwire(["check", "--json", file]);
    expect(JSON.parse(json)).toMatchObject({ place: 2, id: "C1-STATUS", level: "MUST" });
  });

  it("says what is no record, and what cannot be read", async () => {
    const file = join(folder, "noise.ndjson");
    await writeFile(file, "noise\n");
    const noise = await runTermwire(["check", file]);
    expect([noise.status, noise.stderr]).toEqual([1, expect.stringContaining(`${file}:1: `)]);
    const missing = await runTermwire(["check", join(folder, "missing")]);
    expect([missing.status, missing.stderr]).toEqual([66, expect.stringContaining("ENOENT")]);
  });

  it.each([[[]], [["--client", "--agent", "x"]], [["--agent", " "]]])(
    "takes %j for wrong usage",
    async (args) => {
      expect((await runTermwire(["check", ...args])).status).toBe(64);
    },
  );
});

describe("termwire check --client", () => {
  it("finds nothing wrong with our own client, in every trial", async () => {
    const agent = `${TERMWIRE} check --client`;
    const { stdout } = await runTermwire(["run", "--json", "--as", "all", "--agent", agent, "go"]);
    const words = parseEvents(stdout)
      .filter(({ event }) => event === "message")
      .map(({ text }) => String(text))
      .join("");
    expect(words).toContain("Nothing was wrong.");
    expect(words.match(/✔/g)?.length).toBeGreaterThan(10);
    expect(words).not.toContain("✘");
  });

  it("tries that a client without terminals refuses them", async () => {
    const agent = `${TERMWIRE} check --client`;
    const { stdout } = await runTermwire(["run", "--no-terminals", "--agent", agent, "go"]);
    expect(stdout).toContain("✔ T1-CAP");
  });
});

describe("termwire check --agent", () => {
  it("finds nothing in our own agent as any kind of client", { timeout: 120_000 }, async () => {
    const agent = `${TERMWIRE} agent`;
    const { status, stdout } = await runTermwire(["check", "--agent", agent, "--prompt", "exit 3"]);
    expect({ status, lines: stdout.trim().split("\n") }).toEqual({
      status: 0,
      lines: ["text", "meta", "delta", "client", "all", "v2"].map(
        (as) => `as ${as}: nothing found`,
      ),
    });
  });

  it("says when the agent failed", { timeout: 120_000 }, async () => {
    const { status, stderr } = await runTermwire(["check", "--agent", "exit 5"]);
    expect(status).toBe(70);
    expect(stderr).toMatch(/as v2: .+\n/);
  });
});
