import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { showTraffic } from "../../../test/support/show-traffic.ts";
import { OUTPUT_DIFFERS_NOTE, OUTPUT_TWICE_NOTE } from "./decode.ts";

const call = {
  sessionUpdate: "tool_call",
  toolCallId: "t1",
  title: "npm test",
  kind: "execute",
  status: "pending",
  content: [{ type: "terminal", terminalId: "t1" }],
  _meta: { terminal_info: { terminal_id: "t1", cwd: "/p" } },
};
const info = call["_meta"];
const output = (data: string, key = "terminal_output") => ({
  [key]: { terminal_id: "t1", data },
});
const exit = (exit_code: number | null, signal: string | null = null) => ({
  terminal_exit: { terminal_id: "t1", exit_code, signal },
});
const toUpdate = (meta: Record<string, unknown>, fields: Record<string, unknown> = {}) => ({
  sessionUpdate: "tool_call_update",
  toolCallId: "t1",
  ...fields,
  _meta: meta,
});

describe("a terminal by _meta", () => {
  it("cases 59, 60, 78: is announced, printed and ended as each is told", () => {
    const { update, kinds, state } = showTraffic();
    update(call);
    expect(kinds()).toEqual(["terminal-started"]);
    update(toUpdate(output("open https://x/y\n")));
    expect(kinds()).toEqual(["terminal-started", "output-appended"]);
    update(toUpdate(exit(0), { status: "completed" }));
    expect(state()).toMatchObject({ command: "npm test", cwd: "/p", ending: { code: 0 } });
  });

  it("case 77: counts output under both keys of one update once, and says so", () => {
    const { update, ...shown } = showTraffic();
    update(call);
    update(toUpdate({ ...output("a"), ...output("a", "terminal_output_delta") }));
    expect(shown.output()).toBe("a");
    expect(shown.state()?.notes).toEqual([OUTPUT_TWICE_NOTE]);
    update(toUpdate({ ...output("b"), ...output("c", "terminal_output_delta") }));
    expect(shown.output()).toBe("ab");
    expect(shown.state()?.notes).toEqual([OUTPUT_TWICE_NOTE, OUTPUT_DIFFERS_NOTE]);
  });

  it("is never also read as text, whatever else its call holds", () => {
    const { update, events, ...shown } = showTraffic();
    const text = { type: "content", content: { type: "text", text: "$ npm test" } };
    update({ ...call, content: [...call.content, text] });
    update(toUpdate(output("out\n"), { content: [text] }));
    update(toUpdate(exit(0), { status: "completed", rawOutput: { output: "other" } }));
    expect(shown.output()).toBe("out\n");
    expect(new Set(events.map(({ dialect }) => dialect))).toEqual(new Set(["meta"]));
  });

  it("case 79: takes the bytes as they are, however long", () => {
    const { update, ...shown } = showTraffic();
    update(call);
    update(toUpdate(output("x".repeat(10_170))));
    update(toUpdate(output("\u001b[31mred")));
    expect(shown.output()).toBe(`${"x".repeat(10_170)}\u001b[31mred`);
  });

  it("cases 115, 128: passes sequences and line ends on wherever they are cut", () => {
    const text = "\u001b[31mred\u001b[0m\r\na\nb\n";
    fc.assert(
      fc.property(fc.nat(text.length), (cut) => {
        const { update, ...shown } = showTraffic();
        update(call);
        for (const part of [text.slice(0, cut), text.slice(cut)]) update(toUpdate(output(part)));
        expect(shown.output()).toBe(text);
      }),
    );
  });

  it("takes output and exit with the announcement itself", () => {
    const { update, ...shown } = showTraffic();
    update({ ...call, _meta: { ...info, ...output("all\n"), ...exit(3) } });
    expect(shown.output()).toBe("all\n");
    expect(shown.state()?.ending).toMatchObject({ code: 3 });
  });

  it("learns its command from a later update, and knows a name from a command", () => {
    const { update, state, events } = showTraffic();
    update({ ...call, title: "Terminal", rawInput: {} });
    expect(state()?.command).toBeNull();
    update({ ...toUpdate({}), title: "ls", rawInput: { command: ["/bin/bash", "-lc", "ls -la"] } });
    expect(state()?.command).toBe("ls -la");
    update({ ...toUpdate({}), title: "something else" });
    expect(state()?.command).toBe("ls -la");
    expect(events).toHaveLength(2);
  });

  it("announced twice, learns what is new and loses nothing", () => {
    const { update, state, kinds, ...shown } = showTraffic();
    update({ ...call, _meta: { terminal_info: { terminal_id: "t1" } } });
    update(toUpdate(output("a")));
    update(call);
    expect(shown.output()).toBe("a");
    expect(state()).toMatchObject({ cwd: "/p", command: "npm test" });
    expect(kinds()).toEqual(["terminal-started", "output-appended", "terminal-changed"]);
  });

  it("reads a negative code as none, and a signal as the ending", () => {
    const lost = showTraffic();
    lost.update(call);
    lost.update(toUpdate(exit(-1)));
    expect(lost.state()?.ending).toMatchObject({ kind: "lost", reason: "exit status unknown" });
    const killed = showTraffic();
    killed.update(call);
    killed.update(toUpdate(exit(null, "SIGKILL")));
    expect(killed.state()?.ending).toMatchObject({ kind: "signaled", signal: "SIGKILL" });
  });

  it("completes output that was not streamed from what the result holds", () => {
    for (const streamed of ["", "line 1\n", "line 2\n"]) {
      const { update, ...shown } = showTraffic();
      update(call);
      if (streamed !== "") update(toUpdate(output(streamed)));
      const rawOutput = { aggregated_output: "line 1\nline 2\n", exit_code: 0 };
      update(toUpdate(exit(0), { status: "completed", rawOutput }));
      expect(shown.output()).toBe("line 1\nline 2\n");
    }
  });

  it("never lets a shorter result take streamed output away", () => {
    const { update, ...shown } = showTraffic();
    update(call);
    update(toUpdate(output("all of it\n")));
    update(toUpdate(exit(0), { rawOutput: { stdout: "all" } }));
    expect(shown.output()).toBe("all of it\n");
  });

  it("cases 61, 75: is not ended by its call, which may complete at the start", () => {
    const { update, state, prompt } = showTraffic();
    const endTurn = prompt();
    update(call);
    update({ sessionUpdate: "tool_call_update", toolCallId: "t1", status: "completed" });
    expect(state()?.ending).toBeNull();
    endTurn("end_turn");
    expect(state()).toMatchObject({
      ending: { kind: "lost", reason: "no ending reported", cause: "exit" },
      notes: ["no ending reported"],
    });
  });

  it("cases 73, 76: runs on after its turn when it was started in the background", () => {
    const { update, state, prompt, ...shown } = showTraffic();
    const endTurn = prompt();
    update({ ...call, rawInput: { command: "sleep 5; echo done", run_in_background: true } });
    update(toUpdate(output("a"), { status: "completed" }));
    endTurn("end_turn");
    expect(state()?.ending).toBeNull();
    update(toUpdate(output("b")));
    update(toUpdate(exit(null)));
    expect(shown.output()).toBe("ab");
    expect(state()).toMatchObject({ ending: { reason: "exit status unknown" }, notes: [] });
  });

  it("case 91: takes updates with an id nobody announced, and shows the rest", () => {
    const { update, state } = showTraffic();
    update({ ...call, content: [{ type: "terminal", terminalId: "gone" }, ...call.content] });
    update(toUpdate(output("ok"), { content: [{ type: "terminal", terminalId: "evicted" }] }));
    expect(state()?.outputBytes).toBe(2);
  });
});
