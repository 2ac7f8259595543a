import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { showTraffic } from "../../../test/support/show-traffic.ts";
import { ENDING_CLEARED_NOTE, NOT_BASE64_NOTE, RELATIVE_CWD_NOTE } from "./decode.ts";

const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString("base64");
const patch = (fields: Record<string, unknown>) => ({
  sessionUpdate: "terminal_update",
  terminalId: "x1",
  ...fields,
});
const chunk = (data: unknown) => ({
  sessionUpdate: "terminal_output_chunk",
  terminalId: "x1",
  data,
});
const call = {
  sessionUpdate: "tool_call_update",
  toolCallId: "t1",
  kind: "execute",
  title: "npm test",
  status: "in_progress",
  content: [{ type: "terminal", terminalId: "x1" }],
};
const idle = (fields: Record<string, unknown> = {}) => ({
  sessionUpdate: "state_update",
  state: "idle",
  stopReason: "end_turn",
  ...fields,
});

describe("a terminal of version 2", () => {
  it("case 84: is created by its first update and shown by the call that refers to it", () => {
    const { update, state, output, events } = showTraffic();
    update(patch({ command: "npm test", cwd: "/p", size: { cols: 80, rows: 24 } }));
    update(call);
    update(chunk(base64("hi\n")));
    update(patch({ exitStatus: { exitCode: 0 } }));
    update({ ...call, status: "completed" });
    expect(state()).toMatchObject({
      command: "npm test",
      cwd: "/p",
      size: { cols: 80, rows: 24 },
      ending: { kind: "exited", code: 0, cause: "exit" },
      notes: [],
    });
    expect(output()).toBe("hi\n");
    expect(new Set(events.map(({ dialect }) => dialect))).toEqual(new Set(["v2"]));
    expect(events.map(({ toolCallId }) => toolCallId)).toEqual([null, "t1", "t1", "t1"]);
  });

  it("may be referred to before it is created", () => {
    const { update, events, state } = showTraffic();
    update(call);
    expect(events).toEqual([]);
    update(patch({ command: "npm test" }));
    expect(events).toMatchObject([{ toolCallId: "t1", event: { type: "terminal-started" } }]);
    expect(state()?.command).toBe("npm test");
  });

  it("is patched: absent is unchanged, null is taken back, a value replaces", () => {
    const { update, state } = showTraffic();
    update(patch({ command: "a", cwd: "/p", size: { cols: 80, rows: 24 } }));
    update(patch({ cwd: null, command: "b" }));
    expect(state()).toMatchObject({ command: "b", cwd: null, size: { cols: 80, rows: 24 } });
    update(patch({ command: 7, size: { cols: 0, rows: -1 } }));
    expect(state()).toMatchObject({ command: "b", size: { cols: 80, rows: 24 } });
    update(patch({ size: null }));
    expect(state()?.size).toBeNull();
  });

  it("notes a directory that is not absolute", () => {
    const { update, state } = showTraffic();
    update(patch({ cwd: "src" }));
    expect(state()?.notes).toEqual([RELATIVE_CWD_NOTE]);
  });

  it("case 85: appends chunks, and takes a snapshot for all of the output so far", () => {
    const { update, output, kinds } = showTraffic();
    update(patch({}));
    update(chunk(base64("a")));
    update(patch({ output: { data: base64("abc") } }));
    update(chunk(base64("d")));
    expect(output()).toBe("abcd");
    expect(kinds()).not.toContain("output-replaced");
    update(patch({ output: { data: base64("other") } }));
    expect(output()).toBe("other");
    update(patch({ output: null }));
    expect(output()).toBe("");
  });

  it("cases 100, 103: brings any bytes in any chunks, each base64 on its own", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.array(fc.nat(5)), (bytes, sizes) => {
        const { update, events } = showTraffic();
        update(patch({}));
        let from = 0;
        for (const size of [...sizes, bytes.length]) {
          update(chunk(base64(bytes.slice(from, from + size))));
          from += size;
        }
        const shown = events.flatMap(({ event }) => ("bytes" in event ? [...event.bytes] : []));
        expect(shown).toEqual([...bytes]);
      }),
    );
  });

  it("leaves out what is not base64, says so, and goes on", () => {
    const { update, output, state } = showTraffic();
    update(patch({}));
    for (const data of ["%%%", 7, null, { data: "eA==" }]) update(chunk(data));
    update(patch({ output: { data: "=" } }));
    update(chunk(base64("ok")));
    expect(output()).toBe("ok");
    expect(state()?.notes).toEqual([NOT_BASE64_NOTE]);
  });

  it.each([
    [{ exitCode: -1073741510 }, { kind: "exited", code: -1073741510 }],
    [
      { exitCode: 1, signal: "SIGTERM" },
      { kind: "signaled", signal: "SIGTERM" },
    ],
    [{}, { kind: "lost", reason: "exit status unknown" }],
    [
      { exitCode: "0", signal: 9 },
      { kind: "lost", reason: "exit status unknown" },
    ],
  ])("has ended by an exit status of %j", (exitStatus, ending) => {
    const { update, state } = showTraffic();
    update(patch({ exitStatus }));
    expect(state()?.ending).toEqual({ ...ending, cause: "exit" });
  });

  it("keeps its first ending, and notes one that differs or is taken back", () => {
    const { update, state } = showTraffic();
    update(patch({ exitStatus: { exitCode: 3 } }));
    update(patch({ exitStatus: { exitCode: 3 } }));
    expect(state()?.notes).toEqual([]);
    update(patch({ exitStatus: { exitCode: 0 } }));
    update(patch({ exitStatus: null }));
    expect(state()).toMatchObject({
      ending: { code: 3 },
      notes: ["ending reported twice", ENDING_CLEARED_NOTE],
    });
  });

  it("replaces its output by a snapshot that comes after its end", () => {
    const { update, output } = showTraffic();
    update(patch({}));
    update(chunk(base64("ab")));
    update(patch({ exitStatus: {} }));
    update(patch({ output: { data: base64("abc") } }));
    update(chunk(base64("d")));
    expect(output()).toBe("abcd");
  });

  it("keeps output for an id that is created later, and drops what is beyond the bound as lost", () => {
    const { update, output, state } = showTraffic();
    update(chunk(base64("early")));
    for (let count = 0; count < 10; count++) update(chunk(base64("x".repeat(100_000))));
    update(patch({ command: "flood" }));
    expect(output().startsWith("earlyxxx")).toBe(true);
    expect(output().length).toBeLessThan(300_000);
    expect(output().length + (state()?.lostBytes ?? 0)).toBe(1_000_005);
  });

  it("has the command of its call when it was never told one", () => {
    const { update, state } = showTraffic();
    update(patch({}));
    update({ ...call, rawInput: { command: ["/bin/bash", "-lc", "npm test"] } });
    expect(state()?.command).toBe("npm test");
    update(patch({ command: "exact" }));
    update({ ...call, rawInput: { command: "other" } });
    expect(state()?.command).toBe("exact");
  });
});

describe("the end of a turn in version 2", () => {
  it("case 57: is an idle state, not the answer to the prompt, and closes what is open", () => {
    const { decoder, update, state } = showTraffic();
    decoder.send({ id: 1, method: "session/prompt", params: { sessionId: "s1" } });
    update(patch({}));
    decoder.receive({ id: 1, result: { messageId: "m1" } });
    expect(state()?.ending).toBeNull();
    update(idle({ stopReason: "cancelled" }));
    expect(state()?.ending).toEqual({
      kind: "lost",
      reason: "no ending reported",
      cause: "cancelled",
    });
    expect(state()?.notes).toEqual(["no ending reported"]);
  });

  it("cases 72, 73, 74, 76: leaves what is listed as background work running, until it is listed no more", () => {
    const { update, state, output } = showTraffic();
    update(patch({ command: "npm run dev" }));
    update(chunk(base64("a")));
    update({ ...call, status: "completed" });
    update(idle({ background: [{ type: "terminal", terminalId: "x1" }] }));
    expect(state()?.ending).toBeNull();
    update(chunk(base64("b")));
    update(idle({ background: [] }));
    expect(state()?.ending).toMatchObject({ kind: "lost", cause: "exit" });
    expect(output()).toBe("ab");
  });

  it("says when the ending comes after all", () => {
    const { update, state } = showTraffic();
    update(patch({}));
    update(idle());
    update(patch({ exitStatus: { exitCode: 0 } }));
    expect(state()?.notes).toEqual(["no ending reported", "ending reported late: exit 0"]);
  });

  it("shows a call that has no terminal as text, once the turn shows that none comes", () => {
    const { decoder, update, state, events } = showTraffic();
    decoder.receive({ id: 0, result: { protocolVersion: 2, info: { name: "x" } } });
    update({ ...call, content: [], status: "pending" });
    expect(events).toEqual([]);
    update({
      ...call,
      status: "completed",
      content: [{ type: "content", content: { type: "text", text: "ok\n" } }],
    });
    expect(state()).toMatchObject({ command: "npm test", outputBytes: 3 });
    expect(events[0]?.dialect).toBe("text");
  });

  it("says that an ending was cancelled when the turn was, and leaves a clean one alone", () => {
    for (const [code, cause] of [
      [143, "cancelled"],
      [0, "exit"],
    ] as const) {
      const { decoder, update, state } = showTraffic();
      update(patch({}));
      decoder.send({ method: "session/cancel", params: { sessionId: "s1" } });
      update(patch({ exitStatus: { exitCode: code } }));
      expect(state()?.ending).toEqual({ kind: "exited", code, cause });
    }
  });
});
