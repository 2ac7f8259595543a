import {
  AcpError,
  type AgentHarness,
  type HarnessSession,
  type PromptTurn,
  type SessionSetting,
  type ToolCallBridge,
  type TurnStopReason,
} from "@termwire/acp/agent";

/** What a test decides. */
export interface Script {
  /** Works on a prompt. Absent: says the prompt again. */
  readonly prompt?: (turn: PromptTurn) => Promise<TurnStopReason>;
  /** Shows what was. Absent: the prompts, as what the person said. */
  readonly replay?: (bridge: ToolCallBridge) => Promise<void>;
  /** Whether sessions outlive the connection. */
  readonly keeps?: boolean;
  /** Whether there are settings. */
  readonly hasSettings?: boolean;
}

interface Kept {
  readonly sessionId: string;
  readonly cwd: string;
  readonly said: { readonly text: string; readonly messageId: string | undefined }[];
}

/** A harness in memory that does what the test says. `log` is what was done to it. */
export function createScriptedHarness(script: Script = {}) {
  const kept = new Map<string, Kept>();
  const open = new Map<string, ScriptedSession>();
  const log: string[] = [];
  const start = (record: Kept): ScriptedSession => {
    const session = new ScriptedSession(script, record, log);
    open.set(record.sessionId, session);
    return session;
  };
  const harness: AgentHarness = {
    info: { name: "scripted", title: "Scripted", version: "1" },
    async createSession({ sessionId, cwd }) {
      if (cwd === "/gone") throw new Error(`does not exist: ${cwd}`);
      const record: Kept = { sessionId, cwd, said: [] };
      kept.set(sessionId, record);
      return start(record);
    },
    ...(script.keeps === true && {
      store: {
        async openSession({ sessionId }) {
          const record = kept.get(sessionId);
          if (record === undefined) {
            throw new AcpError("unknown-session", `no session ${sessionId}`, { sessionId });
          }
          log.push(`open ${sessionId}`);
          return start(record);
        },
        async listSessions({ cwd, cursor }) {
          const all = [...kept.values()].filter((each) => cwd === null || each.cwd === cwd);
          const from = Number(cursor ?? 0);
          const page = all.slice(from, from + 2);
          return {
            sessions: page.map((each) => ({
              sessionId: each.sessionId,
              cwd: each.cwd,
              title: each.said[0]?.text ?? null,
              updatedAt: null,
            })),
            nextCursor: from + 2 < all.length ? String(from + 2) : null,
          };
        },
        async deleteSession(sessionId) {
          log.push(`delete ${sessionId}`);
          kept.delete(sessionId);
        },
      },
    }),
  };
  return { harness, log, session: (sessionId: string) => open.get(sessionId) };
}

/** One session of it; its settings and title may be changed as if by itself. */
export class ScriptedSession implements HarnessSession {
  title: string | null = null;
  settings: SessionSetting[];
  onChange: (() => void) | null = null;
  readonly #script: Script;
  readonly #record: Kept;
  readonly #log: string[];

  constructor(script: Script, record: Kept, log: string[]) {
    this.#script = script;
    this.#record = record;
    this.#log = log;
    this.settings = script.hasSettings === true ? createSettings() : [];
  }

  async prompt(turn: PromptTurn): Promise<TurnStopReason> {
    this.#record.said.push({ text: turn.text, messageId: turn.messageId });
    if (this.#script.prompt !== undefined) return this.#script.prompt(turn);
    await turn.bridge.showMessage(turn.text);
    return "end_turn";
  }

  async replay(bridge: ToolCallBridge): Promise<void> {
    if (this.#script.replay !== undefined) return this.#script.replay(bridge);
    for (const { text, messageId } of this.#record.said) {
      await bridge.showUserMessage(text, messageId);
    }
  }

  async changeSetting(settingId: string, choiceId: string): Promise<void> {
    const setting = this.settings.find(({ id }) => id === settingId);
    if (setting?.choices.some(({ id }) => id === choiceId) !== true) {
      throw new AcpError("invalid-params", `there is no ${settingId} = ${choiceId}`);
    }
    this.choose(settingId, choiceId);
  }

  choose(settingId: string, choiceId: string): void {
    this.settings = this.settings.map((each) =>
      each.id === settingId ? { ...each, current: choiceId } : each,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#log.push(`dispose ${this.#record.sessionId}`);
  }
}

function createSettings(): SessionSetting[] {
  const choices = [
    { id: "ask", name: "Ask", description: "Asks." },
    { id: "full", name: "Full" },
  ];
  return [
    { id: "mode", name: "Mode", category: "mode", current: "ask", choices },
    { id: "style", name: "Style", category: "other", current: "ask", choices },
  ];
}
