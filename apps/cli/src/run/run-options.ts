import type { ClientClaim } from "@termwire/acp/client";

/** Everything `termwire run` was told, with defaults decided. */
export interface RunOptions {
  readonly prompt: string;
  /** Shell command that starts the agent; null for the built-in one. */
  readonly agentCommand: string | null;
  readonly cwd: string;
  readonly claim: ClientClaim;
  readonly json: boolean;
  /** Runs commands for the agent (`terminal/*`) where the claim says so. */
  readonly terminals: boolean;
  readonly permission: "ask" | "allow" | "deny";
  readonly timeoutMs: number | null;
}
