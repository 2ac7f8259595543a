import { isFailedCall, presentFailedCall, toFailedCall } from "./failed-call.ts";
import { presentGenericCall, presentGenericResult } from "./generic-view.ts";
import { toPlainData } from "./plain-data.ts";
import type {
  PreparedCall,
  Tool,
  ToolContext,
  ToolDefinition,
  ToolOutcome,
} from "./tool-definition.ts";
import { ToolError } from "./tool-error.ts";
import { isCallView, isResultView, type CallView, type ResultView } from "./view.ts";

/** What models and protocols accept as the name of a function. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Seals a definition's types in, so that tools of all kinds fit one registry, and keeps its promises for it: whatever
 * the tool or its presenters throw, a call that could be prepared has a view and an outcome, and replaying what the
 * log kept gives the same outcome again.
 *
 * ```ts
 * const greet = defineTool({
 *   name: "greet",
 *   description: "Says hello.",
 *   inputSchema: { type: "object", properties: { name: { type: "string" } } },
 *   parseArgs: (input) => z.object({ name: z.string() }).parse(input),
 *   run: async ({ name }) => ({ greeting: `Hello ${name}` }),
 *   renderResult: ({ greeting }) => greeting,
 *   isFailure: () => false,
 * });
 * ```
 *
 * @throws ToolError `invalid-tool` when the name is not 1 to 64 letters, digits, `_` and `-`.
 */
export function defineTool<Args, Result>(definition: ToolDefinition<Args, Result>): Tool {
  const { name, description, inputSchema } = definition;
  if (!NAME.test(name)) {
    throw new ToolError(
      "invalid-tool",
      `tool name: expected 1 to 64 letters, digits, "_" and "-", got ${JSON.stringify(name)}`,
      { name },
    );
  }
  const prepare = (input: unknown): PreparedCall =>
    new SealedCall(definition, parseArgs(definition, input));
  return { name, description, inputSchema, prepare };
}

function parseArgs<Args, Result>(definition: ToolDefinition<Args, Result>, input: unknown): Args {
  try {
    return definition.parseArgs(input);
  } catch (error) {
    if (ToolError.is(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolError("invalid-args", `${definition.name}: ${reason}`, { cause: error });
  }
}

class SealedCall<Args, Result> implements PreparedCall {
  readonly view: CallView;
  readonly #definition: ToolDefinition<Args, Result>;
  readonly #args: Args;

  constructor(definition: ToolDefinition<Args, Result>, args: Args) {
    this.#definition = definition;
    this.#args = args;
    this.view =
      attempt(() => definition.presentCall?.(args), isCallView) ??
      presentGenericCall(definition.name, args);
  }

  async run(context: ToolContext): Promise<ToolOutcome> {
    try {
      const result = await this.#definition.run(this.#args, context);
      return this.#present(toPlainData(result));
    } catch (error) {
      return presentFailedCall(toFailedCall(error, context.signal));
    }
  }

  replay(result: unknown): ToolOutcome {
    if (isFailedCall(result)) return presentFailedCall(result);
    try {
      return this.#present(toPlainData(result));
    } catch (error) {
      return presentFailedCall(toFailedCall(error, NEVER));
    }
  }

  #present(data: unknown): ToolOutcome {
    const result = data as Result; // what `run` gave, through the log or not: plain data survives both
    const text = this.#definition.renderResult(result);
    const failed = this.#definition.isFailure(result);
    return { result: data, text, view: this.#view(result, text), failed };
  }

  #view(result: Result, text: string): ResultView {
    const present = this.#definition.presentResult;
    return attempt(() => present?.(this.#args, result), isResultView) ?? presentGenericResult(text);
  }
}

/** Replaying is never cancelled. */
const NEVER: AbortSignal = new AbortController().signal;

/** What `present` gives when that is a view; a presenter must not be able to break a call. */
function attempt<View>(
  present: () => unknown,
  isView: (value: unknown) => value is View,
): View | null {
  try {
    const view = present();
    return isView(view) ? view : null;
  } catch {
    return null;
  }
}
