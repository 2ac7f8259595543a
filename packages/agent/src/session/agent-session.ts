import {
  AcpError,
  type HarnessSession,
  type PromptTurn,
  type SessionSetting,
  type ToolCallBridge,
  type TurnStopReason,
} from "@termwire/acp/agent";
import type { OwnedRunner } from "@termwire/terminal";
import type { ToolRegistry } from "@termwire/tools";
import { AgentError } from "../agent-error.ts";
import type { Model, ModelMessage } from "../model.ts";
import { createContextFitter, type ContextFitter } from "../models/context-fitter.ts";
import type { ModelPicker } from "../models/model-picker.ts";
import type { CommandPattern } from "../permission/command-pattern.ts";
import { decideCall } from "../permission/decide-call.ts";
import {
  isPermissionMode,
  MODE_SETTING,
  PERMISSION_MODES,
  presentModeSetting,
  type PermissionMode,
} from "../permission/permission-mode.ts";
import { createQueue, type Queue } from "../turn/create-queue.ts";
import { runCall } from "../turn/run-call.ts";
import { runTurn, tellNotices } from "../turn/run-turn.ts";
import { createFollowUps, type FollowUpTurn, type SessionFollowUps } from "./follow-ups.ts";
import { rebuildMessages } from "./rebuild-messages.ts";
import { replayEvents } from "./replay-events.ts";
import type { SessionEvent } from "./session-event.ts";
import type { SessionRecord } from "./session-record.ts";
import { toSessionTitle } from "./session-title.ts";
import type { SessionTools } from "./session-tools.ts";
import { createTerminalRecorder, type TerminalRecorder } from "./terminal-recorder.ts";

/** A turn whose commands are gone ends within this. */
const SETTLE_MS = 5_000;

/** What a session works with; it owns the runners and the record. */
export interface SessionParts {
  readonly cwd: string;
  readonly models: ModelPicker;
  readonly tools: SessionTools;
  /** What holds for a whole conversation with a model that has these tools; "" for nothing. */
  readonly createSystemPrompt: (tools: readonly string[]) => Promise<string>;
  readonly runner: OwnedRunner;
  readonly sandboxedRunner: OwnedRunner | null;
  readonly record: SessionRecord;
  /** Of a session that has not chosen one. */
  readonly defaultMode: PermissionMode;
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
  readonly #granted: CommandPattern[] = [];
  readonly #closing = new AbortController();
  readonly #context: ContextFitter = createContextFitter();
  readonly #askQueue: Queue = createQueue();
  readonly #terminals: TerminalRecorder;
  #mode: PermissionMode;
  #turn: Promise<unknown> | null = null;
  #disposing: Promise<void> | null = null;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#mode = readMode(parts.record.events) ?? parts.defaultMode;
    this.#terminals = createTerminalRecorder(parts.record);
    restoreModel(parts.models, parts.record.events);
  }

  get settings(): readonly SessionSetting[] {
    const { sandboxedRunner, models } = this.#parts;
    const hasSandbox = sandboxedRunner !== null || models.model.author === "person";
    return [presentModeSetting(this.#mode, hasSandbox), ...models.settings];
  }

  get title(): string | null {
    const { events } = this.#parts.record;
    return events.findLast((event) => event.type === "title-changed")?.title ?? null;
  }

  prompt(turn: PromptTurn): Promise<TurnStopReason> {
    this.followUps.notePrompt();
    return this.#take(() => this.#work(turn, turn));
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
      tools: this.#toolsFor(models.model),
      bridge,
      isRunning: this.#turn !== null,
    });
    await this.#tellNotes(bridge);
  }

  async changeSetting(settingId: string, choiceId: string): Promise<void> {
    const setting = this.settings.find(({ id }) => id === settingId);
    if (setting === undefined) {
      const known = this.settings.map(({ id }) => id);
      throw refuse("setting", known, settingId);
    }
    if (choiceId === setting.current) return;
    if (!this.#parts.models.change(settingId, choiceId)) this.#changeMode(choiceId);
    await this.#parts.record.add({ type: "setting-changed", settingId, choiceId });
  }

  #changeMode(choiceId: string): void {
    if (!isPermissionMode(choiceId)) throw refuse(MODE_SETTING, PERMISSION_MODES, choiceId);
    this.#mode = choiceId;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return (this.#disposing ??= this.#dispose());
  }

  async #dispose(): Promise<void> {
    this.#closing.abort();
    const { tools, runner, sandboxedRunner, record } = this.#parts;
    await Promise.allSettled([tools[Symbol.asyncDispose]()]);
    await Promise.allSettled([runner.dispose(), sandboxedRunner?.dispose()]);
    // What the last call printed belongs to the record; a client that does not read may hold the turn up.
    if (this.#turn !== null) await within(this.#turn, SETTLE_MS);
    await within(this.#terminals.settle(), SETTLE_MS);
    await record[Symbol.asyncDispose]();
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
    if (prompt !== null) await this.#entitle(prompt.text);
    await tellNotices({ messages: this.#messages, takeNotices, record: add });
    if (prompt !== null) await this.#addPrompt(prompt);
    await this.#tellNotes(bridge);
    const stop = AbortSignal.any([signal, this.#closing.signal]);
    let stopReason: TurnStopReason | "failed" = "failed";
    try {
      stopReason = await runTurn({
        model,
        tools: tools.list(),
        system: await this.#createSystemPrompt(model, tools),
        bridge,
        signal: stop,
        messages: this.#messages,
        context: this.#context,
        runCall: (call) => runCall(call, this.#createCallOptions(bridge, stop, model)),
        takeNotices,
        record: add,
      });
      return stopReason;
    } finally {
      await add({ type: "turn-ended", stopReason });
      await this.#tellNotes(bridge);
    }
  }

  async #addPrompt({ text, messageId }: PromptTurn): Promise<void> {
    this.#messages.push({ role: "user", text });
    await this.#parts.record.add({ type: "prompt", text, messageId: messageId ?? null });
  }

  /** What the model is asked is what the person typed. */
  get #isTyped(): boolean {
    return this.#parts.models.model.author === "person";
  }

  async #entitle(text: string): Promise<void> {
    const title = this.title === null ? toSessionTitle(text) : null;
    if (title === null) return;
    await this.#parts.record.add({ type: "title-changed", title });
    this.onChange?.();
  }

  #toolsFor({ author }: Model): ToolRegistry {
    const { registry, personRegistry = registry } = this.#parts.tools;
    return author === "person" ? personRegistry : registry;
  }

  async #createSystemPrompt({ author }: Model, tools: ToolRegistry): Promise<string> {
    if (author === "person") return "";
    return this.#parts.createSystemPrompt(tools.list().map(({ name }) => name));
  }

  #createCallOptions(
    bridge: ToolCallBridge,
    signal: AbortSignal,
    model: Model,
  ): Parameters<typeof runCall>[1] {
    const { runner, sandboxedRunner, record, cwd } = this.#parts;
    return {
      tools: this.#toolsFor(model),
      bridge,
      signal,
      runner,
      sandboxedRunner,
      decide: (view) =>
        decideCall({
          mode: this.#mode,
          author: model.author ?? "model",
          hasSandbox: sandboxedRunner !== null,
          view,
          cwd,
          granted: this.#granted,
        }),
      onGranted: (pattern) => void this.#granted.push(pattern),
      askQueue: this.#askQueue,
      record: (event) => record.add(event),
      onTerminal: (callId, command) => this.#terminals.follow(callId, command),
    };
  }

  get #messages(): ModelMessage[] {
    const { record, tools } = this.#parts;
    return (this.#conversation ??= rebuildMessages(record.events, tools.registry));
  }

  /** What a person types needs no such word. */
  #takeNotices({ author }: Model): readonly string[] {
    const notices = this.#parts.tools.takeNotices();
    return author === "person" ? [] : notices;
  }

  async #tellNotes(bridge: ToolCallBridge): Promise<void> {
    for (const note of this.#parts.record.takeNotes()) await bridge.showMessage(`${note}\n\n`);
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

function readMode(events: readonly SessionEvent[]): PermissionMode | null {
  const chosen = events.findLast(
    (event) => event.type === "setting-changed" && event.settingId === MODE_SETTING,
  );
  const choice = chosen?.type === "setting-changed" ? chosen.choiceId : null;
  return isPermissionMode(choice) ? choice : null;
}

/** One that is not there any more is left to what holds for new sessions. */
function restoreModel(models: ModelPicker, events: readonly SessionEvent[]): void {
  for (const event of events) {
    if (event.type !== "setting-changed") continue;
    try {
      models.change(event.settingId, event.choiceId);
    } catch (error) {
      if (!AcpError.is(error)) throw error;
    }
  }
}

function refuse(name: string, allowed: readonly string[], came: string): AcpError {
  const shown = JSON.stringify(came);
  const message = `${name}: expected one of ${allowed.join(", ")}, got ${shown}`;
  return new AcpError("invalid-params", message, { name, allowed, came });
}
