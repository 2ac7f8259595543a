import type { ToolCallBridge } from "@termwire/acp/agent";
import type { OwnedRunner } from "@termwire/terminal";
import type { Model } from "../model.ts";
import type { CommandPattern } from "../permission/command-pattern.ts";
import { decideCall } from "../permission/decide-call.ts";
import type { SandboxSwitch } from "../sandbox/sandbox-switch.ts";
import { createQueue, type Queue } from "../turn/create-queue.ts";
import type { CallOptions } from "../turn/run-call.ts";
import type { SessionRecord } from "./session-record.ts";
import type { SessionSettings } from "./session-settings.ts";
import type { ToolLookup } from "./session-tools.ts";
import { createTerminalRecorder, type TerminalRecorder } from "./terminal-recorder.ts";

/** What the calls of a session are run with. */
export interface SessionCallsParts {
  readonly cwd: string;
  readonly runner: OwnedRunner;
  readonly sandboxedRunner: OwnedRunner | null;
  /** What `runner` runs in; null where its person cannot choose. */
  readonly sandbox: SandboxSwitch | null;
  readonly record: SessionRecord;
}

/** One turn whose calls are to be run. */
export interface CallingTurn {
  readonly model: Model;
  readonly tools: ToolLookup;
  readonly bridge: ToolCallBridge;
  readonly signal: AbortSignal;
}

/** How the calls of one session are decided about, run and recorded. */
export class SessionCalls {
  readonly #parts: SessionCallsParts;
  readonly #settings: SessionSettings;
  readonly #granted: CommandPattern[] = [];
  readonly #askQueue: Queue = createQueue();
  readonly #terminals: TerminalRecorder;

  constructor(parts: SessionCallsParts, settings: SessionSettings) {
    this.#parts = parts;
    this.#settings = settings;
    this.#terminals = createTerminalRecorder(parts.record);
  }

  createOptions({ model, tools, bridge, signal }: CallingTurn): CallOptions {
    const { runner, sandboxedRunner, record, cwd } = this.#parts;
    const hasSandbox = (): boolean => hasCallSandbox(this.#parts);
    return {
      tools,
      bridge,
      signal,
      runner,
      sandboxedRunner: hasSandbox() ? sandboxedRunner : null,
      decide: (view) =>
        decideCall({
          mode: this.#settings.mode,
          author: model.author ?? "model",
          hasSandbox: hasSandbox(),
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

  /** Resolves when all terminals have ended and are in the record. */
  settle(): Promise<void> {
    return this.#terminals.settle();
  }
}

/** Whether single calls can be held: where all of them are in one sandbox, none can be let out of another. */
export function hasCallSandbox({
  sandboxedRunner,
  sandbox,
}: Pick<SessionCallsParts, "sandboxedRunner" | "sandbox">): boolean {
  return sandboxedRunner !== null && (sandbox === null || sandbox.level === "off");
}
