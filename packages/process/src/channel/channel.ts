import type { ChildProcess } from "node:child_process";
import type { OutputLogWriter, TerminalSize } from "@termwire/terminal";
import type { InputWriter } from "../input/input-writer.ts";
import type { OutputReader } from "../output/output-pipe.ts";
import type { LaunchPlan, LaunchSetting } from "../start/launch-plan.ts";

/** What a child gets as its file descriptors 0, 1 and 2. */
export type ChildStdio = readonly [
  stdin: "ignore" | "pipe" | number,
  stdout: "ignore" | "pipe" | number,
  stderr: "ignore" | "pipe" | number,
];

/** What connects a command with this process, made before the command. */
export interface Channel {
  readonly stdio: ChildStdio;
  /**
   * Changes how a program is launched so that it finds its end of the channel.
   *
   * @throws Error with the `code` of a program that cannot be executed.
   */
  readonly adaptPlan: (plan: LaunchPlan, setting: LaunchSetting) => LaunchPlan;
  /** Takes up reading and writing. Called once, right after the child was started. */
  attach(child: ChildProcess, log: OutputLogWriter): AttachedChannel;
  /** Frees the channel of a child that could not be started. */
  discard(): void;
}

/** A channel in use. */
export interface AttachedChannel {
  readonly reader: OutputReader;
  readonly input: InputWriter;
  /** True while the command waits for somebody to type; null where the system does not tell. */
  readonly isRead: () => boolean | null;
  /** Does nothing where there is no terminal. */
  readonly resize: (size: TerminalSize) => void;
}
