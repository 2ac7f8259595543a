import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  applyTerminalEvent,
  createOutputLog,
  toTerminalId,
  type Ending,
  type TerminalEvent,
  type TerminalState,
} from "@termwire/terminal";
import { followOutput } from "../agent/follow-output.ts";
import type { DisplayEvent } from "../client/display-event.ts";
import { displayTerminals } from "../client/display-terminals.ts";
import { createMetaEncoder } from "./meta/encode.ts";
import type { CallEnd, TerminalCall, TerminalEncoder } from "./terminal-encoder.ts";
import type { TerminalEnd } from "./terminal-end.ts";
import { createTextEncoder } from "./text/encode.ts";
import { createV2Encoder } from "./v2/encode.ts";

/** Makes updates of either version. */
type AnyEncoder = TerminalEncoder<Readonly<Record<string, unknown>>>;

const dialects: Readonly<Record<string, (call: TerminalCall) => AnyEncoder>> = {
  meta: (call) => createMetaEncoder(call, "terminal_output"),
  "meta (delta)": (call) => createMetaEncoder(call, "terminal_output_delta"),
  text: (call) => createTextEncoder(call),
  v2: (call) => createV2Encoder(call),
};

const call: TerminalCall = {
  toolCallId: "call_1",
  command: "npm test",
  cwd: "/p",
  description: "Run the tests",
  background: false,
  look: null,
};
const started = { id: toTerminalId("term_runner"), cwd: "/p", size: null, stdin: "null" } as const;
const clean: TerminalEnd = {
  exitCode: 0,
  signal: null,
  cause: "exit",
  durationMs: 12,
  sandboxDenial: null,
};

function toEnd(facts: Partial<TerminalEnd>): TerminalEnd {
  return { ...clean, exitCode: null, ...facts };
}

/** What goes over the wire for a command that prints `chunks` and ends. */
async function encode<Update>(
  encoder: TerminalEncoder<Update>,
  chunks: readonly Uint8Array[],
  end: CallEnd,
): Promise<Update[]> {
  const log = createOutputLog(1024 * 1024);
  const sent: Update[] = [encoder.announce("in_progress")];
  if (end.kind === "terminal") sent.push(...encoder.encodeStart(started));
  const completed = new AbortController();
  const following = followOutput({
    log,
    encoder,
    send: async (update) => void sent.push(update),
    completed: completed.signal,
    replaced: new AbortController().signal,
  });
  for (const chunk of chunks) log.append(chunk);
  completed.abort();
  await following;
  sent.push(...(await encoder.encodeEnd(end, log)));
  return sent;
}

/** What a client makes of it. */
function decode(updates: readonly unknown[], protocolVersion = 1): TerminalEvent[] {
  return decodeDisplay(updates, protocolVersion).map(({ event }) => event);
}

function decodeDisplay(updates: readonly unknown[], protocolVersion: number): DisplayEvent[] {
  const events: DisplayEvent[] = [];
  const decoder = displayTerminals({ onEvent: (event) => events.push(event), nowMs: () => 0 });
  decoder.receive({ id: 0, result: { protocolVersion } });
  for (const update of updates) {
    const message = { method: "session/update", params: { sessionId: "s", update } };
    decoder.receive(JSON.parse(JSON.stringify(message)));
  }
  return events;
}

/** What a client has in the end, but for the moment it was told. */
function toState(events: readonly TerminalEvent[]) {
  return events.reduce<TerminalState | undefined>(
    (state, event) => applyTerminalEvent(state, event),
    undefined,
  );
}

function toBytes(events: readonly TerminalEvent[]): Buffer {
  return Buffer.concat(
    events
      .map((event) => (event.type === "output-appended" ? event.bytes : []))
      .map((part) => Buffer.from(part)),
  );
}

const encoder = new TextEncoder();

describe.each(Object.entries(dialects))("the %s dialect", (name, create) => {
  const read = (updates: readonly unknown[]): TerminalEvent[] =>
    decode(updates, name === "v2" ? 2 : 1);

  it("brings command, directory, output and ending to the other side", async () => {
    const end: CallEnd = { kind: "terminal", end: clean, failed: false, output: "" };
    const events = read(await encode(create(call), [encoder.encode("ok\n")], end));
    expect(events.filter(({ type }) => type !== "terminal-changed")).toMatchObject([
      { type: "terminal-started", command: "npm test", cwd: "/p" },
      { type: "output-appended" },
      {
        type: "terminal-ended",
        ending: { kind: "exited", code: 0, cause: "exit" },
        durationMs: 12,
      },
    ]);
    expect(toBytes(events).toString()).toBe("ok\n");
  });

  it.each<[TerminalEnd, Partial<Ending>]>([
    [toEnd({ exitCode: 3 }), { kind: "exited", code: 3, cause: "exit" }],
    [toEnd({ signal: "SIGKILL" }), { kind: "signaled", signal: "SIGKILL", cause: "exit" }],
    [toEnd({ signal: "SIGTERM", cause: "timeout" }), { kind: "signaled", cause: "timeout" }],
    [toEnd({ exitCode: 143, cause: "stopped" }), { kind: "exited", code: 143, cause: "stopped" }],
    [toEnd({ signal: "SIGTERM", cause: "cancelled" }), { kind: "signaled", cause: "cancelled" }],
    [toEnd({ exitCode: 127, cause: "not-started" }), { code: 127, cause: "not-started" }],
    [toEnd({ cause: "disconnected" }), { kind: "lost", cause: "disconnected" }],
    [toEnd({ cause: "denied" }), { kind: "lost", cause: "denied" }],
  ])("tells the ending %j apart", async (end, expected) => {
    const updates = await encode(create(call), [], {
      kind: "terminal",
      end,
      failed: true,
      output: "",
    });
    const ended = read(updates).find((event) => event.type === "terminal-ended");
    expect(ended?.ending).toMatchObject(expected);
  });

  it("marks the call failed when it failed and completed when not", async () => {
    const failed = await encode(create(call), [], {
      kind: "terminal",
      end: clean,
      failed: true,
      output: "",
    });
    expect(failed.at(-1)).toMatchObject({ status: "failed" });
    const fine = await encode(create(call), [], {
      kind: "terminal",
      end: clean,
      failed: false,
      output: "",
    });
    expect(fine.at(-1)).toMatchObject({ status: "completed" });
  });

  it("shows the words of what kept a command from running, as not started", async () => {
    const end: CallEnd = {
      kind: "failure",
      text: "```text\ndirectory does not exist: /gone\n```",
      reason: "directory does not exist: /gone",
      cause: "not-started",
    };
    const updates = await encode(create(call), [], end);
    expect(JSON.stringify(updates.at(-1))).toContain("directory does not exist: /gone");
    expect(read(updates).at(-1)).toMatchObject({
      type: "terminal-ended",
      ending: { kind: "lost", cause: "not-started", reason: "directory does not exist: /gone" },
    });
  });

  it("cases 100, 101, 103: brings every character whole, wherever the chunks are cut", async () => {
    const bytes = encoder.encode("cleanup — ≤ é 📏 end\n");
    for (let cut = 0; cut <= bytes.length; cut++) {
      const chunks = [bytes.subarray(0, cut), bytes.subarray(cut)];
      const end: CallEnd = { kind: "terminal", end: clean, failed: false, output: "" };
      const events = read(await encode(create(call), chunks, end));
      expect(toBytes(events).equals(Buffer.from(bytes))).toBe(true);
    }
  });

  it("brings back any text, with or without a last line end, in any chunks", async () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "`", "```", "\n", " ", "é", "📏", "~", "\t"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 6 }), async (parts) => {
        const end: CallEnd = { kind: "terminal", end: clean, failed: false, output: "" };
        const chunks = parts.map((part) => encoder.encode(part));
        const events = read(await encode(create(call), chunks, end));
        expect(toBytes(events).toString()).toBe(parts.join(""));
      }),
    );
  });

  it("says what a sandbox kept the command from, and adds nothing to its output", async () => {
    const denied = { ...clean, exitCode: 1, sandboxDenial: "touch: x: Read-only file system" };
    const end: CallEnd = { kind: "terminal", end: denied, failed: true, output: "" };
    const events = read(await encode(create(call), [encoder.encode("touch: x\n")], end));
    expect(toBytes(events).toString()).toBe("touch: x\n");
    expect(events.filter((event) => event.type === "note-added")).toMatchObject([
      { note: "sandbox denied: touch: x: Read-only file system" },
    ]);
    expect(events.at(-1)).toMatchObject({ type: "terminal-ended", ending: { code: 1 } });
  });

  it.each<[string, Partial<TerminalEnd>, string, boolean]>([
    ["went well", {}, "a\r\n\u001b[31mb\u001b[0m\n", false],
    ["printed nothing", {}, "", false],
    ["printed no last line end", {}, "a", false],
    ["printed fences", { exitCode: 2 }, "```\n", true],
    ["was killed", { exitCode: null, signal: "SIGKILL", cause: "timeout" }, "a\n", true],
    ["was held by a sandbox", { exitCode: 1, sandboxDenial: "x: denied" }, "x", true],
  ])("shows one from a log that %s as it was live", async (_how, facts, printed, failed) => {
    const end: CallEnd = { kind: "terminal", end: { ...clean, ...facts }, failed, output: "cut" };
    const bytes = encoder.encode(printed);
    const live = read(await encode(create(call), [bytes], end));
    const kept = { cwd: "/p", size: null, bytes, omittedBytes: 0 };
    const again = read(await create(call).encodeReplay({ end, kept, ranOn: false }));
    expect(toBytes(again).toString()).toBe(toBytes(live).toString());
    expect(toState(again)).toEqual(toState(live));
    expect(toState(again)?.ending).not.toBeNull();
  });

  it("says how much of a long one from a log is left out", async () => {
    const end: CallEnd = { kind: "terminal", end: clean, failed: false, output: "cut" };
    const kept = { cwd: "/p", size: null, bytes: encoder.encode("end\n"), omittedBytes: 70_000 };
    const again = read(await create(call).encodeReplay({ end, kept, ranOn: false }));
    expect(toBytes(again).toString()).toBe("end\n");
    expect(toState(again)).toMatchObject({ lostBytes: 70_000 });
  });

  it("shows one from a log that kept no terminal by the output of its result", async () => {
    const end: CallEnd = { kind: "terminal", end: clean, failed: false, output: "of the result\n" };
    const again = read(await create(call).encodeReplay({ end, kept: null, ranOn: false }));
    expect(toBytes(again).toString()).toBe("of the result\n");
    expect(toState(again)?.ending).toMatchObject({ code: 0 });
  });

  it("tells a call from a log in two updates", async () => {
    const end: CallEnd = { kind: "terminal", end: clean, failed: false, output: "" };
    const kept = { cwd: "/p", size: null, bytes: encoder.encode("a\n"), omittedBytes: 0 };
    expect((await create(call).encodeReplay({ end, kept, ranOn: false })).length).toBe(2);
  });

  it("shows one from a log that never ran with the words of why", async () => {
    const end: CallEnd = {
      kind: "failure",
      text: "Not run: no",
      reason: "Not run: no",
      cause: "denied",
    };
    const again = read(await create(call).encodeReplay({ end, kept: null, ranOn: false }));
    expect(again.at(-1)).toMatchObject({ ending: { kind: "lost", cause: "denied" } });
    expect(toBytes(again).length).toBe(0);
  });

  it("shows a finished call that was not followed live", async () => {
    const end: CallEnd = { kind: "terminal", end: clean, failed: false, output: "from the log\n" };
    const dialect = create(call);
    const events = read([dialect.announce("in_progress"), ...(await dialect.encodeEnd(end, null))]);
    expect(toBytes(events).toString()).toBe("from the log\n");
  });
});

describe.each(Object.entries(dialects).filter(([name]) => name !== "text"))(
  "the %s dialect, of terminals",
  (name, create) => {
    const size = { cols: 80, rows: 24 };
    const read = (updates: readonly unknown[]): DisplayEvent[] =>
      decodeDisplay(updates, name === "v2" ? 2 : 1);

    it("says what one can type into, when it waits for that, and that it is over with its end", async () => {
      const subject = create(call);
      const sent = [subject.announce("in_progress")];
      expect(read(sent).some(({ isInteractive }) => isInteractive)).toBe(false);
      sent.push(...subject.encodeStart({ ...started, size, stdin: "terminal" }));
      expect(read(sent).at(-1)).toMatchObject({ isInteractive: true, event: { size } });
      sent.push(...subject.encodeNews({ type: "waiting", isWaiting: true }));
      sent.push(...subject.encodeNews({ type: "waiting", isWaiting: true }));
      sent.push(...subject.encodeNews({ type: "waiting", isWaiting: false }));
      sent.push(...subject.encodeNews({ type: "waiting", isWaiting: true }));
      const waits = read(sent).map(({ event }) => event.type === "waiting-changed" && event);
      expect(waits.filter(Boolean)).toMatchObject([
        { isWaiting: true },
        { isWaiting: false },
        { isWaiting: true },
      ]);
      expect(read(sent).at(-1)?.isInteractive).toBe(true);
      const end: CallEnd = { kind: "terminal", end: clean, failed: false, output: "" };
      sent.push(...(await subject.encodeEnd(end, createOutputLog(10))));
      expect(read(sent).at(-1)).toMatchObject({
        isInteractive: false,
        event: { type: "terminal-ended" },
      });
      expect(toState(read(sent).map(({ event }) => event))?.isWaiting).toBe(false);
    });

    it("says that a terminal takes nothing where its command reads nothing", () => {
      const subject = create(call);
      const sent = [subject.announce("in_progress"), ...subject.encodeStart({ ...started, size })];
      expect(read(sent).some(({ isInteractive }) => isInteractive)).toBe(false);
    });

    it("says how large a terminal is and becomes, also while it waits", () => {
      const subject = create(call);
      const sent = [
        subject.announce("in_progress"),
        ...subject.encodeStart({ ...started, size, stdin: "terminal" }),
        ...subject.encodeNews({ type: "waiting", isWaiting: true }),
        ...subject.encodeNews({ type: "resized", size: { cols: 132, rows: 50 } }),
      ];
      const state = toState(read(sent).map(({ event }) => event));
      expect(state).toMatchObject({ size: { cols: 132, rows: 50 }, isWaiting: true });
    });

    it("shows one from a log that ran on after its call, which was completed", async () => {
      const end: CallEnd = {
        kind: "terminal",
        end: { ...clean, exitCode: null, signal: "SIGTERM", cause: "stopped" },
        failed: false,
        output: "",
      };
      const kept = { cwd: "/p", size, bytes: encoder.encode("ready\n"), omittedBytes: 0 };
      const background = { ...call, background: true };
      const updates = await create(background).encodeReplay({ end, kept, ranOn: true });
      const calls = updates.filter(({ sessionUpdate }) => String(sessionUpdate).includes("call"));
      expect(calls.at(-1)).toMatchObject({ status: "completed" });
      expect(calls.some((update) => "rawOutput" in update)).toBe(false);
      const events = read(updates).map(({ event }) => event);
      expect(toState(events)).toMatchObject({ size, ending: { cause: "stopped" } });
    });
  },
);

describe.each(Object.entries(dialects).filter(([name]) => name !== "v2"))(
  "the %s dialect, of strings",
  (_name, create) => {
    it("says so when bytes that are not UTF-8 are replaced", async () => {
      const end: CallEnd = { kind: "terminal", end: clean, failed: false, output: "" };
      const events = decode(
        await encode(create(call), [Uint8Array.of(0x61, 0xff, 0xe2, 0x0a)], end),
      );
      expect(toBytes(events).toString()).toBe("a\uFFFD\uFFFD\n");
      expect(events.find((event) => event.type === "note-added")?.note).toContain("2 characters");
    });
  },
);

describe("the text dialect on the wire", () => {
  it("cases 80, 134: has no terminal content, no _meta, and no way out of its fence", async () => {
    const body = "x\n```\nmalice\n`````\n";
    const end: CallEnd = { kind: "terminal", end: clean, failed: false, output: "" };
    const updates = await encode(createTextEncoder(call), [encoder.encode(body)], end);
    const wire = JSON.stringify(updates);
    expect(wire).not.toContain("_meta");
    expect(wire).not.toContain('"type":"terminal"');
    expect(wire).toContain("``````console");
  });

  it("case 62: says how a command ended that printed nothing, and nothing more beside output", async () => {
    const end: CallEnd = { kind: "terminal", end: clean, failed: false, output: "" };
    const quiet = await encode(createTextEncoder(call), [], end);
    expect(JSON.stringify(quiet.at(-1))).toContain("[exit 0]");
    expect(toBytes(decode(quiet)).length).toBe(0);
    const loud = await encode(createTextEncoder(call), [encoder.encode("ok\n")], end);
    expect(JSON.stringify(loud)).not.toContain("[exit 0]");
  });

  it("case 174: stays proportional to 35,000 lines", async () => {
    const lines = Array.from({ length: 35_000 }, (_, n) => encoder.encode(`line ${n}\n`));
    const printed = lines.reduce((sum, line) => sum + line.length, 0);
    const end: CallEnd = { kind: "terminal", end: clean, failed: false, output: "" };
    const updates = await encode(createTextEncoder(call), lines, end);
    expect(JSON.stringify(updates).length).toBeLessThan(64 * 1024 + 4 * printed);
  });

  it("cases 115, 112: resolves colours and redrawn lines", async () => {
    const body = "\u001b[31mred\u001b[0m\n10%\r20%\r30%\n";
    const end: CallEnd = { kind: "terminal", end: clean, failed: false, output: "" };
    const events = decode(await encode(createTextEncoder(call), [encoder.encode(body)], end));
    expect(toBytes(events).toString()).toBe("red\n30%\n");
  });
});

describe("the meta dialect on the wire", () => {
  it("case 78: announces, streams and ends by Zed's keys, and never replaces the terminal's content", async () => {
    const end: CallEnd = {
      kind: "terminal",
      end: { ...clean, exitCode: null, signal: "SIGKILL" },
      failed: true,
      output: "",
    };
    const updates = await encode(
      createMetaEncoder(call, "terminal_output"),
      [encoder.encode("hi\n")],
      end,
    );
    expect(updates[0]).toMatchObject({
      sessionUpdate: "tool_call",
      title: "npm test",
      kind: "execute",
      content: [
        { type: "content", content: { type: "text", text: "Run the tests" } },
        { type: "terminal", terminalId: "call_1" },
      ],
      _meta: { terminal_info: { terminal_id: "call_1", cwd: "/p" } },
    });
    expect(updates[1]).toMatchObject({
      _meta: { terminal_output: { terminal_id: "call_1", data: "hi\n" } },
    });
    expect(updates.at(-1)).toMatchObject({
      status: "failed",
      _meta: { terminal_exit: { terminal_id: "call_1", exit_code: null, signal: "SIGKILL" } },
    });
    for (const update of updates.slice(1)) expect(update).not.toHaveProperty("content");
  });

  it("keeps NUL and control sequences as they were printed", async () => {
    const body = "a\u0000b\u001b[31mred\u0007\r\n";
    const end: CallEnd = { kind: "terminal", end: clean, failed: false, output: "" };
    const events = decode(
      await encode(createMetaEncoder(call, "terminal_output"), [encoder.encode(body)], end),
    );
    expect(toBytes(events).toString()).toBe(body);
  });
});
