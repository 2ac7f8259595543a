import type { PromptTurn, TurnStopReason } from "@termwire/acp/agent";
import { createLocalRunner } from "@termwire/process";
import { createOwnedRunner } from "@termwire/terminal";
import { createBashTool, type BashToolOptions } from "@termwire/tools";
import { createScriptedHarness } from "./scripted-harness.ts";

/** A harness whose prompt is the command line; what it started ends with the test. */
export function createBashHarness(options: BashToolOptions = {}) {
  const runner = createOwnedRunner(createLocalRunner());
  const tool = createBashTool(options);
  let calls = 0;
  const { harness } = createScriptedHarness({
    async prompt({ text, bridge, signal }: PromptTurn): Promise<TurnStopReason> {
      const callId = `c${++calls}`;
      await bridge.runTool({ tool, input: { command: text }, callId, runner, signal });
      return "end_turn";
    },
  });
  return { harness, [Symbol.asyncDispose]: () => runner.dispose() };
}
