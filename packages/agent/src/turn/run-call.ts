import type { AuthorizeCall, ToolCallBridge } from "@termwire/acp/agent";
import type { CommandRunner, RunningCommand } from "@termwire/terminal";
import { ToolError, type CallView, type Tool, type ToolOutcome } from "@termwire/tools";
import type { ModelToolCall } from "../model.ts";
import { askPerson } from "../permission/ask-person.ts";
import type { CommandPattern } from "../permission/command-pattern.ts";
import type { CallRuling } from "../permission/decide-call.ts";
import { renderLoggedResult } from "../session/rebuild-messages.ts";
import type { SessionEvent } from "../session/session-event.ts";
import type { ToolLookup } from "../session/session-tools.ts";
import type { Queue } from "./create-queue.ts";
import { watchDenial } from "./watch-denial.ts";

/** What the calls of one turn are run with. */
export interface CallOptions {
  readonly tools: ToolLookup;
  readonly bridge: Pick<ToolCallBridge, "runTool">;
  readonly signal: AbortSignal;
  readonly runner: CommandRunner;
  /** Null: commands cannot be held in a sandbox. */
  readonly sandboxedRunner: CommandRunner | null;
  /** Decides about a call by the session's settings as they are now. */
  readonly decide: (view: CallView) => CallRuling;
  readonly onGranted: (pattern: CommandPattern) => void;
  /** One question at a time, of calls that run at once. */
  readonly askQueue: Queue;
  readonly record: (event: SessionEvent) => Promise<void>;
  /** Told of the command that is shown for the call, or the retry, of that id. */
  readonly onTerminal: (callId: string, command: RunningCommand) => void;
}

/** Runs one call as far as it is allowed; resolves with what the model gets, never rejects for a failing tool. */
export async function runCall(call: ModelToolCall, options: CallOptions): Promise<string> {
  const { tools, signal, record } = options;
  const tool = tools.get(call.name);
  const skipped = signal.aborted
    ? "Not run: the turn was cancelled."
    : describeMissing(call, tools);
  if (tool === undefined || skipped !== null) {
    const text = skipped ?? "";
    await record({ type: "call-skipped", callId: call.callId, text });
    return text;
  }
  await record({ type: "call-started", callId: call.callId });
  return new Call(tool, call, options).run();
}

function describeMissing({ name }: ModelToolCall, tools: ToolLookup): string | null {
  if (tools.get(name) !== undefined) return null;
  const known = tools.list().map((tool) => tool.name);
  return `There is no tool "${name}". Available: ${known.join(", ")}.`;
}

/** What the person is asked before an attempt. */
interface Question {
  readonly pattern: CommandPattern | null;
  readonly denial: string | null;
}

interface Attempted {
  readonly outcome: ToolOutcome;
  /** False when the person did not allow it, or was not asked to the end. */
  readonly isAllowed: boolean;
}

class Call {
  readonly #tool: Tool;
  readonly #call: ModelToolCall;
  readonly #options: CallOptions;

  constructor(tool: Tool, call: ModelToolCall, options: CallOptions) {
    this.#tool = tool;
    this.#call = call;
    this.#options = options;
  }

  async run(): Promise<string> {
    const ruling = this.#decide();
    const { sandboxedRunner } = this.#options;
    if (ruling.kind === "run-inside" && sandboxedRunner !== null) {
      return this.#runInside(sandboxedRunner, ruling.pattern);
    }
    const question = ruling.kind === "run" ? null : { pattern: ruling.pattern, denial: null };
    const { outcome } = await this.#attempt(this.#call.callId, question);
    return this.#end(this.#call.callId, outcome);
  }

  /** Arguments the tool refuses are never run, so there is nothing to decide. */
  #decide(): CallRuling {
    try {
      return this.#options.decide(this.#tool.prepare(this.#call.input).view);
    } catch (error) {
      if (!ToolError.is(error)) throw error;
      return { kind: "run" };
    }
  }

  /** The model was told of a job then: what that was kept from is told with its end, however soon it comes. */
  #isBackground(): boolean {
    const { view } = this.#tool.prepare(this.#call.input);
    return view.card === "terminal" && view.background === true;
  }

  async #runInside(inside: CommandRunner, pattern: CommandPattern | null): Promise<string> {
    const { callId } = this.#call;
    const { record, signal } = this.#options;
    const watched = watchDenial(inside);
    const { outcome } = await this.#attempt(callId, null, watched.runner);
    const text = await this.#end(callId, outcome);
    const denial = watched.readDenial();
    if (denial === null || signal.aborted || this.#isBackground()) return text;
    const retryId = `call_${crypto.randomUUID()}`;
    await record({ type: "call-retried", callId, retryId });
    const retry = await this.#attempt(retryId, { pattern, denial });
    const { text: why } = retry.outcome;
    return this.#end(retryId, retry.outcome, retry.isAllowed ? why : `${text}\n[${why}]`);
  }

  async #attempt(
    callId: string,
    question: Question | null,
    runner: CommandRunner = this.#options.runner,
  ): Promise<Attempted> {
    const { bridge, signal, onGranted, askQueue, decide } = this.#options;
    // Until there is a clear yes, it is a no: also when asking itself fails.
    let isAllowed = question === null;
    const authorize: AuthorizeCall = async ({ view, cwd }, ask) => {
      const { pattern = null, denial = null } = question ?? {};
      const decision = await askQueue(() =>
        // A word to the question before may have covered this one.
        decide(view).kind === "run"
          ? Promise.resolve({ allow: true } as const)
          : askPerson({ view, cwd, pattern, denial, onGranted }, ask),
      );
      isAllowed = decision.allow && !signal.aborted;
      return decision;
    };
    const request = {
      tool: this.#tool,
      input: this.#call.input,
      callId,
      runner,
      signal,
      onTerminal: (command: RunningCommand) => this.#options.onTerminal(callId, command),
    };
    const outcome = await bridge.runTool(question === null ? request : { ...request, authorize });
    return { outcome, isAllowed };
  }

  /** Records how an attempt ended and gives what the model gets. */
  async #end(callId: string, outcome: ToolOutcome, text: string = outcome.text): Promise<string> {
    const { result } = outcome;
    const isDerived = renderLoggedResult(this.#tool, this.#call.input, result) === text;
    const event = { type: "call-ended", callId, result, text: isDerived ? null : text } as const;
    await this.#options.record(event);
    return text;
  }
}
