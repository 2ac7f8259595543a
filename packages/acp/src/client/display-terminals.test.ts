import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { showTraffic } from "../../test/support/show-traffic.ts";

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
    const { update, state, output } = showTraffic();
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
    const { update, output } = showTraffic();
    update(info);
    update(metaUpdate({ terminal_output_delta: { terminal_id: "t1", data: "a" } }));
    update(metaUpdate({ terminal_output: { terminal_id: "t1", data: "b" } }));
    expect(output()).toBe("ab");
  });

  it("keeps output and exit that come before their terminal is announced", () => {
    const { update, state, output } = showTraffic();
    update(metaUpdate({ terminal_output: { terminal_id: "t1", data: "early" } }));
    update(metaUpdate({ terminal_exit: { terminal_id: "t1", exit_code: 0, signal: null } }));
    expect(output()).toBe("");
    update(info);
    expect(output()).toBe("early");
    expect(state()?.ending).toEqual({ kind: "exited", code: 0, cause: "exit" });
  });

  it("takes the first of two exits and one announcement per id", () => {
    const { update, state, events } = showTraffic();
    update(info);
    update(info);
    update(metaUpdate({ terminal_exit: { terminal_id: "t1", exit_code: 0, signal: null } }));
    update(metaUpdate({ terminal_exit: { terminal_id: "t1", exit_code: 9, signal: null } }));
    expect(state()?.ending).toMatchObject({ code: 0 });
    expect(events.filter(({ event }) => event.type === "terminal-started").length).toBe(1);
  });

  it("case 164: a signal is the ending, and nothing known stays unknown", () => {
    const killed = showTraffic();
    killed.update(info);
    killed.update(
      metaUpdate({ terminal_exit: { terminal_id: "t1", exit_code: 137, signal: "SIGKILL" } }),
    );
    expect(killed.state()?.ending).toEqual({ kind: "signaled", signal: "SIGKILL", cause: "exit" });

    const unknown = showTraffic();
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
    const { update, state, output } = showTraffic();
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
    const { update, state } = showTraffic();
    update(call);
    update({ sessionUpdate: "tool_call_update", toolCallId: "t1", status: "completed" });
    expect(state()?.ending).toMatchObject({ kind: "lost" });
  });

  it.each(["read", "search"])("shows a %s call that says its command and directory", (kind) => {
    const { update, state } = showTraffic();
    update({ ...call, kind });
    expect(state()).toMatchObject({ command: "npm test", cwd: "/p" });
    const other = showTraffic();
    other.update({ ...call, kind, rawInput: { command: "view", path: "/p/a" } });
    expect(other.events).toEqual([]);
  });

  it("leaves such calls to who passes them on", () => {
    const { update, events } = showTraffic({ readsLooks: false });
    update({ ...call, kind: "read" });
    expect(events).toEqual([]);
  });

  it("is no terminal when the call does not execute anything", () => {
    const { update, events } = showTraffic();
    update({ ...call, kind: "edit" });
    expect(events).toEqual([]);
  });
});

describe("displayTerminals and the turn", () => {
  const prompt = { jsonrpc: "2.0", id: 7, method: "session/prompt", params: { sessionId: "s1" } };

  it("case 57: ends what a turn left open, as lost and with the turn's cause", () => {
    const { decoder, update, state } = showTraffic();
    decoder.send(prompt);
    update(info);
    decoder.receive({ jsonrpc: "2.0", id: 7, result: { stopReason: "cancelled" } });
    expect(state()?.ending).toEqual({
      kind: "lost",
      reason: "no ending reported",
      cause: "cancelled",
    });
  });

  it("forgets a cancel that came too late when the next turn begins", () => {
    const { decoder, update, state } = showTraffic();
    decoder.send({ jsonrpc: "2.0", method: "session/cancel", params: { sessionId: "s1" } });
    decoder.send(prompt);
    update(info);
    update(metaUpdate({ terminal_exit: { terminal_id: "t1", exit_code: 1, signal: null } }));
    expect(state()?.ending).toMatchObject({ code: 1, cause: "exit" });
  });

  it("leaves another session's terminals alone", () => {
    const { decoder, update, state } = showTraffic();
    decoder.send(prompt);
    update(info, "s2");
    decoder.receive({ jsonrpc: "2.0", id: 7, result: { stopReason: "end_turn" } });
    expect(state()?.ending).toBeNull();
  });

  it("ends everything as disconnected when the connection goes", () => {
    const { decoder, update, state } = showTraffic();
    update(info);
    decoder.close();
    expect(state()?.ending).toMatchObject({ kind: "lost", cause: "disconnected" });
  });
});

/** Members and values that mean something to some decoder. */
const KEYS = `
  method params id result error sessionId update sessionUpdate toolCallId terminalId title kind
  status content type text rawInput command cmd args cwd rawOutput metadata contents output stdout
  exitCode exitStatus signal truncated data size cols rows _meta terminal_info terminal_output
  terminal_output_delta terminal_exit terminal_id exit_code claudeCode toolResponse termwire
  lostBytes state stopReason background clientCapabilities terminal protocolVersion
`
  .trim()
  .split(/\s+/);
const WORDS = `
  session/update session/prompt session/cancel initialize terminal/create terminal/output
  terminal/wait_for_exit terminal/kill terminal/release tool_call tool_call_update
  terminal_update terminal_output_chunk state_update execute completed failed cancelled idle
  terminal content shell_exit t1 s1 aGk= \`x\`
`
  .trim()
  .split(/\s+/);
const VALUES: readonly unknown[] = [
  ...WORDS,
  "```\nx\n```",
  "",
  "\u0000",
  "\ud800",
  null,
  true,
  false,
  0,
  1,
  -1,
  Number.POSITIVE_INFINITY,
  Number.NaN,
];

describe("displayTerminals and garbage", () => {
  const { value, fields } = fc.letrec<{ value: unknown; fields: Record<string, unknown> }>(
    (tie) => ({
      value: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom(...VALUES),
        fc.array(tie("value"), { maxLength: 3 }),
        tie("fields"),
      ),
      fields: fc.dictionary(fc.constantFrom(...KEYS), tie("value"), { maxKeys: 8 }),
    }),
  );
  /** Well-formed enough to get past the first look. */
  const likely = fc.oneof(
    fields.map((update) => ({ method: "session/update", params: { sessionId: "s1", update } })),
    fc
      .tuple(fc.constantFrom("tool_call", "tool_call_update", "terminal_update"), fields)
      .map(([sessionUpdate, rest]) => ({
        ...rest,
        sessionUpdate,
        toolCallId: "t1",
        terminalId: "t1",
      }))
      .map((update) => ({ method: "session/update", params: { sessionId: "s1", update } })),
    fc
      .tuple(fc.constantFrom(...VALUES), fields)
      .map(([method, params]) => ({ id: 1, method, params: { sessionId: "s1", ...params } })),
    fields.map((result) => ({ id: 1, result })),
  );
  const messages = fc.array(
    fc.tuple(fc.constantFrom("receive" as const, "send" as const), fc.oneof(likely, value)),
    { maxLength: 12 },
  );

  it("case 82: never throws in either direction, and every terminal still starts and ends once", () => {
    fc.assert(
      fc.property(messages, (traffic) => {
        const { decoder, events } = showTraffic();
        for (const [way, message] of traffic) decoder[way](message);
        decoder.close();
        const count = (type: string): string[] =>
          events
            .filter(({ event }) => event.type === type)
            .map(({ sessionId, event }) => `${sessionId} ${event.id}`);
        const started = count("terminal-started");
        expect(new Set(started).size).toBe(started.length);
        expect(count("terminal-ended").toSorted()).toEqual(started.toSorted());
      }),
      { numRuns: 2000 },
    );
  });

  it("says nothing of a terminal before its start", () => {
    fc.assert(
      fc.property(messages, (traffic) => {
        const { decoder, events } = showTraffic();
        for (const [way, message] of traffic) decoder[way](message);
        const started = new Set<string>();
        for (const { sessionId, event } of events) {
          if (event.type === "terminal-started") started.add(`${sessionId} ${event.id}`);
          expect(started).toContain(`${sessionId} ${event.id}`);
        }
      }),
    );
  });
});
