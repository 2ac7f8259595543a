import type { TerminalId, TerminalState } from "@termwire/terminal";
import type { Conversation } from "../conversation/conversation.ts";
import type { PermissionPrompt } from "../permission/permission-prompt.ts";
import type { Setting } from "../settings/setting.ts";
import type { SessionCard } from "./session-card.ts";
import type { SessionUsage } from "./session-usage.ts";
import type { SlashCommand } from "./slash-command.ts";

/** An open session as it is drawn: plain data, replaced with every change. */
export interface SessionView {
  readonly sessionId: string;
  readonly cwd: string;
  readonly title: string | null;
  readonly conversation: Conversation;
  readonly settings: readonly Setting[];
  readonly commands: readonly SlashCommand[];
  readonly usage: SessionUsage | null;
  /** In the order they were asked. */
  readonly permissions: readonly PermissionPrompt[];
  /** In the order they began. */
  readonly terminals: readonly ShownTerminal[];
  /** An agent is there that can go on with it. */
  readonly isLive: boolean;
  /** Updates from the beginning that are not there any more. */
  readonly omittedUpdates: number;
}

/** One terminal of a session. */
export interface ShownTerminal {
  readonly id: TerminalId;
  /** The call that shows it; null until one does. */
  readonly toolCallId: string | null;
  /** Its output is the content of its call, which then is not drawn. */
  readonly isText: boolean;
  /** Without the bytes; the counts in it are those of the last change that was no output. */
  readonly state: TerminalState;
  readonly card: SessionCard;
}
