import { methods, type AgentContext, type SessionUpdate } from "@agentclientprotocol/sdk";
import { afterAnswer } from "../after-answer.ts";
import { createSessionBridge } from "../bridge/session-bridge.ts";
import type { AgentDialect } from "../negotiate-dialect.ts";
import type { SessionChannel, SessionParts } from "../open-session.ts";
import { createSessionGate } from "../session-gate.ts";
import { askV1Permission } from "./ask-permission.ts";
import { toV1Commands } from "./session-commands.ts";
import { createV1SettingsTeller } from "./session-settings.ts";
import { createV1Speech } from "./speech.ts";

/** What it is made of. */
export interface V1ChannelParts extends SessionParts {
  readonly client: AgentContext;
  readonly dialect: AgentDialect;
  /** Aborts when the connection is gone. */
  readonly closed: AbortSignal;
}

/** Creates the channel of one session. */
export function createV1Channel(parts: V1ChannelParts): SessionChannel {
  const { sessionId, cwd, session, client, dialect, closed } = parts;
  const speech = createV1Speech(dialect);
  const { send, close } = createSessionGate((update: SessionUpdate) =>
    client.notify(methods.client.session.update, { sessionId, update }),
  );
  const asker = { client, sessionId, cwd, speech, closed };
  const readChanges = createV1SettingsTeller(session);
  const tellChanges = async (): Promise<void> => {
    for (const update of readChanges()) await send(update).catch(() => undefined);
  };
  const bridge = createSessionBridge({
    speech,
    cwd,
    send,
    ask: (asked) => askV1Permission(asker, asked),
    onBackground: () => undefined,
  });
  const tellCommands = (): void => {
    const update = toV1Commands(session.commands ?? []);
    if (update !== null) afterAnswer(() => send(update));
  };
  return { bridge, tellChanges, tellCommands, close };
}
