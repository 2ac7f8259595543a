import { resolveDirectory, type RunningCommand } from "@termwire/terminal";
import type { CallView, ToolOutcome } from "@termwire/tools";
import type { ContextUsage, PromptImage } from "../harness.ts";
import type { PermissionAnswer, PermissionQuestion } from "../permission-question.ts";
import type { ReplayedCall, ToolCallBridge, ToolCallRequest } from "../tool-call-bridge.ts";
import type { CallCard, CardContext } from "./call-card.ts";
import { createCard } from "./create-card.ts";
import { createLiveCalls, type LiveCall, type LiveCalls } from "./live-calls.ts";
import type { LiveTerminals } from "./live-terminals.ts";
import { toNotRunOutcome, type NotRun } from "./not-run.ts";
import { prepareCall, type Preparation } from "./prepare-call.ts";
import { replayCall } from "./replay-call.ts";
import type { Speech, Words } from "./speech.ts";

/** A question to the person, with the call it is about. */
export interface AskedCall {
  readonly callId: string;
  readonly question: PermissionQuestion;
  /** Aborts when the answer does not matter any more: the request is then taken back. */
  readonly signal: AbortSignal;
}

/** One session's way to its client. */
export interface SessionBridgeParts<Update> {
  readonly speech: Speech<Update>;
  /** The session's absolute directory. */
  readonly cwd: string;
  /** Sends one `session/update`; resolves when the transport took it. */
  readonly send: (update: Update) => Promise<void>;
  /** Asks the person. Never rejects. */
  readonly ask: (asked: AskedCall) => Promise<PermissionAnswer>;
  /** A terminal went to the background, or one there has ended. */
  readonly onBackground: () => void;
}

/** The bridge with what only the protocol's side of a session needs. */
export interface SessionBridge extends ToolCallBridge {
  /** Terminals that go on after their calls, by their names on the wire. */
  readonly background: readonly string[];
  /** Those in which a command runs, to be controlled one by one. */
  readonly terminals: LiveTerminals;
  /** Ends the call: its command as stopped, anything else by its signal; false when there is no such call. */
  stopCall(callId: string): boolean;
  /** Resolves when nothing goes on in the background any more and all of it was told, or after `boundMs`. */
  settle(boundMs: number): Promise<void>;
}

/** Creates the bridge of one session. */
export function createSessionBridge<Update>(parts: SessionBridgeParts<Update>): SessionBridge {
  return new Bridge(parts);
}

class Bridge<Update> implements SessionBridge {
  readonly #parts: SessionBridgeParts<Update>;
  readonly #context: CardContext<Update>;
  readonly #live: LiveCalls;

  constructor(parts: SessionBridgeParts<Update>) {
    this.#parts = parts;
    const { speech, cwd } = parts;
    this.#context = { speech, cwd, send: (update) => this.#send(update) };
    this.#live = createLiveCalls(parts.onBackground);
  }

  get background(): readonly string[] {
    return this.#live.background;
  }

  get terminals(): LiveTerminals {
    return this.#live.terminals;
  }

  stopCall(callId: string): boolean {
    return this.#live.stopCall(callId);
  }

  settle(boundMs: number): Promise<void> {
    return this.#live.settle(boundMs);
  }

  async runTool(request: ToolCallRequest): Promise<ToolOutcome> {
    const prepared = prepareCall(request.tool, request.input);
    const card = createCard(this.#context, { ...request, view: prepared.view });
    const { callId } = request;
    using live = this.#live.start(callId, card, request.signal);
    const asks = request.authorize !== undefined && prepared.kind === "ready";
    await card.announce(asks ? "pending" : "in_progress");
    const refusal = asks ? await this.#authorize(request, prepared.view, live) : null;
    if (refusal !== null) {
      const outcome = toNotRunOutcome(refusal);
      await card.finish({ outcome, cause: refusal.cause });
      return outcome;
    }
    if (asks) {
      card.started();
      await this.#send(this.#parts.speech.startCall(callId));
    }
    const outcome = await this.#run(request, { prepared, card, live });
    const cause = live.signal.aborted ? "cancelled" : "not-started";
    const goesOn = await card.finish({ outcome, cause });
    if (goesOn !== null) {
      const terminalId = this.#toTerminalId(callId, prepared.view);
      this.#live.keep(callId, { terminalId, card, ...goesOn });
    }
    return outcome;
  }

  /** What still runs is shown again as far as it has come, and goes on. */
  async replayTool(call: ReplayedCall): Promise<void> {
    const running = this.#live.findCard(call.callId);
    await (running === undefined ? replayCall(this.#context, call) : running.showAgain());
  }

  showMessage(text: string): Promise<void> {
    return this.#say({ speaker: "agent", text });
  }

  showThought(text: string): Promise<void> {
    return this.#say({ speaker: "thought", text });
  }

  showUserMessage(
    text: string,
    messageId?: string,
    images: readonly PromptImage[] = [],
  ): Promise<void> {
    return this.#say({
      speaker: "user",
      text,
      images,
      ...(messageId !== undefined && { messageId }),
    });
  }

  showUsage(usage: ContextUsage): Promise<void> {
    return this.#send(this.#parts.speech.tellUsage(usage));
  }

  /** Null when the call may run. Whatever is decided after the turn was cancelled, nothing runs. */
  async #authorize(
    request: ToolCallRequest,
    view: CallView,
    live: LiveCall,
  ): Promise<NotRun | null> {
    const { signal } = live;
    const { callId, authorize } = request;
    const cwd = toDirectory(this.#parts.cwd, view);
    const decided = authorize?.({ view, cwd }, async (question) =>
      signal.aborted ? { kind: "cancelled" } : this.#parts.ask({ callId, question, signal }),
    );
    const decision = await Promise.race([decided, untilAborted(signal)]).catch(toRefusal);
    if (signal.aborted) return { cause: "cancelled", reason: "the call was cancelled." };
    if (decision === undefined || decision.allow) return null;
    return { cause: "denied", reason: decision.reason };
  }

  async #run(
    request: ToolCallRequest,
    parts: { readonly prepared: Preparation; readonly card: CallCard; readonly live: LiveCall },
  ): Promise<ToolOutcome> {
    const { prepared, card, live } = parts;
    if (prepared.kind === "refused") return prepared.outcome;
    const { callId, runner, onTerminal } = request;
    return prepared.call.run({
      callId,
      session: { cwd: this.#parts.cwd },
      runner,
      signal: live.signal,
      showTerminal: (command: RunningCommand) => {
        live.runs(command);
        const onResized = card.resized.bind(card);
        const terminalId = this.#toTerminalId(callId, prepared.view);
        this.#live.terminals.add(terminalId, { command, onResized });
        onTerminal?.(command);
        card.follow(command);
      },
    });
  }

  /** What is shown as text has no terminal, and is known by its call. */
  #toTerminalId(callId: string, view: CallView): string {
    const isText = view.card === "terminal" && view.looksLike !== undefined;
    return isText ? callId : this.#parts.speech.toTerminalId(callId);
  }

  async #say(words: Words): Promise<void> {
    for (const update of this.#parts.speech.say(words)) await this.#send(update);
  }

  /** A client that is gone ends the showing, never the work: its connection's end is handled where it is owned. */
  async #send(update: Update): Promise<void> {
    await this.#parts.send(update).catch(() => undefined);
  }
}

function toDirectory(sessionCwd: string, view: CallView): string {
  return view.card === "terminal" ? resolveDirectory(sessionCwd, view.cwd) : sessionCwd;
}

function toRefusal(error: unknown): { readonly allow: false; readonly reason: string } {
  return { allow: false, reason: error instanceof Error ? error.message : String(error) };
}

function untilAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}
