import {
  methods,
  type AgentContext,
  type SessionUpdate,
} from "@agentclientprotocol/sdk/experimental/v2";
import { afterAnswer } from "../after-answer.ts";
import { createSessionBridge } from "../bridge/session-bridge.ts";
import type { SessionChannel, SessionParts } from "../open-session.ts";
import { createSessionGate } from "../session-gate.ts";
import { askV2Permission } from "./ask-permission.ts";
import { createHeldPrompts, type HeldPrompts } from "./held-prompts.ts";
import { toV2Commands } from "./session-commands.ts";
import { createV2ChangeReader } from "./session-options.ts";
import { createSessionState, type SessionState } from "./session-state.ts";
import { createV2Speech } from "./speech.ts";

/** A session's way to a client of version 2. */
export interface V2Channel extends SessionChannel {
  readonly state: SessionState;
  readonly prompts: HeldPrompts;
}

/** What it is made of. */
export interface V2ChannelParts extends SessionParts {
  readonly client: AgentContext;
  /** Aborts when the connection is gone. */
  readonly closed: AbortSignal;
  readonly onFollowUpDue: () => void;
}

/** Creates the channel of one session. */
export function createV2Channel(parts: V2ChannelParts): V2Channel {
  const { sessionId, cwd, session, client, closed, onFollowUpDue } = parts;
  const { send, close } = createSessionGate((update: SessionUpdate) =>
    client.notify(methods.client.session.update, { sessionId, update }),
  );
  const asker = { client, sessionId, cwd, closed };
  const state = createSessionState(send, () => bridge.background);
  const bridge = createSessionBridge({
    speech: createV2Speech(),
    cwd,
    send,
    ask: (asked) => state.ask(() => askV2Permission(asker, asked)),
    onBackground: () => void state.tell(),
  });
  const readChanges = createV2ChangeReader(session);
  const tellChanges = async (): Promise<void> => {
    for (const update of readChanges()) await send(update).catch(() => undefined);
  };
  return {
    bridge,
    state,
    prompts: createHeldPrompts(),
    tellChanges,
    tellCommands() {
      const update = toV2Commands(session.commands ?? []);
      if (update !== null) afterAnswer(() => send(update));
    },
    onFollowUpDue,
    close,
  };
}
