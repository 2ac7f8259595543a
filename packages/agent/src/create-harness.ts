import { AcpError, type AgentHarness, type HarnessSession } from "@termwire/acp/agent";
import { createOwnedRunner, type CommandRunner } from "@termwire/terminal";
import type { ToolRegistry } from "@termwire/tools";
import type { Model, ModelMessage } from "./model.ts";
import { runTurn } from "./run-turn.ts";

/** What a harness is composed of. */
export interface HarnessOptions {
  readonly info: AgentHarness["info"];
  readonly model: Model;
  readonly tools: ToolRegistry;
  /** Runs every session's commands; each session owns, and ends, its own. */
  readonly runner: CommandRunner;
  /** Rejects with an error that names the directory when commands cannot run there. */
  readonly checkDirectory: (cwd: string) => Promise<void>;
}

/** Creates the built-in agent. Nothing a session started outlives the session. */
export function createHarness(options: HarnessOptions): AgentHarness {
  return {
    info: options.info,
    async createSession({ cwd, clientRunner }) {
      // A directory in the client's environment is the client's to check.
      if (clientRunner === null) await options.checkDirectory(cwd);
      return createSession(options, clientRunner ?? options.runner);
    },
  };
}

function createSession({ model, tools }: HarnessOptions, runner: CommandRunner): HarnessSession {
  const owned = createOwnedRunner(runner);
  const messages: ModelMessage[] = [];
  return {
    async prompt({ text, signal, bridge }) {
      messages.push({ role: "user", text });
      return runTurn({ model, tools, runner: owned, bridge, signal, messages });
    },
    replay: async () => undefined,
    settings: [],
    async changeSetting(settingId) {
      throw new AcpError("invalid-params", `there is no setting "${settingId}"`);
    },
    onChange: null,
    [Symbol.asyncDispose]: () => owned.dispose(),
  };
}
