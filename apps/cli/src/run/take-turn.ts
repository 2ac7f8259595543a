import {
  client,
  methods,
  PROTOCOL_VERSION,
  type ClientCapabilities,
  type ClientContext,
  type NewSessionRequest,
  type Stream,
} from "@agentclientprotocol/sdk";
import { answerPermission } from "./answer-permission.ts";
import type { Run } from "./create-run.ts";
import { observeTurn } from "./observe-turn.ts";
import type { RunOptions } from "./run-options.ts";
import type { StopRequests } from "./stop-requests.ts";

/** What one turn needs. */
export interface TurnOptions {
  readonly options: RunOptions;
  readonly stops: StopRequests;
  readonly stream: Stream;
  readonly run: Run;
}

/** How a turn ended. */
export interface TurnOutcome {
  readonly kind: "turn";
  readonly stopReason: string;
}

/**
 * Opens a session, sends the prompt and resolves with the turn's stop reason once everything before it was shown.
 * Rejects when the agent refuses something or its connection ends.
 */
export async function takeTurn(turn: TurnOptions): Promise<TurnOutcome> {
  if (turn.options.claim !== "v2") return takeV1Turn(turn);
  const { takeV2Turn } = await import("./take-v2-turn.ts");
  return takeV2Turn(turn);
}

async function takeV1Turn(turn: TurnOptions): Promise<TurnOutcome> {
  const { options, stops } = turn;
  const { printer, terminals } = turn.run;
  const app = client({ name: "termwire" }).onRequest(
    methods.client.session.requestPermission,
    ({ params }) =>
      answerPermission({ options: params.options, params }, options.permission, stops.cancel),
  );
  return terminals.serve(app).connectWith(observeTurn(turn), async (agent) => {
    const { stopReason } = await prompt(agent, turn);
    printer.turn(stopReason);
    return { kind: "turn", stopReason };
  });
}

async function prompt(agent: ClientContext, { options, stops, run }: TurnOptions) {
  const sessionId = await openSession(agent, options.cwd, run.terminals.capabilities);
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
export const OPEN_TIMEOUT_MS: number = 5 * 60 * 1000;

async function openSession(
  agent: ClientContext,
  cwd: string,
  clientCapabilities: ClientCapabilities,
): Promise<string> {
  const bound = {
    cancellationSignal: AbortSignal.timeout(OPEN_TIMEOUT_MS),
    stopWaitingOnCancel: true,
  };
  const initialize = {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities,
    clientInfo: { name: "termwire", title: "Termwire", version: "0" },
  };
  await agent.request(methods.agent.initialize, initialize, bound);
  const session: NewSessionRequest = { cwd, mcpServers: [] };
  const { sessionId } = await agent.request(methods.agent.session.new, session, bound);
  return sessionId;
}
