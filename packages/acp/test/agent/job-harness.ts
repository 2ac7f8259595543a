import type { PromptTurn, TurnStopReason } from "@termwire/acp/agent";
import { createLocalRunner } from "@termwire/process";
import { createOwnedRunner } from "@termwire/terminal";
import { createJobs, createShellTools, type Jobs, type Tool } from "@termwire/tools";
import { createScriptedHarness } from "./scripted-harness.ts";

/** A harness whose prompt is the arguments of bash; its jobs end with the test. */
export function createJobHarness() {
  const runner = createOwnedRunner(createLocalRunner());
  const jobs: Jobs = createJobs();
  const bash = createShellTools({ jobs }).find(({ name }) => name === "bash") as Tool; // it is there
  const calls: { input: unknown; callId: string; result: unknown }[] = [];
  const { harness } = createScriptedHarness({
    async prompt({ text, bridge, signal }: PromptTurn): Promise<TurnStopReason> {
      const callId = `c${calls.length + 1}`;
      const input: unknown = JSON.parse(text);
      const { result } = await bridge.runTool({ tool: bash, input, callId, runner, signal });
      calls.push({ input, callId, result });
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
    async [Symbol.asyncDispose]() {
      await jobs[Symbol.asyncDispose]();
      await runner.dispose();
    },
  };
}
