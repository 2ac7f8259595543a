import { homedir } from "node:os";
import { resolveModels, type Environment, type ModelCatalog } from "@termwire/agent/model-catalog";
import { findConfigPath } from "./find-config-path.ts";
import { readConfigFile, type ConfigFile } from "./read-config-file.ts";

/** What is known of models, and from where. */
export interface LoadedCatalog {
  readonly catalog: ModelCatalog;
  readonly file: ConfigFile;
}

/**
 * Finds out which models can be used here, from the environment and the configuration file. Connects to nobody and
 * never rejects: what is wrong is in what it gives.
 *
 * @param model chooses one, and wins over both; null for none.
 */
export async function loadCatalog(
  env: Environment,
  model: string | null = null,
): Promise<LoadedCatalog> {
  const { platform } = process;
  const path = findConfigPath({ env, home: homedir(), platform });
  const file = await readConfigFile(path, platform);
  const chosen = model === null ? env : { ...env, TERMWIRE_MODEL: model };
  const catalog = resolveModels({ env: chosen, config: file.config, configProblem: file.problem });
  return { catalog, file };
}
