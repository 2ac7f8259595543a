import { afterEach, describe, expect, it } from "vitest";
import { closePeers, connectPeers } from "./connect-peers.ts";
import { toFields, type Fields } from "./memory-peer.ts";

afterEach(closePeers);

const CALL = {
  sessionUpdate: "tool_call",
  toolCallId: "c",
  title: "seq 1000000",
  kind: "execute",
  status: "in_progress",
  content: [{ type: "terminal", terminalId: "c" }],
  _meta: { terminal_info: { terminal_id: "c" } },
};

function toOutput(data: string, id = "c"): Fields {
  const _meta = { terminal_output: { terminal_id: id, data } };
  return { sessionUpdate: "tool_call_update", toolCallId: id, _meta };
}

function toEnd(rawOutput: Fields = {}): Fields {
  const _meta = { terminal_exit: { terminal_id: "c", exit_code: 0, signal: null } };
  return {
    sessionUpdate: "tool_call_update",
    toolCallId: "c",
    status: "completed",
    _meta,
    rawOutput,
  };
}

function readOutput(updates: readonly Fields[]): string {
  return updates
    .map(({ _meta }) => toFields(toFields(_meta)["terminal_output"])["data"])
    .map((data) => (typeof data === "string" ? data : ""))
    .join("");
}

/** A client that shows terminals, and an agent that announced one. */
async function showTerminal() {
  const peers = await connectPeers({ _meta: { terminal_output: true } });
  peers.update(CALL);
  const shown = (): string => readOutput(peers.updates());
  const facts = (): Fields => toFields(peers.updates().at(-1)?.["rawOutput"]);
  return { ...peers, shown, facts };
}

describe("output that the client gets as the agent says it", () => {
  it("passes byte for byte, whatever is in it", async () => {
    const { agent, client, settled, update } = await showTerminal();
    update(toOutput("first\n"));
    await settled();
    const from = client.lines.length;
    const start = client.lines.find((line) => line.includes("first"))?.split("first")[0] ?? "";
    const written = [
      "a\\n",
      "\\u001b[31m\\\\",
      '\\"quoted\\"',
      "é😀",
      "\\ud83d\\ude00",
      "broken\\x",
    ];
    const lines = written.map((output) => `${start}${output}"}}}}}`);
    for (const line of lines) agent.say(line);
    await settled();
    expect(client.lines.slice(from, -1)).toEqual(lines);
  });

  it("is counted, in bytes, and named among the facts of the ending", async () => {
    const { update, settled, facts } = await showTerminal();
    const parts = ["plain\n", "\u001b[31mé\u001b[0m", "😀", '"\\', "\ud83d", "\ude00"];
    for (const part of parts) update(toOutput(part));
    update(toEnd());
    await settled();
    const bytes = parts.map((part) => new TextEncoder().encode(part).length);
    expect(facts()["outputBytes"]).toBe(bytes.reduce((sum, length) => sum + length));
  });

  it("is completed by what the agent says in the end, however much passed before", async () => {
    const { update, settled, shown, facts } = await showTerminal();
    const part = `${"0123456789".repeat(6553)}\n`;
    for (let said = 0; said < 80; said++) update(toOutput(`${said} ${part}`));
    const all = [...Array(80).keys()].map((said) => `${said} ${part}`).join("");
    update(toEnd({ stdout: `${all}the end\n`, exitCode: 0 }));
    await settled();
    expect(shown()).toBe(`${all}the end\n`);
    expect(facts()["outputBytes"]).toBe(all.length + 8);
  });

  it("is not said again when the agent says it all in the end", async () => {
    const { update, settled, shown } = await showTerminal();
    const part = `${"abcdefghij".repeat(6553)}\n`.repeat(2);
    for (let said = 0; said < 40; said++) update(toOutput(part));
    update(toEnd({ stdout: part.repeat(40), exitCode: 0 }));
    await settled();
    expect(shown()).toHaveLength(part.length * 40);
  });

  it("of two commands stays apart", async () => {
    const { update, settled, updates } = await showTerminal();
    update({
      ...CALL,
      toolCallId: "d",
      content: [{ type: "terminal", terminalId: "d" }],
      _meta: { terminal_info: { terminal_id: "d" } },
    });
    for (let said = 0; said < 20; said++) {
      update(toOutput(`c${said} `));
      update(toOutput(`d${said} `, "d"));
    }
    await settled();
    const said = (id: string): string =>
      readOutput(updates().filter(({ toolCallId }) => toolCallId === id));
    const expected = (id: string): string =>
      [...Array(20).keys()].map((number) => `${id}${number} `).join("");
    expect([said("c"), said("d")]).toEqual([expected("c"), expected("d")]);
  });

  it("is told once when it comes after the end of its terminal", async () => {
    const { update, settled, shown } = await showTerminal();
    update(toOutput("a"));
    update(toEnd());
    update(toOutput("late"));
    await settled();
    expect(shown()).toBe("alate");
  });
});
