import { describe } from "vitest";
import type { CreateRunner } from "./command-harness.ts";
import { describeCompletion } from "./contract/completion-contract.ts";
import { describeDirectory } from "./contract/directory-contract.ts";
import { describeEndings } from "./contract/ending-contract.ts";
import { describeIdleLimit } from "./contract/idle-contract.ts";
import { describeInput } from "./contract/input-contract.ts";
import { describeOutput } from "./contract/output-contract.ts";
import { describeProgram } from "./contract/program-contract.ts";
import { describeTermination } from "./contract/termination-contract.ts";

/** Everything a runner of this machine promises, whatever its output goes through. */
export function describeRunnerContract(name: string, createRunner: CreateRunner): void {
  describe(name, () => {
    describeProgram(createRunner);
    describeDirectory(createRunner);
    describeInput(createRunner);
    describeOutput(createRunner);
    describeEndings(createRunner);
    describeIdleLimit(createRunner);
    describeCompletion(createRunner);
    describeTermination(createRunner);
  });
}
