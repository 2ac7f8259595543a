import { describe, expect, it } from "vitest";
import { showTraffic } from "../../../test/support/show-traffic.ts";
import { NO_BEGINNING_NOTE } from "../snapshot-stream.ts";
import { RELEASED } from "./decode.ts";

const about = { terminalId: "term_1" };
const create = { command: "npm test", cwd: "/p", outputByteLimit: 1000 };
const call = {
  sessionUpdate: "tool_call",
  toolCallId: "t1",
  title: "Run tests",
  kind: "execute",
  status: "pending",
};
const shows = {
  sessionUpdate: "tool_call_update",
  toolCallId: "t1",
  status: "in_progress",
  content: [{ type: "terminal", terminalId: "term_1" }],
};
/** The call is over, and tells nothing of its command. */
const completed = {
  sessionUpdate: "tool_call_update",
  toolCallId: "t1",
  status: "completed",
};
const exited = (exitCode: number) => ({ exitCode, signal: null });

function startTerminal() {
  const traffic = showTraffic();
  traffic.decoder.send({
    id: 0,
    method: "initialize",
    params: { clientCapabilities: { terminal: true } },
  });
  traffic.update(call);
  traffic.ask("terminal/create", create, about);
  traffic.update(shows);
  return traffic;
}

describe("a terminal of the client, read from the traffic", () => {
  it("case 68: has its command, its output and its ending, in one card in its call", () => {
    const { ask, update, state, output, events, kinds } = startTerminal();
    ask("terminal/output", about, { output: "a\n", truncated: false });
    ask("terminal/wait_for_exit", about, exited(0));
    ask("terminal/output", about, {
      output: "a\nb\n",
      truncated: false,
      exitStatus: exited(0),
    });
    ask("terminal/release", about, {});
    update({ ...shows, status: "completed" });
    expect(state()).toMatchObject({
      command: "npm test",
      cwd: "/p",
      ending: { kind: "exited", code: 0, cause: "exit" },
      notes: [],
    });
    expect(output()).toBe("a\nb\n");
    expect(kinds()).toEqual([
      "terminal-started",
      "terminal-changed",
      "output-appended",
      "output-appended",
      "terminal-ended",
    ]);
    expect(events.map(({ toolCallId }) => toolCallId)).toEqual([null, "t1", "t1", "t1", "t1"]);
  });

  it.each([
    [{ command: "ls -la | head" }, "ls -la | head"],
    [{ command: "ls", args: [] }, "ls"],
    [{ command: "bash", args: ["-c", "echo a; echo b"] }, "echo a; echo b"],
    [{ command: "/bin/sh", args: ["-lc", "echo $HOME"] }, "echo $HOME"],
    [{ command: "sh", args: ["-c", "echo $1", "sh", "x"] }, "sh -c 'echo $1' sh x"],
    [
      { command: "git", args: ["commit", "-m", "it's done"] },
      String.raw`git commit -m 'it'\''s done'`,
    ],
    [{ command: "rm", args: ["-rf", ""] }, "rm -rf ''"],
  ])("shows %j as %s", (params, command) => {
    const { ask, state } = showTraffic();
    ask("terminal/create", params, about);
    expect(state()?.command).toBe(command);
  });

  it("cases 69, 91: lives on when it is released, and when it is embedded again", () => {
    const { ask, update, state, output, kinds } = startTerminal();
    ask("terminal/output", about, { output: "x", truncated: false, exitStatus: exited(1) });
    ask("terminal/release", about, {});
    update({ ...shows, status: "completed" });
    ask("terminal/output", about, new Error("unknown"));
    expect(output()).toBe("x");
    expect(state()?.ending).toMatchObject({ code: 1 });
    expect(kinds().filter((kind) => kind === "terminal-started")).toHaveLength(1);
  });

  it("tells an exit only when the output that belongs to it is in, or nobody will ask for it", () => {
    const asked = startTerminal();
    asked.ask("terminal/wait_for_exit", about, exited(2));
    expect(asked.state()?.ending).toBeNull();
    asked.ask("terminal/output", about, { output: "x", truncated: false });
    expect(asked.kinds().slice(-2)).toEqual(["output-appended", "terminal-ended"]);

    const released = startTerminal();
    released.ask("terminal/wait_for_exit", about, exited(2));
    released.ask("terminal/release", about, {});
    expect(released.state()?.ending).toMatchObject({ code: 2 });

    const ended = startTerminal();
    const endTurn = ended.prompt();
    ended.ask("terminal/wait_for_exit", about, exited(2));
    endTurn("end_turn");
    expect(ended.state()?.ending).toMatchObject({ code: 2, cause: "exit" });
  });

  it("was stopped when it was killed, and says how it died", () => {
    const { ask, update, state } = startTerminal();
    ask("terminal/kill", about, {});
    ask("terminal/wait_for_exit", about, { exitCode: null, signal: "SIGTERM" });
    ask("terminal/release", about, {});
    update(completed);
    expect(state()?.ending).toEqual({ kind: "signaled", signal: "SIGTERM", cause: "stopped" });
  });

  it("was cancelled when it was killed with its turn", () => {
    const { decoder, ask, prompt, state } = startTerminal();
    const endTurn = prompt();
    decoder.send({ method: "session/cancel", params: { sessionId: "s1" } });
    ask("terminal/kill", about, {});
    ask("terminal/wait_for_exit", about, { exitCode: null, signal: "SIGKILL" });
    endTurn("cancelled");
    expect(state()?.ending).toEqual({ kind: "signaled", signal: "SIGKILL", cause: "cancelled" });
  });

  it("case 97: released while somebody waits, it ends with what the waiter is told", () => {
    const { ask, askLater, update, state } = startTerminal();
    const answer = askLater("terminal/wait_for_exit", about);
    ask("terminal/release", about, {});
    update(completed);
    expect(state()?.ending).toBeNull();
    answer({ exitCode: null, signal: "SIGKILL" });
    expect(state()?.ending).toEqual({ kind: "signaled", signal: "SIGKILL", cause: "stopped" });
  });

  it("ends as lost when it is released and nobody ever asked, or the waiter gets an error", () => {
    const unasked = startTerminal();
    unasked.ask("terminal/release", about, {});
    unasked.update(completed);
    expect(unasked.state()?.ending).toEqual({ kind: "lost", reason: RELEASED, cause: "exit" });

    const failed = startTerminal();
    const answer = failed.askLater("terminal/wait_for_exit", about);
    failed.ask("terminal/release", about, {});
    answer(new Error("gone"));
    failed.update(completed);
    expect(failed.state()?.ending).toEqual({ kind: "lost", reason: RELEASED, cause: "stopped" });
  });

  it("cases 73, 90: outlives its turn until it is released, and the connection never", () => {
    const { ask, prompt, state, decoder } = startTerminal();
    prompt()("end_turn");
    expect(state()?.ending).toBeNull();
    ask("terminal/output", about, { output: "later", truncated: false });
    expect(state()?.outputBytes).toBe(5);
    decoder.close();
    expect(state()?.ending).toMatchObject({ kind: "lost", cause: "disconnected" });
  });

  it("case 105: says that a truncated beginning is missing, and goes on where snapshots meet", () => {
    const { ask, state, output } = startTerminal();
    ask("terminal/output", about, { output: "€€\nline 2\n", truncated: true });
    ask("terminal/output", about, { output: "line 2\nline 3\n", truncated: true });
    expect(output()).toBe("€€\nline 2\nline 3\n");
    expect(state()?.notes).toEqual([NO_BEGINNING_NOTE]);
    ask("terminal/output", about, { output: "line 9\n", truncated: true });
    expect(output()).toBe("€€\nline 2\nline 3\nline 9\n");
    expect(state()?.notes).toHaveLength(2);
  });

  it("case 70: shows what it is told, unknown included", () => {
    const { ask, update, state } = startTerminal();
    ask("terminal/output", about, {
      output: "",
      truncated: false,
      exitStatus: { exitCode: -1, signal: null },
    });
    update(completed);
    expect(state()?.ending).toMatchObject({ kind: "lost", reason: "exit status unknown" });
  });

  it("is none when the client refused to make it", () => {
    const { ask, events } = showTraffic();
    ask("terminal/create", create, new Error("refused"));
    ask("terminal/create", create, {});
    ask("terminal/create", create, { terminalId: "\u0000" });
    expect(events).toEqual([]);
  });

  it("keeps sessions apart that use the same id", () => {
    const { ask, events } = showTraffic();
    ask("terminal/create", { command: "one" }, about);
    ask("terminal/create", { command: "two", sessionId: "s2" }, about);
    ask("terminal/output", { ...about, sessionId: "s2" }, { output: "two", truncated: false });
    expect(events.map(({ sessionId, event }) => [sessionId, event.type])).toEqual([
      ["s1", "terminal-started"],
      ["s2", "terminal-started"],
      ["s2", "output-appended"],
    ]);
  });
});

describe("a terminal of the client, fed by its host", () => {
  const id = "term_1" as never; // any valid id; the host makes them
  const started = {
    type: "terminal-started",
    id,
    command: "npm test",
    cwd: "/p",
    size: null,
    startedAtMs: 0,
  } as const;

  it("is shown in the call that embeds it, and not read from the traffic again", () => {
    const { decoder, ask, update, events, output } = showTraffic({ ownTerminals: "host" });
    decoder.feed("s1", started);
    ask("terminal/create", create, about);
    update(shows);
    decoder.feed("s1", { type: "output-appended", id, bytes: new TextEncoder().encode("hi") });
    ask("terminal/output", about, { output: "hi", truncated: false, exitStatus: exited(0) });
    const ending = { kind: "exited", code: 0, cause: "exit" } as const;
    decoder.feed("s1", { type: "terminal-ended", id, ending, durationMs: 3 });
    expect(output()).toBe("hi");
    expect(
      events.map(({ toolCallId, dialect, event }) => [toolCallId, dialect, event.type]),
    ).toEqual([
      [null, "client", "terminal-started"],
      ["t1", "client", "terminal-changed"],
      ["t1", "client", "output-appended"],
      ["t1", "client", "terminal-ended"],
    ]);
  });

  it("is not closed with its turn: its host tells how it ends", () => {
    const { decoder, prompt, state } = showTraffic({ ownTerminals: "host" });
    const endTurn = prompt();
    decoder.feed("s1", started);
    endTurn("cancelled");
    expect(state()?.ending).toBeNull();
  });
});
