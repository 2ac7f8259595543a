import { describe, expect, it } from "vitest";
import { createTerminalControl, type DisplayEvent } from "@termwire/acp/client";
import { connectV1, connectV2, until } from "./connect-agent.ts";
import { decode, outputOf } from "./decode-updates.ts";
import { createJobHarness } from "./job-harness.ts";

/** Says what is typed into it in brackets, line by line. */
const ECHO = 'while read -r line; do echo "<$line>"; done';

const versions = { 1: connectV1, 2: connectV2 };

function toArgs(command: string, more: object = {}): string {
  return JSON.stringify({ command, ...more });
}

describe.each([1, 2] as const)("the control of one command over version %i", (version) => {
  it("is offered, in full", async () => {
    await using subject = createJobHarness();
    await using client = await versions[version](subject.harness);
    const control = createTerminalControl(client);
    expect(control.offer).toEqual({ cancel: true, input: true, resize: true });
  });

  it("case 58: ends that command and not its turn, which goes on with the output so far", async () => {
    await using subject = createJobHarness();
    await using client = await versions[version](subject.harness);
    const sessionId = await client.create("/");
    const prompt = client.prompt(sessionId, toArgs("echo so far; sleep 600"));
    const read = (): DisplayEvent[] => decode(client.updates, version);
    await until(() => outputOf(read()) === "so far\n");
    const id = read()[0]?.event.id ?? "";
    const control = createTerminalControl(client);
    await control.cancel({ sessionId, terminalId: id });
    await until(() => read().some(({ event }) => event.type === "terminal-ended"));
    const ended = read().find(({ event }) => event.type === "terminal-ended");
    expect(ended?.event).toMatchObject({ id, ending: { signal: "SIGTERM", cause: "stopped" } });
    await prompt;
    if (version === 2) await until(() => client.updates.some(({ state }) => state === "idle"));
    const stopReasons = client.updates.map(({ stopReason }) => stopReason);
    expect(stopReasons).not.toContain("cancelled");
    await expect(control.cancel({ sessionId, terminalId: id })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(id),
    });
  });

  it("cases 144, 145: says that a command waits for input, takes it, and resizes its terminal", async () => {
    await using subject = createJobHarness();
    await using client = await versions[version](subject.harness);
    const sessionId = await client.create("/");
    const input = toArgs(`stty -echo; ${ECHO}; stty size`, { tty: true, run_in_background: true });
    await client.prompt(sessionId, input);
    const read = (): DisplayEvent[] => decode(client.updates, version);
    const isWaiting = (now: boolean): boolean =>
      read().some(({ event }) => event.type === "waiting-changed" && event.isWaiting === now);
    await until(() => isWaiting(true));
    expect(read().at(-1)?.isInteractive).toBe(true);
    const terminal = { sessionId, terminalId: read()[0]?.event.id ?? "" };
    const control = createTerminalControl(client);
    await control.resize(terminal, { cols: 91, rows: 17 });
    await control.write(terminal, new TextEncoder().encode("grün\n"));
    await until(() => outputOf(read()).includes("<grün>"));
    await control.write(terminal, Uint8Array.of(4));
    await until(() => read().some(({ event }) => event.type === "terminal-ended"));
    expect(outputOf(read())).toContain("17 91");
    const changed = read().findLast(({ event }) => event.type === "terminal-changed");
    expect(changed?.event).toMatchObject({ size: { cols: 91, rows: 17 } });
    expect(read().at(-1)?.isInteractive).toBe(false);
  });

  it("takes every byte as it is, whatever it is", async () => {
    await using subject = createJobHarness();
    await using client = await versions[version](subject.harness);
    const sessionId = await client.create("/");
    const command = "stty raw -echo; echo ready; head -c 256 | od -An -v -tu1 -w256";
    await client.prompt(sessionId, toArgs(command, { tty: true, run_in_background: true }));
    const read = (): DisplayEvent[] => decode(client.updates, version);
    await until(() => outputOf(read()).includes("ready"));
    const control = createTerminalControl(client);
    const terminal = { sessionId, terminalId: read()[0]?.event.id ?? "" };
    await control.write(
      terminal,
      Uint8Array.from({ length: 256 }, (_, byte) => byte),
    );
    await until(() => read().some(({ event }) => event.type === "terminal-ended"));
    const numbers = (outputOf(read()).split("ready")[1] ?? "").trim().split(/\s+/).map(Number);
    expect(numbers).toEqual(Array.from({ length: 256 }, (_, byte) => byte));
  });

  it("refuses what has no input or size, what is not in the session, and what cannot be meant", async () => {
    await using subject = createJobHarness();
    await using client = await versions[version](subject.harness);
    const [sessionId, other] = [await client.create("/"), await client.create("/")];
    await client.prompt(sessionId, toArgs("echo on; sleep 600", { run_in_background: true }));
    const read = (): DisplayEvent[] => decode(client.updates, version);
    await until(() => outputOf(read()) === "on\n");
    expect(read().some(({ isInteractive }) => isInteractive)).toBe(false);
    const terminalId = read()[0]?.event.id ?? "";
    const terminal = { sessionId, terminalId };
    const refused = async (method: string, params: object, words: string): Promise<void> => {
      const answer = client.request(`_termwire/terminal/${method}`, params);
      await expect(answer).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(words),
      });
    };
    await refused("input", { ...terminal, data: "YQ==" }, terminalId);
    await refused("resize", { ...terminal, cols: 80, rows: 24 }, "pipe");
    await refused("resize", { ...terminal, cols: 0, rows: 24 }, "from 1 to 65535");
    await refused("resize", { ...terminal, cols: 80 }, "from 1 to 65535");
    await refused("input", { ...terminal, data: "no base64!" }, "base64");
    await refused("input", terminal, "base64");
    await refused("input", { ...terminal, sessionId: other, data: "YQ==" }, terminalId);
    await refused("input", { sessionId, data: "YQ==" }, "terminalId");
    const nowhere = client.request("_termwire/terminal/input", { ...terminal, sessionId: "none" });
    await expect(nowhere).rejects.toMatchObject({ code: -32002 });
    await createTerminalControl(client).cancel(terminal);
  });
});

describe("the control of one command over version 1", () => {
  it("ends a command that is shown as text by the id of its call", async () => {
    await using subject = createJobHarness();
    await using client = await connectV1(subject.harness, { meta: false });
    const sessionId = await client.create("/");
    const prompt = client.prompt(sessionId, toArgs("echo on; sleep 600"));
    await until(() => outputOf(decode(client.updates, 1)) === "on\n");
    const control = createTerminalControl(client);
    await control.cancel({ sessionId, terminalId: "c1" });
    expect(await prompt).toMatchObject({ stopReason: "end_turn" });
    expect(client.updates.at(-1)).toMatchObject({ rawOutput: { cause: "stopped" } });
  });
});
