import type { TerminalEvent, TerminalId, TerminalSize } from "@termwire/terminal";
import type { DisplayDialect, UpdateFields } from "../../dialects/terminal-decoder.ts";
import type { CommandNews, TerminalEncoder } from "../../dialects/terminal-encoder.ts";
import { DescribedCall } from "./call-description.ts";
import { toCallEnd, toRawOutput, toReason } from "./call-ending.ts";
import type { CardContext } from "./card-context.ts";
import { createCardOutput, type CardOutput } from "./card-output.ts";
import { withoutTerminals } from "./terminal-members.ts";
import { readOther, toTold, withReason } from "./told-update.ts";

type Ended = Extract<TerminalEvent, { readonly type: "terminal-ended" }>;

/** Said where a client cannot be told of the end of what runs on. */
const RUNS_ON = "[still running in the background]";

const FINAL = new Set(["completed", "failed", "cancelled"]);

type Facts = Extract<TerminalEvent, { readonly type: "terminal-started" | "terminal-changed" }>;

/** A tool call that is one command, told to the client in its own words. Used by one task at a time. */
export class CallCard {
  readonly call: DescribedCall;
  /** The terminal it shows, by the agent's name; null while it shows none. */
  terminal: { readonly id: TerminalId; readonly dialect: DisplayDialect } | null = null;
  /** The client runs and shows this terminal itself: nothing is told here. */
  isPassing = false;
  /** Output is only counted: the client gets it as the agent said it. */
  isVerbatim = false;
  /** There is no call of the agent's behind it: its status is that of its terminal. */
  followsTerminal = false;
  readonly #context: CardContext;
  readonly #encoder: TerminalEncoder<UpdateFields>;
  readonly #output: CardOutput;
  #announced = false;
  /** The client knows the call, but not as a terminal. */
  readonly #isKnown: boolean;
  #wanted: string = "pending";
  #told: string | null = null;
  #started = false;
  #size: TerminalSize | null = null;
  #ended: Ended | null = null;
  #endTold = false;
  #detached = false;
  #rawOutput: unknown = undefined;
  #extras: readonly UpdateFields[] = [];
  /** What goes with the next update. */
  #patch: UpdateFields = {};

  constructor(toolCallId: string, context: CardContext, isKnown: boolean) {
    this.call = new DescribedCall(toolCallId);
    this.#context = context;
    this.#isKnown = isKnown;
    this.#encoder = context.speak.createEncoder(this.call);
    this.#output = createCardOutput(this.#encoder, context);
  }

  /** Nothing more will come: the call is over, and so is its terminal. */
  get isOver(): boolean {
    return this.#told !== null && FINAL.has(this.#told) && this.#endTold;
  }

  /** The client knows the terminal, and nothing waits to be said. */
  get takesVerbatim(): boolean {
    return this.#announced && this.#ended === null && Object.keys(this.#patch).length === 0;
  }

  get isOpen(): boolean {
    return this.#told === null || !FINAL.has(this.#told);
  }

  /** Its terminal goes on, and the client can be told of it. */
  get isInBackground(): boolean {
    return this.#detached && this.#ended === null && this.#context.speak.endsTerminals;
  }

  /** Its terminal has ended, or will not be told of. */
  get hasEnded(): boolean {
    return this.#ended !== null;
  }

  /** What the agent says of the call. */
  read(fields: UpdateFields): void {
    const before = this.call.toRawInput();
    this.call.read(fields);
    const { status, rawOutput, content } = fields;
    if (typeof status === "string") this.#wanted = status;
    if (rawOutput !== undefined) this.#rawOutput = rawOutput;
    if (Array.isArray(content)) this.#keepExtras(content);
    this.#patch = { ...this.#patch, ...readOther(fields) };
    this.#tellFacts(before);
  }

  /** Shows another terminal from now on: a call may turn out to have one of its own. */
  async show(id: TerminalId, dialect: DisplayDialect): Promise<void> {
    const had = this.terminal;
    this.terminal = { id, dialect };
    if (had === null) return;
    this.#ended = null;
    await this.#output.replace(new Uint8Array(0));
  }

  /** What happened to its terminal. */
  async apply(event: TerminalEvent): Promise<void> {
    switch (event.type) {
      case "terminal-started":
      case "terminal-changed":
        await this.#learn(event);
        break;
      case "output-appended":
        await this.#start();
        if (this.isVerbatim) this.#output.count(event.bytes.length);
        else await this.#output.append(event.bytes);
        break;
      case "output-replaced":
        await this.#start();
        await this.#output.replace(event.bytes);
        break;
      case "output-lost":
        await this.#start();
        await this.#output.lose(event.lostBytes);
        break;
      case "terminal-ended":
        this.#ended ??= event;
        break;
      case "waiting-changed":
        await this.#tellNews({ type: "waiting", isWaiting: event.isWaiting });
        break;
      case "note-added":
        break;
    }
  }

  /** Knows of output that passed as it came, and was not decoded. */
  skip(length: number): void {
    this.#output.count(length);
  }

  /** Sends what is to be said after an update. */
  async settle(): Promise<void> {
    if (this.followsTerminal) this.#follow();
    await this.#announce();
    if (this.#wanted === "in_progress") await this.#start();
    if (this.#ended !== null) await this.#end(this.#ended);
    else if (FINAL.has(this.#wanted)) await this.#detach();
    await this.#flush();
  }

  /** The turn is over: a call that was left open is closed. */
  async close(): Promise<void> {
    if (!FINAL.has(this.#wanted)) this.#wanted = "failed";
    await this.settle();
  }

  /** Lets go of timers and output. */
  dispose(): void {
    this.#output.release();
  }

  #follow(): void {
    const ending = this.#ended?.ending;
    if (ending === undefined) this.#wanted = "in_progress";
    else this.#wanted = ending.kind === "exited" && ending.code === 0 ? "completed" : "failed";
  }

  #keepExtras(content: readonly unknown[]): void {
    // What a call without a terminal of its own says as text is its output.
    const isText = this.terminal === null || this.terminal.dialect === "text";
    this.#extras = withoutTerminals(content).filter(({ type }) => !isText || type !== "content");
    const hasContent = this.#extras.some(({ type }) => type !== "content");
    if (hasContent && this.#announced) {
      const shown = this.#context.speak.toContent(this.call, this.#extras);
      if (shown !== null) this.#patch = { ...this.#patch, content: shown };
    }
  }

  #tellFacts(before: UpdateFields): void {
    if (!this.#announced) return;
    const rawInput = this.call.toRawInput();
    if (JSON.stringify(rawInput) === JSON.stringify(before)) return;
    this.#patch = { ...this.#patch, title: this.call.command, rawInput };
  }

  async #learn(event: Facts): Promise<void> {
    const before = this.call.toRawInput();
    this.call.show(event);
    this.#tellFacts(before);
    const { size } = event;
    const isNew = size?.cols !== this.#size?.cols || size?.rows !== this.#size?.rows;
    this.#size = size;
    if (isNew && size !== null) await this.#tellNews({ type: "resized", size });
  }

  /** What the agent says in the client's own words passes with the update that it is said in. */
  async #tellNews(news: CommandNews): Promise<void> {
    const isSaid = this.terminal?.dialect === "meta" && this.#context.speak.outputKey !== null;
    if (isSaid || !this.#started || this.#ended !== null) return;
    for (const update of this.#encoder.encodeNews(news)) await this.#send(update);
  }

  async #announce(): Promise<void> {
    if (this.#announced) return;
    this.#announced = true;
    const status = this.#wanted === "pending" ? "pending" : "in_progress";
    const update = this.call.withoutUnknown(this.#encoder.announce(status));
    this.#told = status;
    const known = this.#isKnown && !this.#context.speak.announcesTerminals;
    await this.#send(known ? { ...update, sessionUpdate: "tool_call_update" } : update);
  }

  async #start(): Promise<void> {
    await this.#announce();
    if (this.#started || this.terminal === null) return;
    this.#started = true;
    const { cwd } = this.call;
    const started = this.#encoder.encodeStart({
      id: this.terminal.id,
      cwd,
      size: this.#size,
      stdin: "null",
    });
    for (const update of started) await this.#send(update);
  }

  async #end(ended: Ended): Promise<void> {
    const isFinal = FINAL.has(this.#wanted);
    if (this.#endTold || (!isFinal && !this.#context.speak.endsTerminals)) return;
    this.#endTold = true;
    this.#output.stop();
    const failed = this.#wanted !== "completed";
    const { version } = this.#context.speak;
    const updates = await this.#encoder.encodeEnd(
      toCallEnd(ended, { failed, version }),
      this.#output.log,
    );
    for (const update of updates) await this.#sendEnd(update, ended, isFinal);
  }

  /** The end of the terminal is told at once, the status of the call once there is one. */
  async #sendEnd(update: UpdateFields, ended: Ended, isFinal: boolean): Promise<void> {
    const { status, rawOutput: facts, ...rest } = update;
    const reason = toReason(ended.ending);
    if (update["toolCallId"] === undefined) return this.#send(withReason(update, reason));
    if (status === undefined && facts === undefined) return this.#send(update);
    const agents = this.#context.speak.endsTerminals ? this.#rawOutput : undefined;
    const rawOutput = toRawOutput(facts, { agents, reason });
    if (isFinal) this.#told = typeof status === "string" ? status : this.#wanted;
    await this.#send({ ...rest, ...(isFinal && { status }), rawOutput });
  }

  /** The call is over and its terminal goes on. */
  async #detach(): Promise<void> {
    if (this.#detached) return;
    const { endsTerminals } = this.#context.speak;
    if (!endsTerminals && !this.call.background) return;
    this.#detached = true;
    const updates = await this.#encoder.encodeDetach(RUNS_ON, this.#output.log);
    if (endsTerminals) return;
    for (const { status: _, ...update } of updates) await this.#send(update);
  }

  async #flush(): Promise<void> {
    const isDue = !FINAL.has(this.#wanted) || this.#endTold || this.#detached;
    const isNews = isDue && this.#wanted !== this.#told;
    if (isNews) this.#told = this.#wanted;
    const isTold = this.#wanted !== "cancelled" || this.#context.speak.version === 2;
    const status = isTold ? this.#wanted : "failed";
    if (!isNews && Object.keys(this.#patch).length === 0) return;
    const { toolCallId } = this.call;
    await this.#send({
      sessionUpdate: "tool_call_update",
      toolCallId,
      ...(isNews && { status }),
    });
  }

  async #send(update: UpdateFields): Promise<void> {
    const patch = this.#patch;
    const isCall = update["toolCallId"] !== undefined;
    if (isCall) this.#patch = {};
    const canStop = this.#context.canStop(this.terminal?.dialect ?? null);
    await this.#context.send(toTold(update, { patch: isCall ? patch : {}, canStop }));
  }
}
