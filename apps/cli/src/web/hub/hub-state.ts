import type { AgentChoice } from "../agents/agent-choice.ts";
import type { AgentRun } from "./agent-run.ts";
import { HubSessions } from "./hub-sessions.ts";
import type { Fields } from "./message.ts";
import { Questions, tellSettled, type Question } from "./questions.ts";
import type { Tab } from "./tab.ts";

/** What a hub is made with. */
export interface HubOptions {
  readonly choice: AgentChoice;
  /** Where the agent is started, and what is offered for new sessions. */
  readonly cwd: string;
  readonly clientInfo: Fields;
  /** The list of agents, for people to choose from. */
  readonly listAgents: () => readonly AgentEntry[];
}

/** An agent as the page gets it. */
export interface AgentEntry {
  readonly id: string;
  readonly name: string;
  readonly command: string;
  readonly isDefault: boolean;
  readonly state: "idle" | "starting" | "running" | "ended";
}

/** What both directions of one hub share. */
export class HubState {
  readonly options: HubOptions;
  readonly tabs: Set<Tab> = new Set();
  readonly sessions: HubSessions;
  readonly questions: Questions = new Questions();
  /** Null until the first tab introduces itself. */
  run: AgentRun | null = null;

  constructor(options: HubOptions) {
    this.options = options;
    this.sessions = new HubSessions(this.tabs);
  }

  /** The tabs that show a session; those of none are all. */
  tabsOf(sessionId: string | null): ReadonlySet<Tab> {
    if (sessionId === null) return this.tabs;
    return this.sessions.find(sessionId)?.tabs ?? new Set();
  }

  /** A question needs no answer any more. @param answer what settled it; null when nobody did. */
  settle(question: Question, answer: Fields | null, answering: Tab | null): void {
    const { sessionId, id } = question;
    const others = [...this.tabsOf(sessionId)].filter((tab) => tab !== answering);
    tellSettled(others, question, answer);
    const session = sessionId === null ? undefined : this.sessions.find(sessionId);
    if (session?.questions.delete(id) === true) this.sessions.tellChanged(session);
  }
}
