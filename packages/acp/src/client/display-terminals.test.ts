import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyTerminalEvent, type TerminalState } from "@termwire/terminal";
import type { DisplayEvent } from "./display-event.ts";
import { displayTerminals } from "./display-terminals.ts";

function createDecoder() {
  const events: DisplayEvent[] = [];
  const decoder = displayTerminals({ onEvent: (event) => events.push(event), nowMs: () => 0 });
  const update = (fields: Record<string, unknown>, sessionId = "s1"): void =>
    decoder.receive({
      jsonrpc: "2.0",
      method: "session/update",
      params: { sessionId, update: fields },
    });
  const state = (): TerminalState | undefined =>
    events.reduce<TerminalState | undefined>(
      (current, { event }) => applyTerminalEvent(current, event),
      undefined,
    );
  const output = (): string =>
    events
      .map(({ event }) =>
        event.type === "output-appended" ? new TextDecoder().decode(event.bytes) : "",
      )
      .join("");
  return { decoder, events, update, state, output };
}

const info = {
  sessionUpdate: "tool_call",
  toolCallId: "t1",
  title: "npm test",
  kind: "execute",
  status: "pending",
  content: [{ type: "terminal", terminalId: "t1" }],
  _meta: { terminal_info: { terminal_id: "t1", cwd: "/p" } },
};

function metaUpdate(meta: Record<string, unknown>, fields: Record<string, unknown> = {}) {
  return { sessionUpdate: "tool_call_update", toolCallId: "t1", ...fields, _meta: meta };
}

describe("displayTerminals on the _meta convention", () => {
  it("reads announcement, output and exit", () => {
    const { update, state, output } = createDecoder();
    update(info);
    update(metaUpdate({ terminal_output: { terminal_id: "t1", data: "hi\n" } }));
    update(
      metaUpdate(
        { terminal_exit: { terminal_id: "t1", exit_code: 3, signal: null } },
        { status: "failed" },
      ),
    );
    expect(output()).toBe("hi\n");
    expect(state()).toMatchObject({
      command: "npm test",
      cwd: "/p",
      ending: { kind: "exited", code: 3, cause: "exit" },
    });
  });

  it("case 77: appends output under either key", () => {
    const { update, output } = createDecoder();
    update(info);
    update(metaUpdate({ terminal_output_delta: { terminal_id: "t1", data: "a" } }));
    update(metaUpdate({ terminal_output: { terminal_id: "t1", data: "b" } }));
    expect(output()).toBe("ab");
  });

  it("keeps output and exit that come before their terminal is announced", () => {
    const { update, state, output } = createDecoder();
    update(metaUpdate({ terminal_output: { terminal_id: "t1", data: "early" } }));
    update(metaUpdate({ terminal_exit: { terminal_id: "t1", exit_code: 0, signal: null } }));
    expect(output()).toBe("");
    update(info);
    expect(output()).toBe("early");
    expect(state()?.ending).toEqual({ kind: "exited", code: 0, cause: "exit" });
  });

  it("takes the first of two exits and one announcement per id", () => {
    const { update, state, events } = createDecoder();
    update(info);
    update(info);
    update(metaUpdate({ terminal_exit: { terminal_id: "t1", exit_code: 0, signal: null } }));
    update(metaUpdate({ terminal_exit: { terminal_id: "t1", exit_code: 9, signal: null } }));
    expect(state()?.ending).toMatchObject({ code: 0 });
    expect(events.filter(({ event }) => event.type === "terminal-started").length).toBe(1);
  });

  it("case 164: a signal is the ending, and nothing known stays unknown", () => {
    const killed = createDecoder();
    killed.update(info);
    killed.update(
      metaUpdate({ terminal_exit: { terminal_id: "t1", exit_code: 137, signal: "SIGKILL" } }),
    );
    expect(killed.state()?.ending).toEqual({ kind: "signaled", signal: "SIGKILL", cause: "exit" });

    const unknown = createDecoder();
    unknown.update(info);
    unknown.update(
      metaUpdate({ terminal_exit: { terminal_id: "t1", exit_code: null, signal: null } }),
    );
    expect(unknown.state()?.ending).toMatchObject({ kind: "lost" });
  });
});

describe("displayTerminals on plain execute calls", () => {
  const call = {
    sessionUpdate: "tool_call",
    toolCallId: "t1",
    title: "Run tests",
    kind: "execute",
    status: "in_progress",
    rawInput: { command: "npm test", cwd: "/p" },
  };
  const text = (body: string) => [{ type: "content", content: { type: "text", text: body } }];

  it("reads the command from the raw input and the output from the fence", () => {
    const { update, state, output } = createDecoder();
    update(call);
    update({
      sessionUpdate: "tool_call_update",
      toolCallId: "t1",
      status: "completed",
      content: text("```console\nok\n```"),
      rawOutput: { exitCode: 0, signal: null, cause: "exit", durationMs: 5 },
    });
    expect(output()).toBe("ok\n");
    expect(state()).toMatchObject({ command: "npm test", cwd: "/p", durationMs: 5 });
  });

  it("case 168: never invents a code for a call that only says it is completed", () => {
    const { update, state } = createDecoder();
    update(call);
    update({ sessionUpdate: "tool_call_update", toolCallId: "t1", status: "completed" });
    expect(state()?.ending).toMatchObject({ kind: "lost" });
  });

  it("is no terminal when the call does not execute anything", () => {
    const { update, events } = createDecoder();
    update({ ...call, kind: "read" });
    expect(events).toEqual([]);
  });
});

describe("displayTerminals and the turn", () => {
  const prompt = { jsonrpc: "2.0", id: 7, method: "session/prompt", params: { sessionId: "s1" } };

  it("case 57: ends what a turn left open, as lost and with the turn's cause", () => {
    const { decoder, update, state } = createDecoder();
    decoder.send(prompt);
    update(info);
    decoder.receive({ jsonrpc: "2.0", id: 7, result: { stopReason: "cancelled" } });
    expect(state()?.ending).toEqual({
      kind: "lost",
      reason: "no ending reported",
      cause: "cancelled",
    });
  });

  it("leaves another session's terminals alone", () => {
    const { decoder, update, state } = createDecoder();
    decoder.send(prompt);
    update(info, "s2");
    decoder.receive({ jsonrpc: "2.0", id: 7, result: { stopReason: "end_turn" } });
    expect(state()?.ending).toBeNull();
  });

  it("ends everything as disconnected when the connection goes", () => {
    const { decoder, update, state } = createDecoder();
    update(info);
    decoder.close();
    expect(state()?.ending).toMatchObject({ kind: "lost", cause: "disconnected" });
  });
});

describe("displayTerminals and garbage", () => {
  it("case 82: never throws, whatever a peer sends", () => {
    const key = fc.constantFrom(
      "method",
      "params",
      "update",
      "sessionUpdate",
      "toolCallId",
      "_meta",
      "terminal_info",
      "terminal_output",
      "terminal_exit",
      "terminal_id",
      "content",
      "rawOutput",
      "kind",
      "status",
      "data",
      "id",
      "result",
    );
    const leaf = fc.oneof(
      fc.constantFrom(
        "session/update",
        "tool_call",
        "tool_call_update",
        "execute",
        "t1",
        "",
        "\u0000",
      ),
      fc.constantFrom(null, true, 0, -1, Number.POSITIVE_INFINITY, Number.NaN),
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 6 },
        leaf,
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(key, tie("value"), { maxKeys: 6 }),
      ),
    }));
    fc.assert(
      fc.property(fc.array(value, { maxLength: 8 }), (messages) => {
        const { decoder, update } = createDecoder();
        for (const message of messages) {
          decoder.receive(message);
          decoder.send(message);
          update(typeof message === "object" && message !== null ? { ...message } : {});
          update({ ...info, ...(typeof message === "object" ? message : {}) });
        }
        decoder.close();
      }),
      { numRuns: 500 },
    );
  });
});
