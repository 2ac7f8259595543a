import type { Completion, RunningCommand, TerminalSize } from "@termwire/terminal";
import type { ToolOutcome } from "@termwire/tools";
import type {
  CallEnd,
  CommandNews,
  OpenStatus,
  TerminalCall,
  TerminalEncoder,
} from "../../dialects/terminal-encoder.ts";
import { followOutput } from "../follow-output.ts";
import type { CallCard, CallResult, CardContext } from "./call-card.ts";
import { toCallEnd, toShownText, toTerminalEnd } from "./to-call-end.ts";

/** The card of a call that is one command: its terminal, live. */
export function createTerminalCard<Update>(
  context: CardContext<Update>,
  call: TerminalCall,
): CallCard {
  return new TerminalCard(context, call);
}

class TerminalCard<Update> implements CallCard {
  readonly #context: CardContext<Update>;
  readonly #encoder: TerminalEncoder<Update>;
  #command: RunningCommand | null = null;
  /** Resolves when it was told that the command has started. */
  #started: Promise<void> = Promise.resolve();
  #followed: Promise<void> = Promise.resolve();
  #completed: Completion | null = null;
  /** Aborts when nothing more is to be followed. */
  readonly #completion = new AbortController();

  constructor(context: CardContext<Update>, call: TerminalCall) {
    this.#context = context;
    this.#encoder = context.speech.createTerminalEncoder(call);
  }

  announce(status: OpenStatus): Promise<void> {
    return this.#context.send(this.#encoder.announce(status));
  }

  follow(command: RunningCommand): void {
    this.#command = command;
    void command.completed.then((completion) => {
      this.#completed = completion;
      this.#completion.abort();
    });
    this.#started = this.#sendAll(this.#encoder.encodeStart(command.spec));
    this.#followed = this.#show(command);
  }

  resized(size: TerminalSize): void {
    void this.#started.then(() => this.#tell({ type: "resized", size }));
  }

  async finish(result: CallResult): Promise<{ readonly ended: Promise<void> } | null> {
    const command = this.#command;
    const { view, failed } = result.outcome;
    if (command !== null && view.card !== "terminal" && !failed) {
      return this.#detach(command, result.outcome);
    }
    await this.#followed;
    await this.#end(toCallEnd(result, this.#completed));
    // The client frees its terminal now; its card stays.
    if (this.#context.speech.releasesCommands) await command?.release();
    return null;
  }

  async #show(command: RunningCommand): Promise<void> {
    await this.#started;
    const { send } = this.#context;
    const completed = this.#completion.signal;
    const endWatch = watchWaiting(command, (isWaiting) =>
      this.#tell({ type: "waiting", isWaiting }),
    );
    completed.addEventListener("abort", endWatch, { once: true });
    await followOutput({ log: command.output, encoder: this.#encoder, send, completed });
  }

  /** What comes after the end is not told: the end says it. */
  #tell(news: CommandNews): void {
    if (!this.#completion.signal.aborted) void this.#sendAll(this.#encoder.encodeNews(news));
  }

  /** A result without an end is one of a command that goes on, as a job of its session. */
  async #detach(
    command: RunningCommand,
    outcome: ToolOutcome,
  ): Promise<{ readonly ended: Promise<void> } | null> {
    const { keepsTerminals } = this.#context.speech;
    await this.#started;
    if (!keepsTerminals) {
      this.#completion.abort();
      await this.#followed;
    }
    await this.#sendAll(await this.#encoder.encodeDetach(toShownText(outcome), command.output));
    return keepsTerminals ? { ended: this.#goOn(command) } : null;
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

/** Only who has a terminal can wait for somebody to type into it. */
function watchWaiting(command: RunningCommand, onChange: (isWaiting: boolean) => void): () => void {
  const watched = command.spec.size === null ? undefined : command.watchWaiting?.(onChange);
  return watched ?? (() => undefined);
}
