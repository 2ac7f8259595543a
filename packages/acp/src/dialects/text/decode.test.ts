import { describe, expect, it } from "vitest";
import { showTraffic, type ShownTraffic } from "../../../test/support/show-traffic.ts";
import { OUTPUT_CUT_NOTE } from "./decode.ts";

const call = {
  sessionUpdate: "tool_call",
  toolCallId: "t1",
  title: "Run tests",
  kind: "execute",
  status: "pending",
  rawInput: { command: "npm test", cwd: "/p" },
};
const text = (...texts: string[]) =>
  texts.map((body) => ({ type: "content", content: { type: "text", text: body } }));
const toUpdate = (fields: Record<string, unknown>) => ({
  sessionUpdate: "tool_call_update",
  toolCallId: "t1",
  ...fields,
});
const completed = (fields: Record<string, unknown>) => toUpdate({ status: "completed", ...fields });

function introduce({ decoder }: ShownTraffic, name: string): void {
  decoder.receive({ id: 0, result: { protocolVersion: 1, agentInfo: { name } } });
}

function startCall(agent = "", fields: Record<string, unknown> = {}): ShownTraffic {
  const traffic = showTraffic();
  introduce(traffic, agent);
  traffic.update({ ...call, ...fields });
  return traffic;
}

describe("an execute call that shows text", () => {
  it("case 65: is shown as soon as it is told, while it is still asked about", () => {
    const { state, events } = startCall();
    expect(state()).toMatchObject({ command: "npm test", cwd: "/p", ending: null });
    expect(events).toMatchObject([{ dialect: "text", toolCallId: "t1" }]);
  });

  it("case 64: has its command where the title is only a name", () => {
    const { update, state } = startCall("", { title: "bash", rawInput: { cwd: "/p" } });
    expect(state()?.command).toBeNull();
    update(toUpdate({ status: "in_progress", title: "ls", rawInput: { command: "ls" } }));
    expect(state()?.command).toBe("ls");
  });

  it("has the title for its command when the agent never tells a better one", () => {
    const { update, state } = startCall("", { title: "`make -j 4`", rawInput: { job: 1 } });
    update(toUpdate({ status: "in_progress" }));
    expect(state()?.command).toBe("make -j 4");
  });

  it("case 87: is known by its input when a replay leaves out kind and title", () => {
    const { update, state } = showTraffic();
    update({
      sessionUpdate: "tool_call",
      toolCallId: "t1",
      title: "exec_command",
      rawInput: { cmd: "cat README.md" },
    });
    expect(state()?.command).toBe("cat README.md");
    update({ ...call, toolCallId: "t2", kind: "edit", rawInput: { command: "view" } });
    expect(state("t2")).toBeUndefined();
  });

  it("case 62: shows unfenced text as output, growing without repetition", () => {
    const { update, output, kinds } = startCall();
    update(toUpdate({ content: text("tick 1\n") }));
    update(toUpdate({ content: text("tick 1\ntick 2\n") }));
    update(completed({ content: text("tick 1\ntick 2\ntick 3\n") }));
    expect(output()).toBe("tick 1\ntick 2\ntick 3\n");
    expect(kinds()).not.toContain("output-replaced");
  });

  it("follows a snapshot that rolls, and starts over for one that is redrawn", () => {
    const { update, output, kinds } = startCall();
    const lines = (from: number, to: number): string =>
      Array.from({ length: to - from }, (_, n) => `${"-".repeat(100)} line ${from + n}\n`).join("");
    update(toUpdate({ content: text(lines(0, 5)) }));
    update(toUpdate({ content: text(lines(3, 9)) }));
    expect(output()).toBe(lines(0, 9));
    expect(kinds()).not.toContain("output-replaced");
    update(toUpdate({ content: text("10%") }));
    update(toUpdate({ content: text("20%") }));
    expect(output()).toBe("20%");
  });

  it.each([
    ["```console\nok\n```"],
    ["```sh\nok\n```\n"],
    ["[… 5 bytes omitted above]\n\n```console\nok\n```"],
    ["$ npm test\nok\n"],
  ])("finds the output in %j", (body) => {
    const { update, output } = startCall();
    update(completed({ content: text(body) }));
    expect(output()).toBe("ok\n");
  });

  it("case 134: takes a fence among the output for output", () => {
    const { update, output } = startCall();
    const readme = "# Title\n```sh\nnpm i\n```\nend\n";
    update(completed({ content: text(readme) }));
    expect(output()).toBe(readme);
  });

  it("does not take its description for output", () => {
    const rawInput = { command: "npm test", description: "Run the tests" };
    const { update, output } = startCall("", { rawInput, content: text("Run the tests") });
    expect(output()).toBe("");
    update(completed({ content: text("Run the tests", "```console\nok\n```") }));
    expect(output()).toBe("ok\n");
  });

  it.each([
    [{ stdout: "hi\n" }],
    [{ stdout: "hi\n", stderr: "" }],
    [{ stdout: "", stderr: "hi\n" }],
    [{ aggregated_output: "hi\n", stdout: "" }],
    [{ formatted_output: "hi\n" }],
    [{ output: "hi\n" }],
    [{ output: "hi\n\n<aborted>", metadata: { output: "hi\n" } }],
    [{ contents: [{ type: "shell_exit", outputPreview: "hi\n" }] }],
    [{ content: [{ type: "text", text: "hi\n" }] }],
    [[{ type: "text", text: "hi\n" }]],
    ["hi\n"],
  ])("case 67: finds the output in a raw output of %j", (rawOutput) => {
    const { update, output } = startCall();
    update(completed({ rawOutput }));
    expect(output()).toBe("hi\n");
  });

  it.each([
    [{ exitCode: 3 }],
    [{ exit_code: 3 }],
    [{ exit: 3 }],
    [{ metadata: { exit: 3 } }],
    [{ contents: [{ type: "shell_exit", exitCode: 3 }] }],
  ])("case 167: finds the exit code in a raw output of %j, whatever the status", (rawOutput) => {
    const { update, state } = startCall();
    update(completed({ rawOutput }));
    expect(state()?.ending).toEqual({ kind: "exited", code: 3, cause: "exit" });
  });

  it.each([[{}], [{ exitCode: null }], [{ exit_code: -1 }], [{ exitCode: "0" }], ["exit code 0"]])(
    "case 168: makes no code of a raw output of %j",
    (rawOutput) => {
      const { update, state } = startCall();
      update(completed({ rawOutput }));
      expect(state()?.ending).toMatchObject({ kind: "lost" });
    },
  );

  it("has the agent's reason when there is no exit", () => {
    const { update, state } = startCall();
    update(toUpdate({ status: "failed", rawOutput: { message: "Command not executed." } }));
    expect(state()?.ending).toMatchObject({ kind: "lost", reason: "Command not executed." });
  });

  it("keeps what it showed when the agent puts the output elsewhere", () => {
    const { update, output, state } = startCall();
    update(toUpdate({ content: text("the last lines\n") }));
    const contents = [{ type: "shell_exit", exitCode: 0, outputTruncated: true }];
    update(
      completed({ content: text("Output too large. Saved to: /tmp/x"), rawOutput: { contents } }),
    );
    expect(output()).toBe("the last lines\n");
    expect(state()?.notes).toEqual([OUTPUT_CUT_NOTE]);
  });

  it("prefers the whole output of Claude's own result to a preview of it", () => {
    const { update, output } = startCall();
    const _meta = { claudeCode: { toolResponse: { stdout: "all of it", stderr: "" } } };
    update(toUpdate({ _meta }));
    update(completed({ content: text("<persisted-output>…"), rawOutput: "<persisted-output>…" }));
    expect(output()).toBe("all of it");
  });

  it("ends when its turn does, and notes what comes later", () => {
    const { update, state, prompt } = startCall();
    prompt()("cancelled");
    expect(state()?.ending).toMatchObject({ reason: "no ending reported", cause: "cancelled" });
    update(completed({ rawOutput: { exitCode: 0 } }));
    expect(state()?.notes).toEqual(["no ending reported", "ending reported late: exit 0"]);
  });
});

describe("an ending in words", () => {
  it.each([
    ["@agentclientprotocol/claude-agent-acp", "failed", "Exit code 3\nout\n", "out\n"],
    ["@zed-industries/claude-code-acp", "failed", "Exit code 3\nout\n", "out\n"],
    ["Copilot", "completed", "out\n<shellId: 0 completed with exit code 3>", "out"],
    ["Copilot", "completed", "out\n<exited with exit code 3>", "out"],
    [
      "qwen-code",
      "completed",
      "Command: x\nDirectory: (root)\nOutput: out\nError: (none)\nExit Code: 3\nSignal: (none)\nBackground PIDs: (none)",
      "out",
    ],
  ])("case 159: is known of %s, which words it like this when %s", (agent, status, body, shown) => {
    const { update, output, state } = startCall(agent);
    update(toUpdate({ status, content: text(body) }));
    expect(state()?.ending).toEqual({ kind: "exited", code: 3, cause: "exit" });
    expect(output()).toBe(shown);
  });

  it.each([
    ["", "failed", "Exit code 3\nout"],
    ["other-agent", "completed", "out\n<exited with exit code 0>"],
    ["@agentclientprotocol/claude-agent-acp", "completed", "Exit code 0\nout"],
    ["@agentclientprotocol/claude-agent-acp", "failed", "out\nExit code 0"],
    ["Copilot", "completed", "<exited with exit code 0>\nout"],
    ["pi-acp", "failed", "out\n\nCommand exited with code 0"],
  ])("is output of %j when %s: a command could have printed %j", (agent, status, body) => {
    const { update, output, state } = startCall(agent);
    update(toUpdate({ status, content: text(body) }));
    expect(state()?.ending).toMatchObject({ kind: "lost" });
    expect(output()).toBe(body);
  });

  it("never wins over data", () => {
    const { update, state } = startCall("Copilot");
    const body = "x\n<exited with exit code 0>";
    update(completed({ content: text(body), rawOutput: { exitCode: 7 } }));
    expect(state()?.ending).toMatchObject({ code: 7 });
  });
});

describe("a call that may show a terminal of its own", () => {
  const shows = toUpdate({ content: [{ type: "terminal", terminalId: "x" }] });

  function startForClient(): ShownTraffic {
    const traffic = showTraffic();
    const params = { clientCapabilities: { terminal: true } };
    traffic.decoder.send({ id: 0, method: "initialize", params });
    traffic.update(call);
    traffic.update(toUpdate({ status: "in_progress" }));
    return traffic;
  }

  it("is one card when the client runs its command", () => {
    const { ask, update, events } = startForClient();
    expect(events).toEqual([]);
    ask("terminal/create", { command: "npm test" }, { terminalId: "x" });
    update(shows);
    update(completed({ rawOutput: { exitCode: 0, output: "text for the model" } }));
    expect(new Set(events.map(({ event }) => event.id))).toEqual(new Set(["x"]));
  });

  it("is a card of its own as soon as it shows text", () => {
    const { update, output } = startForClient();
    update(toUpdate({ content: text("ok\n") }));
    expect(output("t1")).toBe("ok\n");
  });

  it("is a card of its own at the latest when it or its turn ends", () => {
    const done = startForClient();
    done.update(completed({}));
    expect(done.state("t1")).toMatchObject({ command: "npm test", ending: { kind: "lost" } });
    const open = startForClient();
    open.prompt()("end_turn");
    expect(open.state("t1")).toMatchObject({ ending: { reason: "no ending reported" } });
  });

  it("says so when text was shown and a terminal follows", () => {
    const { ask, update, state } = startForClient();
    update(toUpdate({ content: text("preparing\n") }));
    ask("terminal/create", { command: "npm test" }, { terminalId: "x" });
    update(shows);
    expect(state("t1")?.ending).toMatchObject({ kind: "lost", reason: "shown as terminal x" });
    expect(state("x")).toMatchObject({ command: "npm test", ending: null });
  });

  it("case 82: shows a terminal nobody knows as what the call says of it, and loses nothing else", () => {
    const { update, state, output } = showTraffic();
    const gone = { type: "terminal", terminalId: "gone" };
    update({ ...call, status: "completed", content: [gone, ...text("```\nold output\n```")] });
    expect(output("t1")).toBe("old output\n");
    expect(state("t1")).toMatchObject({
      command: "npm test",
      notes: ["shows a terminal nobody made: gone"],
    });
    update({ ...call, toolCallId: "t2", status: "completed", content: [gone] });
    expect(state("t2")).toMatchObject({ ending: { kind: "lost" }, outputBytes: 0 });
  });
});
