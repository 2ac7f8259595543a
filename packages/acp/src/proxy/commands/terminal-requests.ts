import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { toFields, toText } from "../../dialects/terminal-end.ts";
import { TERMINAL_METHODS, V2_CANCEL_METHOD } from "../../terminal-control.ts";
import type { CallCard } from "../cards/call-card.ts";
import type { ProxyState } from "../proxy-state.ts";
import { answerTerminal } from "./terminal-relay.ts";

const CANCEL_CALL_METHOD = "tool_call/cancel";
const INVALID_PARAMS = -32602;

const CANCELS: ReadonlySet<string> = new Set([
  V2_CANCEL_METHOD,
  TERMINAL_METHODS.cancel,
  CANCEL_CALL_METHOD,
]);
const METHODS: ReadonlySet<string> = new Set([...CANCELS, ...Object.values(TERMINAL_METHODS)]);

/** What becomes of a client's request about one terminal. */
export type TerminalRequest =
  /** It goes to the agent, about its terminal and in its words. */
  | { readonly kind: "passes"; readonly method: string; readonly params: UpdateFields }
  /** It was answered here, by these members. */
  | { readonly kind: "answered"; readonly answer: UpdateFields };

/** True for a method by which a client controls one terminal. */
export function isTerminalRequest(method: string): boolean {
  return METHODS.has(method);
}

/** Takes a client's request about one terminal: what runs here is ended here, anything else is the agent's to do. */
export async function takeTerminalRequest(
  state: ProxyState,
  method: string,
  params: UpdateFields,
): Promise<TerminalRequest> {
  const card = state.session(toText(params["sessionId"]) ?? "").findCard(params);
  if (card === null || state.passesAll) return { kind: "passes", method, params };
  const isOurs = card.terminal?.dialect === "client" && !card.isPassing;
  if (isOurs) return { kind: "answered", answer: await serve(state, method, toOurs(card, params)) };
  const { toolCallId: _call, terminalId: _terminal, ...rest } = params;
  const named = nameForAgent(state, method, card);
  return { kind: "passes", method: named.method, params: { ...rest, ...named.about } };
}

/** What was announced and has not started is known by its call. */
function nameForAgent(
  { agentVersion }: ProxyState,
  method: string,
  { call: { toolCallId }, terminal }: CallCard,
): { readonly method: string; readonly about: UpdateFields } {
  if (!CANCELS.has(method)) return { method, about: { terminalId: terminal?.id ?? toolCallId } };
  if (agentVersion < 2) {
    return { method: TERMINAL_METHODS.cancel, about: { terminalId: terminal?.id ?? toolCallId } };
  }
  return terminal === null
    ? { method: CANCEL_CALL_METHOD, about: { toolCallId } }
    : { method: V2_CANCEL_METHOD, about: { terminalId: terminal.id } };
}

function toOurs({ terminal }: CallCard, { sessionId }: UpdateFields): UpdateFields {
  return { sessionId, terminalId: terminal?.id };
}

/** Commands of agents have no terminal to type into. */
async function serve(
  { host }: ProxyState,
  method: string,
  params: UpdateFields,
): Promise<UpdateFields> {
  if (CANCELS.has(method)) return answerTerminal(host, { method: "terminal/kill", params });
  const message = `terminal ${JSON.stringify(toFields(params)["terminalId"])} takes no input and has no size`;
  return { error: { code: INVALID_PARAMS, message } };
}
