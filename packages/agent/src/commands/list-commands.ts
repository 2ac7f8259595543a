import type { Jobs } from "@termwire/tools";
import { MODEL_SETTING } from "../models/model-settings.ts";
import type { SandboxLevel } from "../sandbox/sandbox-level.ts";
import type { SandboxSwitch } from "../sandbox/sandbox-switch.ts";
import { createExportCommand, type ExportSource, type ExportTarget } from "./export-command.ts";
import { createJobsCommand } from "./jobs-command.ts";
import { createKillCommand } from "./kill-command.ts";
import { createModelCommand, type ModelChooser } from "./model-command.ts";
import { createSandboxCommand } from "./sandbox-command.ts";
import type { SlashCommand } from "./slash-command.ts";

/** What of a session its commands reach; null for what it has not. */
export interface CommandReach {
  readonly jobs: Jobs | null;
  readonly sandbox: SandboxSwitch | null;
  readonly onSandboxChanged: (level: SandboxLevel) => Promise<void>;
  readonly models: ModelChooser;
  readonly exportTarget: ExportTarget | null;
  readonly readExport: () => ExportSource;
}

/** The commands of a session: those it can do something with. */
export function listCommands(reach: CommandReach): readonly SlashCommand[] {
  const { jobs, sandbox, models, exportTarget } = reach;
  const hasModels = models.settings.some(({ id }) => id === MODEL_SETTING);
  return [
    ...(jobs === null ? [] : [createJobsCommand(jobs), createKillCommand(jobs)]),
    ...(sandbox === null ? [] : [createSandboxCommand(sandbox, reach.onSandboxChanged)]),
    ...(hasModels ? [createModelCommand(models)] : []),
    ...(exportTarget === null ? [] : [createExportCommand(exportTarget, reach.readExport)]),
  ];
}
