import { describe, expect, it } from "vitest";
import { toTerminalId, type TerminalEvent, applyTerminalEvent } from "@termwire/terminal";
import { applyUpdate } from "../conversation/apply-update.ts";
import { EMPTY_CONVERSATION } from "../conversation/conversation.ts";
import { endTurn, startTurn } from "../conversation/turns.ts";
import type { ShownTerminal } from "../store/session-view.ts";
import { listJobs } from "./list-jobs.ts";

const terminal = (name: string, hasEnded = false): ShownTerminal => {
  const id = toTerminalId(name);
  const started: TerminalEvent = {
    type: "terminal-started",
    id,
    command: name,
    cwd: null,
    size: null,
    startedAtMs: 0,
  };
  const ended: TerminalEvent = {
    type: "terminal-ended",
    id,
    ending: { kind: "exited", code: 0, cause: "exit" },
    durationMs: 1,
  };
  const state = applyTerminalEvent(undefined, started);
  return {
    id,
    toolCallId: name,
    isText: false,
    state: hasEnded ? applyTerminalEvent(state, ended) : state,
    card: {
      element: null,
      apply: () => undefined,
      describe: () => undefined,
      speak: () => undefined,
    },
  };
};
const call = (toolCallId: string, status: string) => ({
  sessionUpdate: "tool_call",
  toolCallId,
  status,
});
const working = [call("open", "in_progress"), call("detached", "completed")].reduce(
  applyUpdate,
  startTurn(EMPTY_CONVERSATION, "p"),
);
const list = (conversation: typeof EMPTY_CONVERSATION) => {
  const terminals = [terminal("open"), terminal("detached"), terminal("over", true)];
  const view = { terminals, conversation };
  return listJobs({
    sessionId: "s",
    cwd: "/",
    title: null,
    settings: [],
    commands: [],
    usage: null,
    permissions: [],
    isLive: true,
    omittedUpdates: 0,
    ...view,
  }).map(({ id }) => id);
};

describe("what runs in the background", () => {
  it("is a command that runs though its call is over, and no other", () => {
    expect(list(working)).toEqual(["detached"]);
  });

  it("is every command that runs after the turn", () => {
    const ended = endTurn(working, "p", { reason: "end_turn", error: null });
    expect(list(ended)).toEqual(["open", "detached"]);
  });
});
