import { createLocalRunner } from "@termwire/process";
import { describeRunnerContract } from "./runner-contract.ts";

describeRunnerContract("a local runner", () => createLocalRunner());
