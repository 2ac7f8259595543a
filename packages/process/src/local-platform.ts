import { statSync } from "node:fs";
import type { CommandSpec, ResolvedProgram } from "@termwire/terminal";
import type { Channel } from "./channel/channel.ts";
import { createPipeChannel } from "./channel/pipe-channel.ts";
import { chooseInputPipe } from "./input/input-pipe.ts";
import { chooseOutputPipe } from "./output/open-output-pipe.ts";
import { watchTree, watchTreeUntilExit, type TreeWatch } from "./reaper/watch-tree.ts";
import { planPosixLaunch, type LaunchPlan, type LaunchSetting } from "./start/launch-plan.ts";
import { planWindowsLaunch } from "./start/windows-launch-plan.ts";
import { openPty } from "./terminal/pty.ts";
import { createTerminalChannel } from "./terminal/terminal-channel.ts";
import { LINUX_PROCESS_TABLE } from "./tree/linux-process-table.ts";
import { createPosixTree } from "./tree/posix-tree.ts";
import type { ProcessTree } from "./tree/process-tree.ts";
import { PS_PROCESS_TABLE } from "./tree/ps-process-table.ts";
import { createTurnTable } from "./tree/turn-table.ts";
import { createWindowsTree } from "./tree/windows-tree.ts";

/** All that differs between operating systems, chosen once. */
export interface LocalPlatform {
  readonly name: NodeJS.Platform;
  /** Connects a command to be with this process. */
  readonly openChannel: (spec: CommandSpec) => Promise<Channel>;
  readonly planLaunch: (program: ResolvedProgram, setting: LaunchSetting) => LaunchPlan;
  /** The tree of a direct child that was just started. */
  readonly createTree: (pid: number, marker: string) => ProcessTree;
  /** Watches a tree that will bear a marker of this process, so that it does not outlive it. */
  readonly watchTree: () => TreeWatch;
}

/** Chooses by the name of the operating system. */
export function chooseLocalPlatform(name: NodeJS.Platform): LocalPlatform {
  const openOutputPipe = chooseOutputPipe(name);
  const openChannel = async (spec: CommandSpec): Promise<Channel> => {
    const input = chooseInputPipe(spec.stdin);
    return spec.size === null
      ? createPipeChannel(input, await openOutputPipe())
      : createTerminalChannel(openPty(spec.size), spec.stdin, input);
  };
  if (name === "win32") {
    return {
      name,
      openChannel,
      planLaunch: (program, setting) => planWindowsLaunch(program, { ...setting, isFile }),
      createTree: (pid) => createWindowsTree(pid),
      watchTree: watchTreeUntilExit,
    };
  }
  const table = createTurnTable(name === "linux" ? LINUX_PROCESS_TABLE : PS_PROCESS_TABLE);
  return {
    name,
    openChannel,
    planLaunch: planPosixLaunch,
    createTree: (leaderId, marker) => createPosixTree({ leaderId, marker, table }),
    watchTree,
  };
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
