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
  readonly #call: TerminalCall;
  #encoder: TerminalEncoder<Update>;
  #status: OpenStatus = "pending";
  #command: RunningCommand | null = null;
  #completed: Completion | null = null;
  /** What was told of the command beside its output, the newest of each kind. */
  readonly #news = new Map<CommandNews["type"], CommandNews>();
  /** The words with which its call was over before it. */
  #detached: string | null = null;
  /** Nothing more is told. */
  #over = false;
  /** One after another: what begins anew, and what ends. */
  #last: Promise<void> = Promise.resolve();
  /** Resolves when it was told that the command has started. */
  #started: Promise<void> = Promise.resolve();
  #followed: Promise<void> = Promise.resolve();
  /** Aborts when nothing more is to be followed. */
  readonly #completion = new AbortController();
  /** Aborts when the output is followed anew. */
  #replaced = new AbortController();

  constructor(context: CardContext<Update>, call: TerminalCall) {
    this.#context = context;
    this.#call = call;
    this.#encoder = context.speech.createTerminalEncoder(call);
  }

  announce(status: OpenStatus): Promise<void> {
    this.#status = status;
    return this.#context.send(this.#encoder.announce(status));
  }

  started(): void {
    this.#status = "in_progress";
  }

  follow(command: RunningCommand): void {
    this.#command = command;
    void command.completed.then((completion) => {
      this.#completed = completion;
      this.#completion.abort();
    });
    this.#started = this.#sendAll(this.#encoder.encodeStart(command.spec));
    this.#watch(command);
    this.#followed = this.#show(command);
  }

  showAgain(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#over) return;
      this.#replaced.abort();
      await this.#followed;
      this.#replaced = new AbortController();
      this.#encoder = this.#context.speech.createTerminalEncoder(this.#call);
      const command = this.#command;
      const { spec = null } = command ?? {};
      await this.#sendAll(this.#encoder.encodeAgain(this.#status, spec));
      for (const news of this.#news.values()) await this.#sendAll(this.#encoder.encodeNews(news));
      if (command === null) return;
      if (this.#detached !== null) await this.#tellDetached(command, this.#detached);
      this.#followed = this.#show(command);
    });
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
    await this.#end(() => toCallEnd(result, this.#completed));
    // The client frees its terminal now; its card stays.
    if (this.#context.speech.releasesCommands) await command?.release();
    return null;
  }

  async #show(command: RunningCommand): Promise<void> {
    await this.#started;
    if (this.#detached !== null && !this.#encoder.outlivesCall) return;
    const { send } = this.#context;
    const [completed, replaced] = [this.#completion.signal, this.#replaced.signal];
    const { output: log } = command;
    await followOutput({ log, encoder: this.#encoder, send, completed, replaced });
  }

  /** Only who has a terminal can wait for somebody to type into it. */
  #watch(command: RunningCommand): void {
    if (command.spec.size === null) return;
    const stop = command.watchWaiting?.((isWaiting) => this.#tell({ type: "waiting", isWaiting }));
    if (stop !== undefined) this.#completion.signal.addEventListener("abort", stop, { once: true });
  }

  /** What comes after the end is not told: the end says it. */
  #tell(news: CommandNews): void {
    if (this.#completion.signal.aborted) return;
    this.#news.set(news.type, news);
    void this.#started.then(() => this.#sendAll(this.#encoder.encodeNews(news)));
  }

  /** A result without an end is one of a command that goes on, as a job of its session. */
  async #detach(
    command: RunningCommand,
    outcome: ToolOutcome,
  ): Promise<{ readonly ended: Promise<void> }> {
    await this.#inTurn(async () => {
      this.#detached = toShownText(outcome);
      await this.#started;
      if (!this.#encoder.outlivesCall) {
        this.#replaced.abort();
        await this.#followed;
      }
      await this.#tellDetached(command, this.#detached);
    });
    return { ended: this.#goOn(command) };
  }

  async #tellDetached(command: RunningCommand, text: string): Promise<void> {
    await this.#sendAll(await this.#encoder.encodeDetach(text, command.output));
  }

  async #goOn(command: RunningCommand): Promise<void> {
    const completion = await command.completed;
    await this.#end(() => toTerminalEnd(completion));
  }

  /** Ends it once everything its command printed was sent. */
  #end(toEnd: () => CallEnd): Promise<void> {
    return this.#inTurn(async () => {
      await this.#followed;
      this.#over = true;
      const log = this.#command?.output ?? null;
      await this.#sendAll(await this.#encoder.encodeEnd(toEnd(), log));
    });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(work, work);
    return this.#last;
  }

  async #sendAll(updates: readonly Update[]): Promise<void> {
    for (const update of updates) await this.#context.send(update);
  }
}
