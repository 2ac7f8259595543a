import { displayTerminals, type DisplayEvent } from "@termwire/acp/client";
import { applyTerminalEvent, type TerminalEvent, type TerminalId } from "@termwire/terminal";
import { applyUpdate } from "../conversation/apply-update.ts";
import { EMPTY_CONVERSATION, isWorking, type TurnStop } from "../conversation/conversation.ts";
import { readDescription, type ToolCall } from "../conversation/tool-call.ts";
import { addPrompt, endTurn, startTurn } from "../conversation/turns.ts";
import type { PermissionPrompt } from "../permission/permission-prompt.ts";
import { applySettingsUpdate, parseSettings, replaceOptions } from "../settings/parse-settings.ts";
import { toCount, toFields, type Fields } from "../wire/read-fields.ts";
import type { RpcId } from "../wire/rpc-peer.ts";
import { readSessionFacts } from "./read-session-facts.ts";
import type { SessionCard } from "./session-card.ts";
import type { SessionView, ShownTerminal } from "./session-view.ts";

/** What a session is opened with. */
export interface SessionOptions {
  readonly sessionId: string;
  readonly cwd: string;
  /** What both sides said of themselves when the connection began. */
  readonly introduction: { readonly params: object; readonly result: unknown };
  readonly createCard: () => SessionCard;
  /** Something changed that is drawn outside of a card. */
  readonly onChange: () => void;
  /** Milliseconds since the epoch. */
  readonly nowMs: () => number;
}

/** One open session: folds what comes into what is drawn, and feeds its cards. Owns nothing that must be released. */
export class Session {
  readonly #options: SessionOptions;
  readonly #decoder = displayTerminals({
    onEvent: (shown) => this.#show(shown),
    nowMs: () => this.#nowMs(),
  });
  readonly #terminals = new Map<TerminalId, ShownTerminal>();
  /** Commands that have not begun, with how they were announced. */
  readonly #announced = new Map<TerminalId, DisplayEvent>();
  #view: SessionView;
  /** When what is being told happened; null for now. */
  #atMs: number | null = null;

  constructor(options: SessionOptions) {
    this.#options = options;
    const { sessionId, cwd, introduction } = options;
    this.#view = {
      sessionId,
      cwd,
      title: null,
      conversation: EMPTY_CONVERSATION,
      settings: [],
      commands: [],
      usage: null,
      permissions: [],
      terminals: [],
      isLive: true,
      omittedUpdates: 0,
    };
    this.#decoder.send({ id: "initialize", method: "initialize", params: introduction.params });
    this.#decoder.receive({ id: "initialize", result: introduction.result });
    this.#decoder.send({ id: "open", method: "session/load", params: { sessionId, cwd } });
  }

  get view(): SessionView {
    return this.#view;
  }

  /** Takes the params of a `session/update`. */
  update(params: Fields): void {
    const update = toFields(params["update"]);
    this.#atMs = toCount(toFields(toFields(params["_meta"])["termwire"])["atMs"]);
    this.#fold(update);
    // After the call is known: a card takes its description from there.
    this.#decoder.receive({ method: "session/update", params });
    this.#beginAll();
    this.#atMs = null;
  }

  /** Takes what a new or loaded session can be set to, and how it is. */
  opened(result: Fields): void {
    const hub = toFields(toFields(result["_meta"])["termwire"]);
    this.#change({
      settings: parseSettings(result),
      isLive: hub["live"] !== false,
      omittedUpdates: toCount(hub["omittedUpdates"]) ?? 0,
    });
  }

  /** The answer to the change of an option. */
  optionsChanged(configOptions: unknown): void {
    this.#change({ settings: replaceOptions(this.#view.settings, configOptions) });
  }

  /** A setting is being changed: shown at once. */
  settingChosen(id: string, current: string): void {
    const settings = this.#view.settings.map((setting) =>
      setting.id === id ? { ...setting, current } : setting,
    );
    this.#change({ settings });
  }

  /** This page sends a prompt. */
  prompted(promptId: string, prompt: readonly object[]): void {
    this.#change({ conversation: addPrompt(this.#view.conversation, promptId, prompt) });
  }

  /** The agent works on a prompt, of whichever tab. */
  turnStarted(promptId: string): void {
    this.#change({ conversation: startTurn(this.#view.conversation, promptId) });
    const { sessionId } = this.#view;
    this.#decoder.send({ id: promptId, method: "session/prompt", params: { sessionId } });
  }

  turnEnded(promptId: string, stop: TurnStop): void {
    const { reason, error } = stop;
    const answer = error === null ? { result: { stopReason: reason } } : { error };
    this.#decoder.receive({ id: promptId, ...answer });
    this.#change({ conversation: endTurn(this.#view.conversation, promptId, stop) });
  }

  /** This page cancels what is being worked on. */
  cancelled(): void {
    const { sessionId } = this.#view;
    this.#decoder.send({ method: "session/cancel", params: { sessionId } });
  }

  asked(prompt: PermissionPrompt): void {
    const permissions = this.#view.permissions.filter(
      ({ requestId }) => requestId !== prompt.requestId,
    );
    this.#change({ permissions: [...permissions, prompt] });
  }

  /** A question is answered, or nobody waits for the answer any more. */
  settled(requestId: RpcId): void {
    const permissions = this.#view.permissions.filter((prompt) => prompt.requestId !== requestId);
    if (permissions.length < this.#view.permissions.length) this.#change({ permissions });
  }

  /** The agent is gone, and with it whatever it asked. */
  agentEnded(): void {
    this.#change({ isLive: false, permissions: [] });
  }

  get isWorking(): boolean {
    return isWorking(this.#view.conversation);
  }

  /** Most updates are output, and change nothing here. */
  #fold(update: Fields): void {
    const conversation = applyUpdate(this.#view.conversation, update);
    const settings = applySettingsUpdate(this.#view.settings, update);
    const facts = readSessionFacts(update);
    const isSame =
      conversation === this.#view.conversation &&
      settings === this.#view.settings &&
      Object.keys(facts).length === 0;
    if (!isSame) this.#change({ conversation, settings, ...facts });
  }

  /** A command is announced before a person is asked about it: until its call is at work it has not begun. */
  #show(shown: DisplayEvent): void {
    const { event, toolCallId } = shown;
    const call = event.type === "terminal-started" ? this.#findCall(toolCallId) : undefined;
    if (call?.status === "pending") this.#announced.set(event.id, shown);
    else if (event.type === "terminal-changed" && this.#announced.has(event.id)) this.#learn(shown);
    else {
      this.#begin(event.id);
      this.#apply(shown);
    }
  }

  /** What is learnt of a command that has not begun is known when it does. */
  #learn(shown: DisplayEvent): void {
    const announced = this.#announced.get(shown.event.id);
    if (announced === undefined) return;
    this.#announced.set(shown.event.id, {
      ...shown,
      event: { ...announced.event, ...shown.event, type: "terminal-started" } as TerminalEvent, // what both say of the command
    });
  }

  #begin(id: TerminalId): void {
    const announced = this.#announced.get(id);
    if (announced?.event.type !== "terminal-started") return;
    this.#announced.delete(id);
    this.#apply({ ...announced, event: { ...announced.event, startedAtMs: this.#nowMs() } });
  }

  #beginAll(): void {
    for (const [id, { toolCallId }] of this.#announced) {
      if (this.#findCall(toolCallId)?.status !== "pending") this.#begin(id);
    }
  }

  #apply({ toolCallId, dialect, isInteractive, event }: DisplayEvent): void {
    const known = this.#terminals.get(event.id);
    const card = known?.card ?? this.#options.createCard();
    card.apply(event);
    const state = applyTerminalEvent(known?.state, event);
    const shown = { id: event.id, toolCallId, isText: dialect === "text", state, card };
    this.#terminals.set(event.id, shown);
    if (known !== undefined && event.type.startsWith("output-")) return;
    card.describe({ description: this.#describe(toolCallId), isInteractive });
    this.#change({ terminals: [...this.#terminals.values()] });
  }

  #nowMs(): number {
    return this.#atMs ?? this.#options.nowMs();
  }

  #describe(toolCallId: string | null): string | null {
    const call = this.#findCall(toolCallId);
    return call === undefined ? null : readDescription(call);
  }

  #findCall(toolCallId: string | null): ToolCall | undefined {
    const { entries } = this.#view.conversation;
    const entry = entries.findLast((each) => each.kind === "call" && each.call.id === toolCallId);
    return entry?.kind === "call" ? entry.call : undefined;
  }

  #change(members: Partial<SessionView>): void {
    this.#view = { ...this.#view, ...members };
    this.#options.onChange();
  }
}
