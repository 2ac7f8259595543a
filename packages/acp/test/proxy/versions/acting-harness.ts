import type { AgentHarness } from "@termwire/acp/agent";
import { createBashTool, defineTool, type CallView, type Tool } from "@termwire/tools";
import { createScriptedHarness } from "../../agent/scripted-harness.ts";

/** A harness that asks about one command, which never runs, and what it got for an answer. */
export function createAskingHarness() {
  const outcomes: unknown[] = [];
  const refuse = (): never => {
    throw new Error("ran");
  };
  const { harness } = createScriptedHarness({
    async prompt({ bridge, signal }) {
      await bridge.runTool({
        tool: createBashTool(),
        input: { command: "rm -r x", description: "Cleans up" },
        callId: "c1",
        runner: { resolve: refuse, start: refuse },
        signal,
        authorize: async ({ view, cwd }, ask) => {
          const choices = [{ id: "no", name: "Reject", kind: "reject_once" }] as const;
          outcomes.push(await ask({ view, cwd, choices }));
          return { allow: false, reason: "the person said no" };
        },
      });
      return "end_turn";
    },
  });
  return { harness, outcomes };
}

function createViewTool(view: CallView): Tool {
  return defineTool({
    name: "shown",
    description: "Is shown.",
    inputSchema: { type: "object" },
    parseArgs: (input) => input,
    run: async () => "done",
    renderResult: (result) => result,
    isFailure: () => false,
    presentCall: () => view,
  });
}

function createShowingHarness(view: CallView): AgentHarness {
  const refuse = (): never => {
    throw new Error("ran");
  };
  const runner = { resolve: refuse, start: refuse };
  return createScriptedHarness({
    async prompt({ bridge, signal }) {
      const tool = createViewTool(view);
      await bridge.runTool({ tool, input: {}, callId: "c1", runner, signal });
      await bridge.showUsage({ usedTokens: 3, windowTokens: 10 });
      return "end_turn";
    },
  }).harness;
}

/** A harness that tells a plan and how much of its memory is used. */
export function createPlanningHarness(): AgentHarness {
  const steps = [{ text: "look", state: "in_progress", priority: "high" }] as const;
  return createShowingHarness({ card: "plan", title: "Plan", steps });
}

/** A harness that changes a file. */
export function createEditingHarness(): AgentHarness {
  const diffs = [{ path: "a.txt", oldText: "a\nb\n", newText: "a\nc\n" }];
  return createShowingHarness({ card: "diff", title: "Edit a.txt", diffs });
}
