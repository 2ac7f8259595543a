import { createJournal, type Journal } from "../journal/journal.ts";
import { toFields, toNotification, toText, toUpdate, type Fields } from "./message.ts";
import type { Tab, WireText } from "./tab.ts";

/** A session as the list of sessions tells it. */
export interface SessionEntry {
  readonly sessionId: string;
  readonly cwd: string;
  readonly title: string | null;
  /** The agent that runs now has it open. */
  readonly live: boolean;
  readonly working: boolean;
  /** The agent waits for an answer. */
  readonly asking: boolean;
  /** ISO 8601. */
  readonly updatedAt: string;
}

/** What a prompt came to: the members of its answer. */
export type PromptAnswer = Fields;

/** Members of the answers that open a session which say how it is set. */
const SETTINGS = ["modes", "models", "configOptions"] as const;

/** One session, its tabs, and everything it has shown. */
export class SharedSession {
  readonly sessionId: string;
  /** Empty until it is known. */
  cwd: string;
  readonly tabs: Set<Tab> = new Set();
  /** Ids of the agent's questions that wait. */
  readonly questions: Set<string> = new Set();
  live = true;
  readonly #journal: Journal;
  readonly #prompts = new Set<string>();
  #settings: Fields = {};
  #title: string | null = null;
  #updatedMs = Date.now();

  constructor(sessionId: string, cwd: string) {
    this.sessionId = sessionId;
    this.cwd = cwd;
    this.#journal = createJournal(sessionId);
  }

  get entry(): SessionEntry {
    return {
      sessionId: this.sessionId,
      cwd: this.cwd,
      title: this.#title,
      live: this.live,
      working: this.#prompts.size > 0,
      asking: this.questions.size > 0,
      updatedAt: new Date(this.#updatedMs).toISOString(),
    };
  }

  /** Milliseconds since the epoch of the last thing that happened. */
  get updatedMs(): number {
    return this.#updatedMs;
  }

  /** What is kept of it takes this much of the memory, roughly. */
  get sizeBytes(): number {
    return this.#journal.sizeBytes;
  }

  /** Nobody looks at it, and nothing happens in it. */
  get isAtRest(): boolean {
    return this.tabs.size + this.#prompts.size + this.questions.size === 0;
  }

  /** Keeps what the agent says and passes it on; true when its entry is another one now. */
  takeUpdate(update: Fields, text: WireText): boolean {
    this.#journal.addUpdate({ update, atMs: Date.now() }, text.length);
    for (const tab of this.tabs) tab.send(text);
    return this.#readState(update);
  }

  /** Keeps how it is set, as the answer that opened it says. */
  setSettings(result: Fields): void {
    for (const name of SETTINGS) {
      if (result[name] !== undefined) this.#settings = { ...this.#settings, [name]: result[name] };
    }
  }

  /** What one tab set, told to the others. */
  tellOthers(asking: Tab | null, update: Fields): void {
    const text = toUpdate(this.sessionId, update);
    this.#readState(update);
    for (const tab of this.tabs) if (tab !== asking) tab.send(text);
  }

  /** A tab's prompt: the words for the others, the begin of the turn for all. */
  startPrompt(promptId: string, prompt: unknown, asking: Tab): void {
    this.#touch();
    this.#prompts.add(promptId);
    for (const content of Array.isArray(prompt) ? prompt : []) {
      const _meta = { termwire: { promptId } };
      const update = { sessionUpdate: "user_message_chunk", content: toFields(content), _meta };
      const text = toUpdate(this.sessionId, update);
      this.#journal.addUpdate({ update, atMs: this.#updatedMs }, text.length);
      for (const tab of this.tabs) if (tab !== asking) tab.send(text);
    }
    const { sessionId } = this;
    this.#tell(toNotification("_termwire/prompt_started", { sessionId, promptId }));
  }

  endPrompt(promptId: string, { result, error }: PromptAnswer): void {
    this.#touch();
    this.#prompts.delete(promptId);
    const { sessionId } = this;
    const what = error === undefined ? toFields(result) : { error };
    this.#tell(toNotification("_termwire/turn_ended", { ...what, sessionId, promptId }));
  }

  /** Shows a tab everything there was, and from now on what comes. In one go, so that nothing falls between. */
  show(tab: Tab): void {
    this.tabs.add(tab);
    tab.sendKept(this.#journal.read());
  }

  /** The answer to a `session/load` that the hub gives itself. */
  get loaded(): Fields {
    const { live, working } = this.entry;
    const promptIds = [...this.#prompts];
    const { omittedUpdates } = this.#journal;
    return { ...this.#settings, _meta: { termwire: { live, working, promptIds, omittedUpdates } } };
  }

  #tell(text: string): void {
    this.#journal.addMessage(text);
    for (const tab of this.tabs) tab.send(text);
  }

  #touch(): void {
    this.#updatedMs = Date.now();
  }

  #readState(update: Fields): boolean {
    const { sessionUpdate, currentModeId, configOptions, title } = update;
    if (sessionUpdate === "current_mode_update") {
      const modes = { ...toFields(this.#settings["modes"]), currentModeId };
      this.#settings = { ...this.#settings, modes };
    }
    if (sessionUpdate === "config_option_update") {
      this.#settings = { ...this.#settings, configOptions };
    }
    if (sessionUpdate !== "session_info_update" || toText(title) === this.#title) return false;
    if (title !== undefined) this.#title = toText(title);
    return title !== undefined;
  }
}
