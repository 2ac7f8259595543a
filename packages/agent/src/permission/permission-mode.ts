import type { SessionSetting } from "@termwire/acp/agent";

/**
 * What a model's commands need. `ask`: the person's word for each. `auto`: none inside the sandbox, theirs to leave it.
 * `full`: none.
 */
export type PermissionMode = "ask" | "auto" | "full";

/** All of them, in the order in which they are offered. */
export const PERMISSION_MODES: readonly PermissionMode[] = ["ask", "auto", "full"];

/** The id of the setting. */
export const MODE_SETTING = "mode";

/** True for one of {@link PERMISSION_MODES}. */
export function isPermissionMode(value: unknown): value is PermissionMode {
  return PERMISSION_MODES.some((mode) => mode === value);
}

/**
 * The mode as a setting of the session. `hasSandbox` false: `auto` has no sandbox to let commands
 * out of, and says so.
 */
export function presentModeSetting(current: PermissionMode, hasSandbox: boolean): SessionSetting {
  return {
    id: MODE_SETTING,
    name: "Permission",
    description: "What a model's commands need. What you type yourself is never asked about.",
    category: "mode",
    current,
    choices: [
      { id: "ask", name: "Ask", description: "You are asked before each command." },
      {
        id: "auto",
        name: "Auto",
        description: hasSandbox
          ? "Commands run in a sandbox that can write to the session's directory only and has no network. You are asked before one leaves it."
          : "There is no sandbox here to let single commands out of, so you are asked before each, as with Ask.",
      },
      { id: "full", name: "Full access", description: "Commands run without a question." },
    ],
  };
}
