import type { PermissionOption } from "@agentclientprotocol/sdk";
import {
  client,
  methods,
  PROTOCOL_VERSION,
  type ClientContext,
  type RequestPermissionRequest,
} from "@agentclientprotocol/sdk/experimental/v2";
import { answerPermission, type PermissionQuestion } from "./answer-permission.ts";
import { observeTurn, readMember } from "./observe-turn.ts";
import { OPEN_TIMEOUT_MS, type TurnOptions, type TurnOutcome } from "./take-turn.ts";

/** The same turn in the draft of ACP v2, where it ends with the session's state and not with an answer. */
export async function takeV2Turn(turn: TurnOptions): Promise<TurnOutcome> {
  const { options, stops, run } = turn;
  const idle = watchIdle();
  const app = client({ name: "termwire" }).onRequest(
    methods.client.session.requestPermission,
    ({ params }) => answerPermission(toQuestion(params), options.permission, stops.cancel),
  );
  return app.connectWith(observeTurn(turn, idle.see), async (agent) => {
    const stopReason = await prompt(agent, turn, idle);
    run.printer.turn(stopReason);
    return { kind: "turn", stopReason };
  });
}

async function prompt(agent: ClientContext, turn: TurnOptions, idle: IdleWatch): Promise<string> {
  const { options, stops } = turn;
  const sessionId = await openSession(agent, options.cwd);
  const cancel = (): void => void agent.notify(methods.agent.session.cancel, { sessionId });
  if (stops.cancel.aborted) return "cancelled";
  stops.cancel.addEventListener("abort", cancel, { once: true });
  stops.startTurn();
  await agent.request(methods.agent.session.prompt, {
    sessionId,
    prompt: [{ type: "text", text: options.prompt }],
  });
  return idle.stopReason;
}

async function openSession(agent: ClientContext, cwd: string): Promise<string> {
  const bound = {
    cancellationSignal: AbortSignal.timeout(OPEN_TIMEOUT_MS),
    stopWaitingOnCancel: true,
  };
  const initialize = {
    protocolVersion: PROTOCOL_VERSION,
    info: { name: "termwire", title: "Termwire", version: "0" },
  };
  await agent.request(methods.agent.initialize, initialize, bound);
  const { sessionId } = await agent.request(methods.agent.session.new, { cwd }, bound);
  return sessionId;
}

interface IdleWatch {
  readonly see: (update: unknown) => void;
  /** Why the first work that was seen to run has stopped. */
  readonly stopReason: Promise<string>;
}

function watchIdle(): IdleWatch {
  let running = false;
  let tell: (stopReason: string) => void = () => undefined;
  const stopReason = new Promise<string>((resolve) => {
    tell = resolve;
  });
  return {
    stopReason,
    see(update) {
      if (readMember(update, "sessionUpdate") !== "state_update") return;
      const reason = readMember(update, "stopReason");
      if (readMember(update, "state") !== "idle") running = true;
      else if (running) tell(typeof reason === "string" ? reason : "end_turn");
    },
  };
}

const KINDS: ReadonlySet<unknown> = new Set<PermissionOption["kind"]>([
  "allow_once",
  "allow_always",
  "reject_once",
  "reject_always",
]);

/** The choices whose kind is known, and all else as it came. */
function toQuestion(params: RequestPermissionRequest): PermissionQuestion {
  const options = params.options.flatMap(({ optionId, name, kind }) =>
    isKnownKind(kind) ? [{ optionId, name, kind }] : [],
  );
  return { options, params };
}

function isKnownKind(kind: unknown): kind is PermissionOption["kind"] {
  return KINDS.has(kind);
}
