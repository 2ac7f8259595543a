import type { SessionUpdate } from "@agentclientprotocol/sdk/experimental/v2";
import type { SessionCommand } from "../harness.ts";

/** What can be asked for by name, as ACP v2 tells it; null for nothing. */
export function toV2Commands(commands: readonly SessionCommand[]): SessionUpdate | null {
  if (commands.length === 0) return null;
  return {
    sessionUpdate: "available_commands_update",
    availableCommands: commands.map(({ name, description, hint }) => ({
      type: "command",
      name,
      description,
      ...(hint !== null && { input: { type: "text", hint } }),
    })),
  };
}
