import { describe, expect, it } from "vitest";
import { showTraffic, type ShownTraffic } from "../../../test/support/show-traffic.ts";

const id = "term_1" as never; // any valid id; the host makes them
const about = { terminalId: "term_1" };
const shows = {
  sessionUpdate: "tool_call",
  toolCallId: "t1",
  title: "npm test",
  kind: "execute",
  status: "in_progress",
  content: [{ type: "terminal", terminalId: "term_1" }],
};
const killed = { exitCode: null, signal: "SIGTERM" };

function over(members: Record<string, unknown> = {}, status = "completed") {
  return { sessionUpdate: "tool_call_update", toolCallId: "t1", status, ...members };
}

/** A client's terminal in its call, of which the client tells by its traffic or by its host. */
function showTerminal(ownTerminals: "traffic" | "host") {
  const traffic = showTraffic({ ownTerminals });
  const { decoder, ask } = traffic;
  const isHost = ownTerminals === "host";
  const facts = { command: "npm test", cwd: "/p" };
  ask("terminal/create", facts, about);
  if (isHost) {
    decoder.feed("s1", { type: "terminal-started", id, ...facts, size: null, startedAtMs: 0 });
  }
  traffic.update(shows);
  return {
    ...traffic,
    cause: () => traffic.state("term_1")?.ending?.cause ?? null,
    /** The agent has it ended; the client tells how it did. */
    kill: (): void => {
      ask("terminal/kill", about, {});
      ask("terminal/wait_for_exit", about, killed);
      ask("terminal/output", about, { output: "", truncated: false, exitStatus: killed });
      if (isHost) end(traffic, "stopped");
      ask("terminal/release", about, {});
    },
  };
}

function end({ decoder }: ShownTraffic, cause: "stopped" | "exit", code?: number): void {
  const exit =
    code === undefined
      ? ({ kind: "signaled", signal: "SIGTERM" } as const)
      : ({ kind: "exited", code } as const);
  decoder.feed("s1", { type: "terminal-ended", id, ending: { ...exit, cause }, durationMs: 7 });
}

describe.each(["traffic", "host"] as const)("why a client's terminal ended, by its %s", (by) => {
  it.each([
    ["rawOutput", { rawOutput: { ...killed, cause: "timeout" } }],
    ["_meta", { _meta: { termwire: { cause: "timeout" } } }],
  ])("is what the agent says in %s when its call is over", (_where, members) => {
    const { kill, update, state, cause } = showTerminal(by);
    kill();
    expect(cause()).toBeNull();
    update(over(members, "failed"));
    expect(state("term_1")?.ending).toEqual({
      kind: "signaled",
      signal: "SIGTERM",
      cause: "timeout",
    });
  });

  it("is that it was stopped when the call ends without a word of it, or its turn does", () => {
    const quiet = showTerminal(by);
    quiet.kill();
    quiet.update(over({}, "in_progress"));
    expect(quiet.cause()).toBeNull();
    quiet.update(over());
    expect(quiet.cause()).toBe("stopped");
    const open = showTerminal(by);
    const endTurn = open.prompt();
    open.kill();
    endTurn("end_turn");
    expect(open.cause()).toBe("stopped");
  });

  it("is what the agent said before it released the terminal, too", () => {
    const { kill, update, cause } = showTerminal(by);
    update(over({ rawOutput: { ...killed, cause: "timeout" } }));
    expect(cause()).toBeNull();
    kill();
    expect(cause()).toBe("timeout");
  });

  it("is the words of an agent that is known to use them, and of no other", () => {
    const rawOutput = [{ type: "text", text: "Timed out. New output:\n\ntick 1\n" }];
    const said = (name: string): string | null => {
      const { decoder, kill, update, cause } = showTerminal(by);
      decoder.receive({ id: 0, result: { protocolVersion: 1, agentInfo: { name } } });
      kill();
      update(over({ rawOutput }));
      return cause();
    };
    expect(said("@zed-industries/claude-code-acp")).toBe("timeout");
    expect(said("somebody")).toBe("stopped");
  });

  it("is its cancelled turn, whenever it then ends (case 51)", () => {
    const { decoder, prompt, kill, cause } = showTerminal(by);
    prompt();
    decoder.send({ method: "session/cancel", params: { sessionId: "s1" } });
    kill();
    expect(cause()).toBe("cancelled");
  });

  it("is shown at once for a terminal that no call shows", () => {
    const { ask, decoder, state } = showTraffic({ ownTerminals: by });
    ask("terminal/create", { command: "ls" }, about);
    if (by === "host") {
      const facts = { command: "ls", cwd: "/", size: null, startedAtMs: 0 };
      decoder.feed("s1", { type: "terminal-started", id, ...facts });
    }
    ask("terminal/kill", about, {});
    ask("terminal/output", about, { output: "", truncated: false, exitStatus: killed });
    if (by === "host") {
      const ending = { kind: "signaled", signal: "SIGTERM", cause: "stopped" } as const;
      decoder.feed("s1", { type: "terminal-ended", id, ending, durationMs: 7 });
    }
    expect(state()?.ending?.cause).toBe("stopped");
  });
});

describe("what the client saw of its own command", () => {
  it("stays, whatever the agent says of it", () => {
    const traffic = showTerminal("host");
    end(traffic, "exit", 3);
    traffic.update(over({ rawOutput: { exitCode: 0, signal: null, cause: "timeout" } }));
    expect(traffic.state()?.ending).toEqual({ kind: "exited", code: 3, cause: "exit" });
  });

  it("stays that a person stopped it, of which its agent knows nothing (case 58)", () => {
    const traffic = showTerminal("host");
    end(traffic, "stopped");
    traffic.update(over({ rawOutput: { exitCode: null, signal: "SIGTERM", cause: "exit" } }));
    expect(traffic.state()?.ending).toMatchObject({ signal: "SIGTERM", cause: "stopped" });
  });

  it("stays where only the cause is told: a program may end well on being told to", () => {
    const traffic = showTerminal("host");
    end(traffic, "stopped", 0);
    traffic.update(over({ rawOutput: { exitCode: null, signal: "SIGKILL", cause: "timeout" } }));
    expect(traffic.state()?.ending).toEqual({ kind: "exited", code: 0, cause: "timeout" });
  });

  it("is told by the agent when nobody asked the client for it", () => {
    const { ask, update, state } = showTerminal("traffic");
    ask("terminal/release", about, {});
    update(over({ rawOutput: { exitCode: 3 } }, "failed"));
    expect(state()?.ending).toEqual({ kind: "exited", code: 3, cause: "exit" });
  });

  it("is cancelled when it ends after the turn that was, and ended it (case 51)", () => {
    const traffic = showTerminal("host");
    const endTurn = traffic.prompt();
    traffic.decoder.send({ method: "session/cancel", params: { sessionId: "s1" } });
    traffic.ask("terminal/release", about, {});
    endTurn("cancelled");
    expect(traffic.cause()).toBeNull();
    end(traffic, "stopped");
    expect(traffic.cause()).toBe("cancelled");
  });
});
