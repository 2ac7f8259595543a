import { toModelName, type ModelCatalog, type ProviderReport } from "@termwire/agent";
import type { LoadedCatalog } from "./load-catalog.ts";
import type { ConfigFile } from "./read-config-file.ts";

/** What a script gets: all of it but the keys. */
export function toModelsReport({
  catalog,
  file,
}: LoadedCatalog): Readonly<Record<string, unknown>> {
  const { choice, effort, providers, usable } = catalog;
  return {
    configuration: { path: file.path, exists: file.isThere, problem: file.problem },
    chosen: {
      kind: choice.kind,
      model: choice.kind === "model" ? toModelName(choice.settings) : null,
      problem: choice.kind === "unusable" ? choice.problem : null,
    },
    effort,
    providers,
    models: usable.map((model) => ({
      name: toModelName(model),
      windowTokens: model.windowTokens,
      images: model.acceptsImages,
    })),
  };
}

/** What a person gets: what a prompt goes to, then each provider and why it cannot be used. */
export function renderModels({ catalog, file }: LoadedCatalog): string {
  const width = Math.max(...catalog.providers.map(({ id }) => id.length));
  return [
    `model          ${describeChoice(catalog)}`,
    `configuration  ${describeFile(file)}`,
    "",
    ...catalog.providers.flatMap((provider) => renderProvider(provider, width)),
  ].join("\n");
}

function describeChoice({ choice, effort }: ModelCatalog): string {
  if (choice.kind === "unusable") return `none: ${choice.problem}`;
  if (choice.kind === "shell") {
    return choice.isChosen
      ? "shell: the prompt is the command line"
      : "shell, as there is no key for another: the prompt is the command line";
  }
  return `${toModelName(choice.settings)}${effort === "default" ? "" : `, effort ${effort}`}`;
}

function describeFile({ path, isThere, problem }: ConfigFile): string {
  if (problem !== null) return `refused: ${problem}`;
  return isThere ? path : `${path} (there is none)`;
}

function renderProvider(provider: ProviderReport, width: number): string[] {
  const { id, problem, keyFrom, baseUrl, models } = provider;
  const indent = " ".repeat(width + 7);
  if (problem !== null) return [`no   ${id.padEnd(width)}  ${problem}`];
  const key = keyFrom === null ? "without a key" : `key from ${keyFrom}`;
  const known = models.length === 0 ? `any: TERMWIRE_MODEL=${id}/MODEL` : models.join(", ");
  return [`yes  ${id.padEnd(width)}  ${baseUrl ?? ""}, ${key}`, `${indent}${known}`];
}
