import { once } from "node:events";
import {
  client,
  methods,
  PROTOCOL_VERSION,
  type AnyMessage,
  type ClientContext,
  type NewSessionRequest,
  type Stream,
} from "@agentclientprotocol/sdk";
import {
  claimCapabilities,
  observeStream,
  serveTerminals,
  trackSessions,
} from "@termwire/acp/client";
import { answerPermission } from "./answer-permission.ts";
import type { Run } from "./create-run.ts";
import type { RunOptions } from "./run-options.ts";
import type { RunPrinter } from "./run-printer.ts";
import type { StopRequests } from "./stop-requests.ts";

/** What one turn needs. */
export interface TurnOptions {
  readonly options: RunOptions;
  readonly stops: StopRequests;
  readonly stream: Stream;
  readonly run: Run;
}

/**
 * Opens a session, sends the prompt and resolves with the turn's stop reason once everything before it was shown.
 * Rejects when the agent refuses something or its connection ends.
 */
export async function takeTurn(turn: TurnOptions): Promise<{ kind: "turn"; stopReason: string }> {
  const { options, stops } = turn;
  const { terminals, printer, host } = turn.run;
  const sessions = trackSessions({
    onOpen: (sessionId, cwd) => host?.openSession(sessionId, cwd),
    onClose: (sessionId) => void host?.closeSession(sessionId),
  });
  const stream = observeStream(turn.stream, {
    onSend(message) {
      sessions.send(message);
      terminals.send(message);
    },
    async onReceive(message) {
      sessions.receive(message);
      terminals.receive(message);
      const passes = !isUpdate(message);
      if (!passes) say(message, printer);
      // Somebody who reads slowly slows the agent down instead of filling this process.
      if (process.stdout.writableNeedDrain) await once(process.stdout, "drain");
      return passes;
    },
  });
  const app = client({ name: "termwire" }).onRequest(
    methods.client.session.requestPermission,
    ({ params }) => answerPermission(params, options.permission, stops.cancel),
  );
  if (host !== null) serveTerminals(app, host);
  return app.connectWith(stream, async (agent) => {
    const { stopReason } = await prompt(agent, options, stops);
    printer.turn(stopReason);
    return { kind: "turn", stopReason };
  });
}

async function prompt(agent: ClientContext, options: RunOptions, stops: StopRequests) {
  const sessionId = await openSession(agent, options);
  const cancel = (): void => void agent.notify(methods.agent.session.cancel, { sessionId });
  if (stops.cancel.aborted) return { stopReason: "cancelled" };
  stops.cancel.addEventListener("abort", cancel, { once: true });
  stops.startTurn();
  return agent.request(methods.agent.session.prompt, {
    sessionId,
    prompt: [{ type: "text", text: options.prompt }],
  });
}

/** An agent that does not answer at all is not waited for; one that is installed first may take its time. */
const OPEN_TIMEOUT_MS = 5 * 60 * 1000;

async function openSession(agent: ClientContext, options: RunOptions): Promise<string> {
  const bound = {
    cancellationSignal: AbortSignal.timeout(OPEN_TIMEOUT_MS),
    stopWaitingOnCancel: true,
  };
  const initialize = {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: claimCapabilities(options.claim, options),
    clientInfo: { name: "termwire", title: "Termwire", version: "0" },
  };
  await agent.request(methods.agent.initialize, initialize, bound);
  const session: NewSessionRequest = { cwd: options.cwd, mcpServers: [] };
  const { sessionId } = await agent.request(methods.agent.session.new, session, bound);
  return sessionId;
}

function isUpdate(message: AnyMessage): boolean {
  return "method" in message && message.method === methods.client.session.update;
}

/** The agent's words among the updates. */
function say(message: AnyMessage, printer: RunPrinter): void {
  const text = toMessageText(message);
  if (text !== null) printer.message(text);
}

function toMessageText(message: AnyMessage): string | null {
  const params: unknown = "params" in message ? message.params : null;
  const update = member(params, "update");
  if (member(update, "sessionUpdate") !== "agent_message_chunk") return null;
  const text = member(member(update, "content"), "text");
  return typeof text === "string" ? text : null;
}

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Readonly<Record<string, unknown>>)[key] // any object is a record of unknowns
    : undefined;
}
