import type { ClientFiles } from "@termwire/acp/agent";
import type { Jobs, ToolRegistry } from "@termwire/tools";

/** A session, as the tools that are made for it see it. */
export interface ToolSession {
  /** Absolute. */
  readonly cwd: string;
  /** The client's files, as far as it offers them. Absent: not at all. */
  readonly clientFiles?: ClientFiles;
  /** Tells the client that something changed outside of a turn, such as a job that ended. */
  readonly notifyChange: () => void;
}

/** Tools to be looked up. */
export type ToolLookup = Pick<ToolRegistry, "get" | "list">;

/** The tools of one session and what they keep, such as its jobs. The session disposes of them. */
export interface SessionTools extends AsyncDisposable {
  readonly registry: ToolRegistry;
  /** For what the person types, where that differs. Absent: the same. */
  readonly personRegistry?: ToolRegistry;
  /** Whether a model should be told of some of it at once, though nobody prompts it. Absent: never. */
  hasNews?(): boolean;
  /** For the person to see and to end. Absent: there are none. */
  readonly jobs?: Jobs;
  /** What happened that a model should be told before it is asked again; each is given once. */
  takeNotices(): readonly string[];
}
