export { createLocalRunner, type LocalRunnerOptions } from "./local-runner.ts";
