import { describe, expect, it } from "vitest";
import { createGate } from "../../../process/test/create-gate.ts";
import { connectV1, connectV2, until, type Update } from "./connect-agent.ts";
import { decode } from "./decode-updates.ts";
import { createJobHarness } from "./job-harness.ts";

const start = (command: string): string =>
  JSON.stringify({ command, description: "Serve", run_in_background: true });

/** A command that prints, then goes on until the file is there. */
const SERVER = "echo ready; while [ ! -e $PWD/termwire-no-such-file ]; do sleep 0.05; done";

function of(updates: readonly Update[], kind: string): Update[] {
  return updates.filter(({ sessionUpdate }) => sessionUpdate === kind);
}

describe("a command in the background", () => {
  it("cases 56, 73, 74: stays a terminal in version 2, listed while it lives, its end told after its turn", async () => {
    await using subject = createJobHarness();
    await using client = await connectV2(subject.harness);
    const sessionId = await client.create("/");
    await client.prompt(sessionId, start(SERVER));
    await until(() => of(client.updates, "terminal_output_chunk").length > 0);
    await until(() => client.updates.some(({ state }) => state === "idle"));
    const background = [{ type: "terminal", terminalId: "term_c1" }];
    expect(of(client.updates, "state_update").at(-1)).toMatchObject({ state: "idle", background });
    expect(of(client.updates, "tool_call_update").at(-1)).toMatchObject({ status: "completed" });
    await client.prompt(sessionId, JSON.stringify({ command: "true" }));
    await until(
      () => of(client.updates, "state_update").filter(({ state }) => state === "idle").length > 1,
    );
    expect(of(client.updates, "state_update").at(-1)).toMatchObject({ background });
    await client.agent.request("terminal/cancel", { sessionId, terminalId: "term_c1" });
    const isDelisted = (update: Update | undefined): boolean =>
      JSON.stringify(update).includes('"background":[]');
    await until(() => isDelisted(of(client.updates, "state_update").at(-1)));
    const ended = client.updates.findIndex(
      (update) => update["exitStatus"] !== undefined && update["terminalId"] === "term_c1",
    );
    expect(client.updates[ended]).toMatchObject({
      exitStatus: { signal: "SIGTERM" },
      capabilities: null,
      _meta: { termwire: { cause: "stopped" } },
    });
    const delisted = client.updates.findIndex(
      (update, at) => at > ended && update.sessionUpdate === "state_update",
    );
    expect(client.updates[delisted]).toMatchObject({ state: "idle", background: [] });
  });

  it("cases 73, 76: stays a terminal by _meta, with later updates of output and exit alone", async () => {
    await using subject = createJobHarness();
    await using client = await connectV1(subject.harness);
    const sessionId = await client.create("/");
    const gate = createGate();
    const turn = client.prompt(sessionId, start(`echo ready; ${gate.line}; echo later; exit 3`));
    expect(await turn).toEqual({ stopReason: "end_turn" });
    expect(client.updates.findLast(({ status }) => status !== undefined)).toMatchObject({
      status: "completed",
      rawInput: { run_in_background: true },
    });
    await until(() => JSON.stringify(client.updates).includes('"data":"ready\\n"'));
    gate.open();
    await until(() => JSON.stringify(client.updates.at(-1)).includes("terminal_exit"));
    const later = client.updates.slice(
      client.updates.findIndex(({ status }) => status === "completed") + 1,
    );
    expect(JSON.stringify(later)).toContain('"data":"later\\n"');
    for (const update of later) {
      expect(update).not.toHaveProperty("status");
      expect(update).not.toHaveProperty("content");
    }
    expect(later.at(-1)).toMatchObject({ _meta: { terminal_exit: { exit_code: 3 } } });
  });

  it("is an execute card for a client that shows text, and never looks as if it had failed", async () => {
    await using subject = createJobHarness();
    await using client = await connectV1(subject.harness, { meta: false });
    await client.prompt(await client.create("/"), start(SERVER));
    expect(client.updates[0]).toMatchObject({
      sessionUpdate: "tool_call",
      kind: "execute",
      title: SERVER,
      rawInput: { command: SERVER, cwd: "/", run_in_background: true },
      content: [{ content: { text: "Serve" } }],
    });
    expect(client.updates.at(-1)).toMatchObject({ status: "completed" });
    await subject.jobs[Symbol.asyncDispose]();
  });

  it("cases 73, 76: tells a client that shows text how it ended, with all it printed", async () => {
    await using subject = createJobHarness();
    await using client = await connectV1(subject.harness, { meta: false });
    const gate = createGate();
    const command = `echo early; ${gate.line}; echo late; exit 3`;
    await client.prompt(await client.create("/"), start(command));
    const ranOn = { status: "completed", rawOutput: { runsOn: true } };
    expect(client.updates.at(-1)).toMatchObject(ranOn);
    gate.open();
    const isTold = (): boolean => JSON.stringify(client.updates.at(-1)).includes('"exitCode":3');
    await until(isTold);
    const last = client.updates.at(-1);
    expect(last).toMatchObject({ toolCallId: "c1", rawOutput: { exitCode: 3, cause: "exit" } });
    expect(last).not.toHaveProperty("status");
    expect(JSON.stringify(last)).toContain("early\\nlate");
    expect(JSON.stringify(client.updates)).not.toContain("_meta");
    const ends = decode(client.updates, 1).filter(({ event }) => event.type === "terminal-ended");
    expect(ends).toMatchObject([{ event: { ending: { kind: "exited", code: 3 } } }]);
  });

  it("case 91: is shown again without a terminal where the log has none", async () => {
    await using subject = createJobHarness({ logsTerminals: false });
    await using client = await connectV1(subject.harness);
    const sessionId = await client.create("/");
    await client.prompt(sessionId, start("true"));
    await until(() => JSON.stringify(client.updates.at(-1)).includes("terminal_exit"));
    const from = client.updates.length;
    await client.agent.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
    const replayed = client.updates.slice(from);
    expect(replayed).toMatchObject([
      { sessionUpdate: "tool_call", toolCallId: "c1", kind: "execute" },
      { sessionUpdate: "tool_call_update", toolCallId: "c1", status: "completed" },
    ]);
    expect(JSON.stringify(replayed)).not.toContain('"terminal');
  });

  it("ends with its session, and that is told before the close is answered", async () => {
    await using subject = createJobHarness();
    await using client = await connectV2(subject.harness);
    const sessionId = await client.create("/");
    await client.prompt(sessionId, start(SERVER));
    await until(() => client.updates.some(({ state }) => state === "idle"));
    const closed = client.agent.request("session/close", { sessionId });
    await subject.jobs[Symbol.asyncDispose]();
    await closed;
    const seen = client.updates.length;
    expect(client.updates.some((update) => update["exitStatus"] !== undefined)).toBe(true);
    await expect(client.prompt(sessionId, "{}")).rejects.toMatchObject({ code: -32002 });
    expect(client.updates.length).toBe(seen);
  });
});
