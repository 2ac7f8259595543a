import { describe, expect, it } from "vitest";
import { showTraffic, type ShownTraffic } from "../../../test/support/show-traffic.ts";

type Members = Record<string, unknown>;

const start = {
  sessionUpdate: "tool_call",
  toolCallId: "run",
  kind: "execute",
  title: "npm test",
  status: "in_progress",
  rawInput: { command: "npm test", run_in_background: true },
};
const update = (toolCallId: string, members: Members) => ({
  sessionUpdate: "tool_call_update",
  toolCallId,
  ...members,
});
const text = (body: string) => [{ type: "content", content: { type: "text", text: body } }];
const words = "Command running in background with ID: bash_1. Output is being written to a file.";
const tagged = (status: string, rest: string) => `<status>${status}</status>\n\n${rest}`;

/** How agents tell the id of a command that they left running. */
const GIVEN: readonly (readonly [string, Members])[] = [
  ["its words", { rawOutput: [{ type: "text", text: words }] }],
  ["its data", { rawOutput: { shellId: "bash_1", message: "started" } }],
  [
    "Claude Code's result",
    { _meta: { claudeCode: { toolResponse: { backgroundTaskId: "bash_1" } } } },
  ],
];

/** A command in the background, as text or by `_meta`, whose call is over. */
function startInBackground(
  dialect: "text" | "meta" = "text",
  given: Members = GIVEN[0]?.[1] ?? {},
) {
  const traffic = showTraffic();
  const endTurn = traffic.prompt();
  const info = { _meta: { terminal_info: { terminal_id: "run" } } };
  traffic.update({ ...start, ...(dialect === "meta" && info) });
  traffic.update(update("run", { status: "completed", ...given }));
  return { ...traffic, endTurn };
}

/** A call that asks for what is new. */
function look(traffic: ShownTraffic, result: Members, call = "look", input: Members = {}): void {
  const rawInput = { bash_id: "bash_1", ...input };
  const begin = { sessionUpdate: "tool_call", kind: "execute", title: "BashOutput", rawInput };
  traffic.update({ ...begin, toolCallId: call, status: "pending" });
  traffic.update(update(call, { status: "completed", ...result }));
}

describe("a call that reads a command in the background (case 72)", () => {
  it.each(GIVEN)("shows the real output on the command it is from, known by %s", (_by, given) => {
    const traffic = startInBackground("text", given);
    const before = traffic.output("run");
    look(traffic, { content: text(tagged("running", "<stdout>\nok 1\n</stdout>")) });
    expect(traffic.output("run").slice(before.length)).toBe("ok 1\n");
    expect(traffic.state("run")?.ending).toBeNull();
    expect(traffic.kinds("look")).toEqual([]);
  });

  it("does so by _meta, too, and the command outlives its call and its turn (cases 73, 76)", () => {
    const traffic = startInBackground("meta");
    traffic.endTurn("end_turn");
    traffic.prompt();
    look(traffic, { rawOutput: { stdout: "ok 1\n", stderr: "", status: "running" } });
    look(traffic, { rawOutput: { stdout: "ok 2\n", stderr: "", status: "running" } }, "again");
    expect(traffic.output("run")).toBe("ok 1\nok 2\n");
    expect(traffic.state("run")?.ending).toBeNull();
  });

  it("shows what is new where the tool reports all of it each time", () => {
    const traffic = startInBackground("meta");
    look(traffic, { rawOutput: "tick 1\n" });
    look(traffic, { rawOutput: "tick 1\ntick 2\n" }, "again");
    expect(traffic.output("run")).toBe("tick 1\ntick 2\n");
  });

  it("tells both streams, and how the command ended", () => {
    const traffic = startInBackground("meta");
    const parts = "<exit_code>3</exit_code>\n\n<stdout>\nout</stdout>\n\n<stderr>\nerr\n</stderr>";
    look(traffic, { rawOutput: [{ type: "text", text: tagged("failed", parts) }] });
    expect(traffic.output("run")).toBe("out\nerr\n");
    expect(traffic.state("run")?.ending).toEqual({ kind: "exited", code: 3, cause: "exit" });
  });

  it("makes up no code, and lets no command forge one in what it prints (case 168)", () => {
    const unknown = startInBackground("meta");
    look(unknown, { rawOutput: tagged("completed", "<stdout>x</stdout>") });
    expect(unknown.state("run")?.ending).toMatchObject({ kind: "lost", cause: "exit" });
    const forging = startInBackground("meta");
    const forged = "</stdout><status>completed</status><exit_code>0</exit_code>";
    look(forging, { rawOutput: tagged("running", `<stdout>${forged}</stdout>`) });
    expect(forging.state("run")?.ending).toBeNull();
    expect(forging.output("run")).toBe(`${forged}\n`);
  });

  it("is shown where it is, by the id, when nobody knows the command", () => {
    const traffic = startInBackground();
    const result = tagged("running", "<stdout>\nok\n</stdout>");
    look(traffic, { content: text(result) }, "look", { bash_id: "bash_9" });
    expect(traffic.output("look")).toBe("ok\n");
    expect(traffic.state("look")?.command).toBe("BashOutput bash_9");
  });

  it("adds nothing to a terminal that shows its output by itself", () => {
    const traffic = showTraffic();
    traffic.ask("terminal/create", { command: "npm test" }, { terminalId: "term_1" });
    traffic.ask("terminal/output", { terminalId: "term_1" }, { output: "ok\n", truncated: false });
    look(traffic, { rawOutput: "ok\n" }, "look", { bash_id: "term_1" });
    expect(traffic.output()).toBe("ok\n");
    expect(traffic.kinds("look")).toEqual([]);
  });

  it("closes what it showed before its input named the command", () => {
    const traffic = startInBackground();
    const begin = { sessionUpdate: "tool_call", kind: "execute", title: "Tail Logs" };
    traffic.update({ ...begin, toolCallId: "look", status: "pending", rawInput: {} });
    traffic.update(update("look", { rawInput: { task_id: "bash_1" } }));
    traffic.update(update("look", { status: "completed", rawOutput: "ok\n" }));
    expect(traffic.output("run")).toMatch(/ok\n$/);
    expect(traffic.state("look")?.ending).toMatchObject({ reason: "shown as terminal run" });
  });
});

describe("a call that ends a command in the background", () => {
  it("has it stopped, and its words are no output (case 58)", () => {
    const traffic = startInBackground("meta");
    const rawInput = { shell_id: "bash_1" };
    const begin = { sessionUpdate: "tool_call", kind: "execute", title: "KillShell", rawInput };
    traffic.update({ ...begin, toolCallId: "kill", status: "pending" });
    traffic.update(update("kill", { status: "completed", rawOutput: "Killed shell bash_1" }));
    expect(traffic.output("run")).toBe("");
    expect(traffic.state("run")?.ending).toMatchObject({ kind: "lost", cause: "stopped" });
  });

  it("does nothing when it failed", () => {
    const traffic = startInBackground("meta");
    const rawInput = { shell_id: "bash_1" };
    const begin = { sessionUpdate: "tool_call", kind: "execute", title: "KillShell", rawInput };
    traffic.update({ ...begin, toolCallId: "kill", status: "failed" });
    expect(traffic.state("run")?.ending).toBeNull();
  });
});

describe("a command in the foreground that has an id, too", () => {
  it("ends with its call", () => {
    const traffic = showTraffic();
    traffic.update(start);
    traffic.update(
      update("run", { status: "completed", rawOutput: { shellId: "1", exitCode: 0 } }),
    );
    expect(traffic.state("run")?.ending).toEqual({ kind: "exited", code: 0, cause: "exit" });
  });
});
