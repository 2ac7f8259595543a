export type { SecretPolicy } from "./environment/secret-names.ts";
export { createLocalRunner, type LocalRunnerOptions } from "./local-runner.ts";
