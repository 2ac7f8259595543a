import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { createToolCallBridge } from "@termwire/acp/agent";
import { createHarness, createMemoryArchive, createShellModel } from "@termwire/agent";
import { checkWorkingDirectory, createLocalRunner } from "@termwire/process";
import { createSessionTools } from "./session-tools.ts";

const MIB = 1024 * 1024;
const COMMANDS = 6;
const PRINTED_MIB = 16;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void; // what the flag above gives

const readUsedMib = (): number => {
  collectGarbage();
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return (arrayBuffers + heapUsed) / MIB;
};

describe("a session of many long outputs", () => {
  it("costs what it keeps of each, not what was printed (cases 170, 172)", async () => {
    const harness = createHarness({
      info: { name: "test", title: "Test", version: "0" },
      model: createShellModel(),
      tools: createSessionTools,
      runner: createLocalRunner(),
      archive: createMemoryArchive(),
      checkDirectory: checkWorkingDirectory,
    });
    const request = { sessionId: "sess_memory0001", cwd: "/", clientRunner: null };
    await using session = await harness.createSession(request);
    let sent = 0;
    const bridge = createToolCallBridge({
      dialect: { kind: "meta", outputKey: "terminal_output" },
      cwd: "/",
      send: async (update) => {
        sent += JSON.stringify(update).length;
      },
    });
    const { signal } = new AbortController();
    const text = `head -c ${PRINTED_MIB}M /dev/zero | tr '\\0' x | fold -w 100`;
    await session.prompt({ text, signal, bridge });
    const before = readUsedMib();
    for (let count = 1; count < COMMANDS; count++) await session.prompt({ text, signal, bridge });
    const grownMib = readUsedMib() - before;
    expect(sent).toBeGreaterThan(COMMANDS * PRINTED_MIB * MIB);
    expect(grownMib).toBeLessThan(PRINTED_MIB);
  }, 120_000);
});
