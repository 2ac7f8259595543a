import type { Completion, RunningCommand } from "@termwire/terminal";
import type { ToolOutcome } from "@termwire/tools";
import type {
  CallEnd,
  FailureCause,
  OpenStatus,
  TerminalCall,
  TerminalEncoder,
} from "../../dialects/terminal-encoder.ts";
import { followOutput } from "../follow-output.ts";
import type { CallCard, CallResult, CardContext } from "./call-card.ts";
import { toMarkdown } from "./to-markdown.ts";

/** The card of a call that is one command: its terminal, live. */
export function createTerminalCard<Update>(
  context: CardContext<Update>,
  call: TerminalCall,
): CallCard {
  return new TerminalCard(context, call);
}

class TerminalCard<Update> implements CallCard {
  readonly #context: CardContext<Update>;
  readonly #call: TerminalCall;
  readonly #encoder: TerminalEncoder<Update>;
  #command: RunningCommand | null = null;
  #followed: Promise<void> = Promise.resolve();

  constructor(context: CardContext<Update>, call: TerminalCall) {
    this.#context = context;
    this.#call = call;
    this.#encoder = context.speech.createTerminalEncoder(call);
  }

  announce(status: OpenStatus): Promise<void> {
    return this.#context.send(this.#encoder.announce(status));
  }

  follow(command: RunningCommand): void {
    this.#command = command;
    const completion = new AbortController();
    void command.completed.then(() => completion.abort());
    this.#followed = this.#show(command, completion.signal);
  }

  async finish(result: CallResult): Promise<{ readonly ended: Promise<void> } | null> {
    const command = this.#command;
    if (this.#call.background && command !== null && !result.outcome.failed) {
      await this.#sendAll(this.#encoder.encodeDetach());
      return { ended: this.#goOn(command) };
    }
    await this.#followed;
    await this.#end(toCallEnd(result));
    // The client frees its terminal now; its card stays.
    if (this.#context.speech.releasesCommands) await command?.release();
    return null;
  }

  async #show(command: RunningCommand, completed: AbortSignal): Promise<void> {
    await this.#sendAll(this.#encoder.encodeStart(command.spec));
    const { send } = this.#context;
    await followOutput({ log: command.output, encoder: this.#encoder, send, completed });
  }

  async #goOn(command: RunningCommand): Promise<void> {
    await this.#followed;
    await this.#end(toTerminalEnd(await command.completed));
  }

  async #end(end: CallEnd): Promise<void> {
    await this.#sendAll(await this.#encoder.encodeEnd(end, this.#command?.output ?? null));
  }

  async #sendAll(updates: readonly Update[]): Promise<void> {
    for (const update of updates) await this.#context.send(update);
  }
}

function toTerminalEnd({ ending, durationMs }: Completion): CallEnd {
  const end = {
    exitCode: ending.kind === "exited" ? ending.code : null,
    signal: ending.kind === "signaled" ? ending.signal : null,
    cause: ending.cause,
    durationMs,
  };
  return { kind: "terminal", end, failed: false, output: "" };
}

function toCallEnd({ outcome, cause }: CallResult): CallEnd {
  const { view, failed } = outcome;
  if (view.card !== "terminal") return toFailure(outcome, cause);
  return {
    kind: "terminal",
    end: {
      exitCode: view.exitCode ?? null,
      signal: view.signal ?? null,
      cause: view.cause ?? "exit",
      durationMs: view.durationMs ?? null,
    },
    failed,
    output: view.output ?? "",
  };
}

/** A command whose result is no terminal never ran: the result says why. */
function toFailure({ view, text }: ToolOutcome, cause: FailureCause): CallEnd {
  const parts = view.card === "generic" ? (view.content ?? []) : [];
  const shown = parts.map(toMarkdown).join("\n\n");
  return { kind: "failure", text: shown === "" ? text : shown, cause };
}
