import {
  AcpError,
  type HarnessSession,
  type PromptTurn,
  type SessionSetting,
  type ToolCallBridge,
  type TurnStopReason,
} from "@termwire/acp/agent";
import { AgentError } from "../agent-error.ts";
import type { ExportTarget } from "../commands/export-command.ts";
import { listCommands } from "../commands/list-commands.ts";
import { runSlashCommand } from "../commands/run-slash-command.ts";
import { parseSlashCommand, type SlashCommand } from "../commands/slash-command.ts";
import { joinMcpTools, withAbsentMcpTools } from "../mcp/join-mcp-tools.ts";
import type { SessionMcp } from "../mcp/session-mcp.ts";
import type { Model, ModelMessage } from "../model.ts";
import { checkImages } from "../models/check-images.ts";
import { createContextFitter, type ContextFitter } from "../models/context-fitter.ts";
import type { ModelPicker } from "../models/model-picker.ts";
import type { PermissionMode } from "../permission/permission-mode.ts";
import { SANDBOX_SETTING } from "../sandbox/sandbox-level.ts";
import { runCall } from "../turn/run-call.ts";
import { runTurn, tellNotices } from "../turn/run-turn.ts";
import { createFollowUps, type FollowUpTurn, type SessionFollowUps } from "./follow-ups.ts";
import { rebuildMessages, toUserMessage } from "./rebuild-messages.ts";
import { replayEvents } from "./replay-events.ts";
import { hasCallSandbox, SessionCalls, type SessionCallsParts } from "./session-calls.ts";
import type { SessionEvent } from "./session-event.ts";
import { SessionSettings } from "./session-settings.ts";
import { toSessionTitle } from "./session-title.ts";
import type { SessionTools, ToolLookup } from "./session-tools.ts";

/** A turn whose commands are gone ends within this. */
const SETTLE_MS = 5_000;

/** What a session works with; it owns the runners and the record. */
export interface SessionParts extends SessionCallsParts {
  readonly models: ModelPicker;
  readonly tools: SessionTools;
  /** What holds for a whole conversation with a model that has these tools; "" for nothing. */
  readonly createSystemPrompt: (tools: readonly string[]) => Promise<string>;
  /** Of a session that has not chosen one. */
  readonly defaultMode: PermissionMode;
  /** Null for none. */
  readonly mcp: SessionMcp | null;
  /** Null where a session cannot be written to a file. */
  readonly exportTarget: ExportTarget | null;
}

/** One conversation: as a new one, or going on where its record ends. */
export class AgentSession implements HarnessSession {
  onChange: (() => void) | null = null;
  readonly followUps: SessionFollowUps = createFollowUps({
    hasNews: () => !this.#isTyped && this.#parts.tools.hasNews?.() === true,
    take: (turn) => this.#take(() => this.#work(turn, null)),
  });
  readonly #parts: SessionParts;
  /** Made when it is first needed: to show a session again it is not. */
  #conversation: ModelMessage[] | null = null;
  readonly #closing = new AbortController();
  readonly #context: ContextFitter = createContextFitter();
  readonly #settings: SessionSettings;
  readonly #calls: SessionCalls;
  #turn: Promise<unknown> | null = null;
  #disposing: Promise<void> | null = null;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#settings = new SessionSettings({ ...parts, hasSandbox: () => hasCallSandbox(parts) });
    this.#calls = new SessionCalls(parts, this.#settings);
  }

  get settings(): readonly SessionSetting[] {
    return this.#settings.list();
  }

  /** Those that can do something now. */
  get commands(): readonly SlashCommand[] {
    const { tools, sandbox, exportTarget, record, models } = this.#parts;
    return listCommands({
      jobs: tools.jobs ?? null,
      sandbox,
      onSandboxChanged: (level) =>
        record.add({ type: "setting-changed", settingId: SANDBOX_SETTING, choiceId: level }),
      models: {
        settings: this.settings,
        change: (settingId, choiceId) => this.changeSetting(settingId, choiceId),
      },
      exportTarget,
      readExport: () => ({
        events: record.events,
        tools: withAbsentMcpTools(this.#toolsFor(models.model)),
        title: this.title,
      }),
    });
  }

  get title(): string | null {
    const { events } = this.#parts.record;
    return events.findLast((event) => event.type === "title-changed")?.title ?? null;
  }

  prompt(turn: PromptTurn): Promise<TurnStopReason> {
    this.followUps.notePrompt();
    return this.#take(() => this.#answer(turn));
  }

  /** The tools have changed something by themselves. */
  noteChange(): void {
    this.onChange?.();
    if (this.#turn === null) this.followUps.offer();
  }

  /** What happens during a turn is told in it, unless it comes too late: then another one is due. */
  async #take(work: () => Promise<TurnStopReason>): Promise<TurnStopReason> {
    const working = work();
    this.#turn = working;
    const stopReason = await working
      .catch((error: unknown) => {
        throw AgentError.is(error) ? new AcpError("failed", error.message) : error;
      })
      .finally(() => {
        this.#turn = null;
      });
    // Who cancels does not want it to go on at once.
    if (stopReason !== "cancelled") this.followUps.offer();
    return stopReason;
  }

  async replay(bridge: ToolCallBridge): Promise<void> {
    const { record, models } = this.#parts;
    await replayEvents(record.events, {
      tools: withAbsentMcpTools(this.#toolsFor(models.model)),
      bridge,
    });
    await this.#tellNotes(bridge);
  }

  changeSetting(settingId: string, choiceId: string): Promise<void> {
    return this.#settings.change(settingId, choiceId);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return (this.#disposing ??= this.#dispose());
  }

  async #dispose(): Promise<void> {
    this.#closing.abort();
    const { tools, mcp, runner, sandboxedRunner, record } = this.#parts;
    await Promise.allSettled([tools[Symbol.asyncDispose](), mcp?.[Symbol.asyncDispose]()]);
    await Promise.allSettled([runner.dispose(), sandboxedRunner?.dispose()]);
    // What the last call printed belongs to the record; a client that does not read may hold the turn up.
    if (this.#turn !== null) await within(this.#turn, SETTLE_MS);
    await within(this.#calls.settle(), SETTLE_MS);
    await record[Symbol.asyncDispose]();
  }

  /** What asks for a command is one; all else is for the model. */
  async #answer(turn: PromptTurn): Promise<TurnStopReason> {
    const hasImages = (turn.images ?? []).length > 0;
    const asked = hasImages ? null : parseSlashCommand(turn.text, this.commands);
    if (asked === null) return this.#work(turn, turn);
    const { text, messageId = null, bridge } = turn;
    const reply = await runSlashCommand(asked);
    await this.#parts.record.add({ type: "command", text, messageId, reply });
    await bridge.showMessage(reply);
    await this.#tellNotes(bridge);
    this.onChange?.();
    return "end_turn";
  }

  async #work(
    { signal, bridge }: FollowUpTurn,
    prompt: PromptTurn | null,
  ): Promise<TurnStopReason> {
    const { models, record } = this.#parts;
    const { model } = models;
    const tools = this.#toolsFor(model);
    const add = (event: SessionEvent): Promise<void> => record.add(event);
    const takeNotices = (): readonly string[] => this.#takeNotices(model);
    if (prompt !== null) checkImages(prompt, models);
    if (prompt !== null) await this.#entitle(prompt);
    await tellNotices({ messages: this.#messages, takeNotices, record: add });
    if (prompt !== null) await this.#addPrompt(prompt);
    await this.#tellNotes(bridge);
    const stop = AbortSignal.any([signal, this.#closing.signal]);
    let stopReason: TurnStopReason | "failed" = "failed";
    try {
      if (model.author !== "person") await this.#prepareMcp(stop, bridge);
      stopReason = await runTurn({
        model,
        tools: tools.list(),
        system: await this.#createSystemPrompt(model, tools),
        bridge,
        signal: stop,
        messages: this.#messages,
        context: this.#context,
        runCall: (call) =>
          runCall(call, this.#calls.createOptions({ model, tools, bridge, signal: stop })),
        takeNotices,
        record: add,
      });
      return stopReason;
    } finally {
      await add({ type: "turn-ended", stopReason });
      await this.#tellNotes(bridge);
    }
  }

  async #addPrompt({ text, messageId, images }: PromptTurn): Promise<void> {
    const prompt = { text, ...(images !== undefined && images.length > 0 && { images }) };
    this.#messages.push(toUserMessage(prompt));
    await this.#parts.record.add({ type: "prompt", messageId: messageId ?? null, ...prompt });
  }

  /** What the model is asked is what the person typed. */
  get #isTyped(): boolean {
    return this.#parts.models.model.author === "person";
  }

  async #prepareMcp(signal: AbortSignal, bridge: ToolCallBridge): Promise<void> {
    await this.#parts.mcp?.prepare(signal);
    await this.#tellNotes(bridge);
  }

  async #entitle({ text, images = [] }: PromptTurn): Promise<void> {
    if (this.title !== null) return;
    const title = toSessionTitle(text) ?? (images.length > 0 ? "Image" : null);
    if (title === null) return;
    await this.#parts.record.add({ type: "title-changed", title });
    this.onChange?.();
  }

  /** What is typed has no use for servers. */
  #toolsFor({ author }: Model): ToolLookup {
    const { tools, mcp } = this.#parts;
    const { registry, personRegistry = registry } = tools;
    return author === "person" ? personRegistry : joinMcpTools(registry, mcp);
  }

  async #createSystemPrompt({ author }: Model, tools: ToolLookup): Promise<string> {
    if (author === "person") return "";
    return this.#parts.createSystemPrompt(tools.list().map(({ name }) => name));
  }

  get #messages(): ModelMessage[] {
    const { record, tools } = this.#parts;
    return (this.#conversation ??= rebuildMessages(
      record.events,
      withAbsentMcpTools(tools.registry),
    ));
  }

  /** What a person types needs no such word. */
  #takeNotices({ author }: Model): readonly string[] {
    const notices = this.#parts.tools.takeNotices();
    return author === "person" ? [] : notices;
  }

  async #tellNotes(bridge: ToolCallBridge): Promise<void> {
    const { record, mcp } = this.#parts;
    const notes = [...record.takeNotes(), ...(mcp?.takeNotes() ?? [])];
    for (const note of notes) await bridge.showMessage(`${note}\n\n`);
  }
}

async function within(work: Promise<unknown>, boundMs: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const bound = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, boundMs);
  });
  await Promise.allSettled([Promise.race([work, bound])]);
  clearTimeout(timer);
}
