import type { CommandRunner, RunningCommand } from "@termwire/terminal";
import type { CallView, ResultView } from "./view.ts";

/** Where and for whom a call runs. */
export interface ToolContext {
  /** The call's id: unique in its session, stable over call, result and replay. */
  readonly callId: string;
  readonly session: { readonly cwd: string };
  /** Runs commands; its owner ends what a call leaves behind. */
  readonly runner: CommandRunner;
  /** Aborts when the turn is cancelled. The call then ends soon, with what it has. */
  readonly signal: AbortSignal;
  /** Hands a command over to be shown live. Called at most once, right after its start. */
  readonly showTerminal: (command: RunningCommand) => void;
}

/**
 * A tool as its author writes it. `Args` and `Result` are plain JSON data, so that a call can be logged and shown
 * again. `presentCall` and `presentResult` are pure: the same live and on replay, without side effects.
 */
export interface ToolDefinition<Args, Result> {
  /** Unique in a registry: letters, digits, `_` and `-`. */
  readonly name: string;
  /** For the model. */
  readonly description: string;
  /** JSON Schema of the arguments, for the model. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /**
   * Checks what the model sent.
   *
   * @throws ToolError `invalid-args` saying what was expected and what came.
   */
  readonly parseArgs: (input: unknown) => Args;
  /** Does the work. A throw is a failed call with the error's message; it never ends the turn. */
  readonly run: (args: Args, context: ToolContext) => Promise<Result>;
  /** The result as the model reads it. */
  readonly renderResult: (result: Result) => string;
  /** True when the card should look failed. */
  readonly isFailure: (result: Result) => boolean;
  readonly presentCall?: (args: Args) => CallView;
  readonly presentResult?: (args: Args, result: Result) => ResultView;
}

/** A finished call: what the log keeps (`result`), what the model reads (`text`), what a person sees (`view`). */
export interface ToolOutcome {
  readonly result: unknown;
  readonly text: string;
  readonly view: ResultView;
  readonly failed: boolean;
}

/** One call whose arguments were checked. */
export interface PreparedCall {
  readonly view: CallView;
  /** Runs the tool. Resolves for every outcome, an error of the tool included. */
  run(context: ToolContext): Promise<ToolOutcome>;
  /** Presents a logged result again, exactly as `run` did. */
  replay(result: unknown): ToolOutcome;
}

/** A tool with its types sealed in, as a registry holds it. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /**
   * Checks the arguments and presents the call.
   *
   * @throws ToolError `invalid-args`
   */
  prepare(input: unknown): PreparedCall;
}
