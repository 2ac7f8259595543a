import type { PromptTurn, ShownTerminal, TurnStopReason } from "@termwire/acp/agent";
import { createLocalRunner } from "@termwire/process";
import { createOwnedRunner, type CommandRunner, type RunningCommand } from "@termwire/terminal";
import { createJobs, createShellTools, type Jobs, type Tool } from "@termwire/tools";
import { createScriptedHarness } from "./scripted-harness.ts";

interface LoggedCall {
  readonly input: unknown;
  readonly callId: string;
  result: unknown;
  terminal: ShownTerminal | null;
}

/**
 * A harness whose prompt is the arguments of bash, run by `commands`; its jobs end with the test. Its log has every call
 * and, unless `logsTerminals` is false, what was shown of each.
 */
export function createJobHarness({
  logsTerminals = true,
  commands = createLocalRunner(),
}: { logsTerminals?: boolean; commands?: CommandRunner } = {}) {
  const runner = createOwnedRunner(commands);
  const jobs: Jobs = createJobs();
  const bash = createShellTools({ jobs }).find(({ name }) => name === "bash") as Tool; // it is there
  const calls: LoggedCall[] = [];
  const { harness } = createScriptedHarness({
    async prompt({ text, bridge, signal }: PromptTurn): Promise<TurnStopReason> {
      const callId = `c${calls.length + 1}`;
      const input: unknown = JSON.parse(text);
      const logged: LoggedCall = { input, callId, result: undefined, terminal: null };
      calls.push(logged);
      const onTerminal = (command: RunningCommand): void => {
        if (logsTerminals) void command.completed.then(() => keep(logged, command));
      };
      const request = { tool: bash, input, callId, runner, signal, onTerminal };
      logged.result = (await bridge.runTool(request)).result;
      return "end_turn";
    },
    async replay(bridge) {
      for (const call of calls) await bridge.replayTool({ tool: bash, toolName: "bash", ...call });
    },
    keeps: true,
  });
  return {
    harness,
    jobs,
    async [Symbol.asyncDispose](): Promise<void> {
      await jobs[Symbol.asyncDispose]();
      await runner.dispose();
    },
  };
}

async function keep(logged: LoggedCall, command: RunningCommand): Promise<void> {
  const { spec, output } = command;
  const omittedBytes = output.startOffset;
  logged.terminal = {
    cwd: spec.cwd,
    size: spec.size,
    bytes: output.read(omittedBytes).bytes,
    omittedBytes,
    completion: await command.completed,
  };
}
