import type { EndingCause, TerminalEvent, TerminalId } from "@termwire/terminal";
import { toArguments, toCommandLine } from "../command-line.ts";
import { toExitCode } from "../raw-output.ts";
import type { SessionTerminals, TerminalFacts } from "../session-terminals.ts";
import { createSnapshotStream, type SnapshotStream } from "../snapshot-stream.ts";
import { parseTerminalId, type TerminalDecoder, type UpdateFields } from "../terminal-decoder.ts";
import { toFields, toTerminalEnding, toText } from "../terminal-end.ts";
import { createHeldEndings, type HeldEndings } from "./held-endings.ts";

/** Why a command that was released while it ran has no better ending. */
export const RELEASED = "released before its end was reported";

/**
 * Reads terminals the client runs for the agent: from the requests for them and their answers alone, or from what the
 * client's host tells of them and the requests to end them.
 */
export interface ClientDecoder extends TerminalDecoder {
  /** A request of the agent; true when its answer is wanted. */
  request(method: string, params: UpdateFields): boolean;
  /** The client's answer to it; `result` is undefined for an error. */
  answer(method: string, params: UpdateFields, result: unknown): void;
  /** What happened to a terminal, from the host that runs it. */
  feed(event: TerminalEvent): void;
}

/** Creates the decoder of one session. `agentName` is how the agent introduced itself. */
export function createClientDecoder(
  terminals: SessionTerminals,
  agentName: () => string,
): ClientDecoder {
  return new TrafficDecoder(terminals, createHeldEndings(terminals, agentName));
}

interface OwnTerminal {
  readonly stream: SnapshotStream;
  /** The exit as told, held back until the output is in. */
  exit: UpdateFields | null;
  cause: EndingCause;
  pendingWaits: number;
  released: boolean;
}

class TrafficDecoder implements ClientDecoder {
  readonly #terminals: SessionTerminals;
  readonly #endings: HeldEndings;
  readonly #own = new Map<TerminalId, OwnTerminal>();
  /** Why the agent has terminals ended that the host tells of. */
  readonly #stops = new Map<TerminalId, EndingCause>();
  readonly #encoder = new TextEncoder();

  constructor(terminals: SessionTerminals, endings: HeldEndings) {
    this.#terminals = terminals;
    this.#endings = endings;
  }

  update(fields: UpdateFields): void {
    this.#endings.read(fields);
  }

  /** What only an output request, or the end of its call, would have followed is shown. */
  endTurn(): void {
    for (const [id, own] of this.#own) if (own.exit !== null) this.#end(id, own);
    this.#endings.flush();
  }

  request(method: string, params: UpdateFields): boolean {
    const id = parseTerminalId(params["terminalId"]);
    const own = id === null ? undefined : this.#own.get(id);
    if (id !== null && own !== undefined) this.#note(method, id, own);
    else if (id !== null && ENDS.has(method)) this.#noteStop(id);
    return METHODS.has(method);
  }

  feed(event: TerminalEvent): void {
    switch (event.type) {
      case "terminal-started":
        this.#announce(event.id, event);
        break;
      case "terminal-changed":
        this.#terminals.change(event.id, event);
        break;
      case "terminal-ended": {
        const { ending } = event;
        const cause = this.#stops.get(event.id) ?? ending.cause;
        this.#stops.delete(event.id);
        const told = ending.cause === "stopped" ? { ...ending, cause } : ending;
        this.#endings.end({ ...event, ending: told });
        break;
      }
      default:
        this.#terminals.apply(event);
    }
  }

  answer(method: string, params: UpdateFields, result: unknown): void {
    const fields = toFields(result);
    const given = method === "terminal/create" ? fields["terminalId"] : params["terminalId"];
    const id = parseTerminalId(given);
    if (id === null) return;
    if (method === "terminal/create") this.#create(id, params);
    const own = this.#own.get(id);
    if (own === undefined) return;
    if (method === "terminal/output" && result !== undefined) this.#output(id, own, fields);
    if (method === "terminal/wait_for_exit") this.#waited(id, own, result);
  }

  /** What the request itself says, before it is answered. */
  #note(method: string, id: TerminalId, own: OwnTerminal): void {
    if (method === "terminal/wait_for_exit") own.pendingWaits++;
    if (method === "terminal/kill") this.#stop(own);
    if (method === "terminal/release") this.#release(id, own);
  }

  #create(id: TerminalId, params: UpdateFields): void {
    const args = toArguments(params["args"]) ?? [];
    const command = toText(params["command"]);
    const stream = createSnapshotStream(id);
    this.#own.set(id, { stream, exit: null, cause: "exit", pendingWaits: 0, released: false });
    this.#announce(id, {
      command: args.length === 0 ? command : toCommandLine([command ?? "", ...args]),
      cwd: toText(params["cwd"]),
      size: null,
    });
  }

  /** It belongs to the agent until it is released, turn or no turn. */
  #announce(id: TerminalId, facts: TerminalFacts): void {
    this.#terminals.announce("client", id, facts);
    this.#terminals.setBackground(id, true);
  }

  #output(id: TerminalId, own: OwnTerminal, { output, truncated, exitStatus }: UpdateFields): void {
    if (typeof output === "string") {
      const isTail = truncated === true;
      const bytes = this.#encoder.encode(output);
      const events = own.stream.apply({ bytes, omittedBytes: isTail ? null : 0, isTail });
      for (const event of events) this.#terminals.apply(event);
    }
    if (typeof exitStatus === "object" && exitStatus !== null) own.exit = toFields(exitStatus);
    if (own.exit !== null) this.#end(id, own);
  }

  #waited(id: TerminalId, own: OwnTerminal, result: unknown): void {
    own.pendingWaits--;
    if (result !== undefined) own.exit = toFields(result);
    if (own.released && (own.exit !== null || own.pendingWaits <= 0)) this.#end(id, own);
  }

  #stop(own: OwnTerminal): void {
    if (own.exit === null && own.cause === "exit") own.cause = this.#stopCause();
  }

  #noteStop(id: TerminalId): void {
    const isRunning = this.#terminals.read(id)?.ending === null;
    if (isRunning && !this.#stops.has(id)) this.#stops.set(id, this.#stopCause());
  }

  #stopCause(): EndingCause {
    return this.#terminals.isCancelling() ? "cancelled" : "stopped";
  }

  /** Releasing what runs ends it: somebody who still waits will be told how. */
  #release(id: TerminalId, own: OwnTerminal): void {
    own.released = true;
    if (own.exit === null && own.pendingWaits > 0) this.#stop(own);
    else this.#end(id, own);
  }

  #end(id: TerminalId, own: OwnTerminal): void {
    const { exitCode, signal } = own.exit ?? {};
    const end = { exitCode: toExitCode(exitCode), signal: toText(signal), cause: own.cause };
    const reason = own.exit === null ? RELEASED : null;
    const ending = toTerminalEnding(end, reason);
    if (this.#terminals.read(id)?.ending === null) {
      this.#endings.end({ type: "terminal-ended", id, ending, durationMs: null });
    }
    if (own.released) this.#own.delete(id);
  }
}

const ENDS: ReadonlySet<string> = new Set(["terminal/kill", "terminal/release"]);

const METHODS: ReadonlySet<string> = new Set([
  "terminal/create",
  "terminal/output",
  "terminal/wait_for_exit",
]);
