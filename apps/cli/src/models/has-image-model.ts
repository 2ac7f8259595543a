import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { KNOWN_PROVIDERS } from "@termwire/agent/known-providers";
import type { Environment } from "@termwire/agent/model-catalog";
import { findConfigPath } from "./find-config-path.ts";

/** Keys of providers that are known to have a model with eyes. */
const KEYS = KNOWN_PROVIDERS.filter(({ models }) =>
  models.some(({ acceptsImages }) => acceptsImages),
).map(({ keyVariable }) => keyVariable);

/**
 * Whether any model that can be used here reads images. A client that has just started the agent waits for it: where
 * nobody can have said so, the catalog of models is not loaded. Never rejects.
 *
 * @param model as for `loadCatalog`.
 */
export async function hasImageModel(env: Environment, model: string | null): Promise<boolean> {
  const path = findConfigPath({ env, home: homedir(), platform: process.platform });
  const hasKey = KEYS.some((name) => (env[name] ?? "") !== "");
  if (!hasKey && !existsSync(path)) return false;
  const { loadCatalog } = await import("./load-catalog.ts");
  const { catalog } = await loadCatalog(env, model);
  return catalog.usable.some(({ acceptsImages }) => acceptsImages);
}
