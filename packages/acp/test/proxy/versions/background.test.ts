import { describe, expect, it } from "vitest";
import { createGate } from "../../../../process/test/create-gate.ts";
import { until, type Update } from "../../agent/connect-agent.ts";
import { createJobHarness } from "../../agent/job-harness.ts";
import { connectV1ToV2, connectV2ToV1 } from "./connect-bridged.ts";

const start = (command: string): string => JSON.stringify({ command, run_in_background: true });

/** A command that prints, then goes on until the file is there. */
const SERVER = "echo ready; while [ ! -e $PWD/termwire-no-such-file ]; do sleep 0.05; done";

function of(updates: readonly Update[], kind: string): Update[] {
  return updates.filter(({ sessionUpdate }) => sessionUpdate === kind);
}

describe("a command in the background, between two versions", () => {
  it("is listed for a client of version 2 while it lives, and its end is told before it is delisted", async () => {
    await using subject = createJobHarness();
    await using client = await connectV2ToV1(subject.harness);
    const sessionId = await client.create("/");
    await client.prompt(sessionId, start(SERVER));
    await until(() => client.updates.some(({ state }) => state === "idle"));
    const background = [{ type: "terminal", terminalId: "term_c1" }];
    expect(of(client.updates, "state_update").at(-1)).toMatchObject({ state: "idle", background });
    await until(() => of(client.updates, "terminal_output_chunk").length > 0);
    await client.agent.request("terminal/cancel", { sessionId, terminalId: "term_c1" });
    const findDelisted = (): number =>
      client.updates.findLastIndex((update) => JSON.stringify(update).includes('"background":[]'));
    const ended = (): number =>
      client.updates.findIndex(({ exitStatus }) => exitStatus !== undefined);
    await until(() => findDelisted() > ended() && ended() > 0);
    expect(client.updates[ended()]).toMatchObject({ exitStatus: { signal: "SIGTERM" } });
    expect(client.updates[findDelisted()]).toMatchObject({ state: "idle", background: [] });
  });

  it("stays a terminal for a client of version 1, with its output and its exit after its turn", async () => {
    await using subject = createJobHarness();
    await using client = await connectV1ToV2(subject.harness);
    const sessionId = await client.create("/");
    const gate = createGate();
    const turn = client.prompt(sessionId, start(`echo ready; ${gate.line}; echo later; exit 3`));
    expect(await turn).toEqual({ stopReason: "end_turn" });
    gate.open();
    await until(() => JSON.stringify(client.updates).includes("terminal_exit"));
    const said = client.updates.map((update) => JSON.stringify(update));
    expect(said.findIndex((text) => text.includes("later\\n"))).toBeGreaterThan(
      said.findIndex((text) => text.includes('"status":"completed"')),
    );
    expect(said.join("")).toContain('"exit_code":3');
  });
});
