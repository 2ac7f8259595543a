import { AgentError } from "../agent-error.ts";
import type { Model } from "../model.ts";

/**
 * The model in place of one that was chosen and cannot be used: it says why at every prompt. Running the prompt as a
 * command line instead would do what nobody asked for.
 */
export function createUnusableModel(problem: string): Model {
  return {
    name: "unusable",
    author: "model",
    // oxlint-disable-next-line require-yield -- there is never an answer
    async *respond() {
      throw new AgentError("unknown-model", `${problem}. \`termwire models\` tells what there is.`);
    },
  };
}
