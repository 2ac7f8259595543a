export type { SecretPolicy } from "./environment/secret-names.ts";
export { createLocalFiles, type LocalFileEntry, type LocalFiles } from "./files/local-files.ts";
export {
  createProcessIdentities,
  type ProcessIdentities,
  type ProcessIdentity,
} from "./identity/process-identities.ts";
export type { LocalCommand, LocalRunner } from "./local-command.ts";
export { createLocalRunner, type LocalRunnerOptions } from "./local-runner.ts";
export { isExecutable } from "./request/is-executable.ts";
export type { SpillOptions } from "./spill/create-command-output.ts";
export { checkWorkingDirectory } from "./start/check-working-directory.ts";
export { probeSandbox, type SandboxBackend, type SandboxProbe } from "./sandbox/probe-sandbox.ts";
export type { SandboxInit } from "./sandbox/sandbox-init.ts";
export {
  resolveSandboxPolicy,
  type SandboxMode,
  type SandboxPolicy,
  type SandboxRequest,
} from "./sandbox/sandbox-policy.ts";
export { createSandboxedRunner, type SandboxedRunnerOptions } from "./sandbox/sandboxed-runner.ts";
export {
  readLoginEnvironment,
  type LoginEnvironment,
  type LoginEnvironmentOptions,
} from "./login-environment/read-login-environment.ts";
