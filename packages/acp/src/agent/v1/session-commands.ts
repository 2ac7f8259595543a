import type { SessionUpdate } from "@agentclientprotocol/sdk";
import type { SessionCommand } from "../harness.ts";

/** What can be asked for by name, as ACP v1 tells it; null for nothing. */
export function toV1Commands(commands: readonly SessionCommand[]): SessionUpdate | null {
  if (commands.length === 0) return null;
  return {
    sessionUpdate: "available_commands_update",
    availableCommands: commands.map(({ name, description, hint }) => ({
      name,
      description,
      ...(hint !== null && { input: { hint } }),
    })),
  };
}
