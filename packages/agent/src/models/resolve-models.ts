import { CUSTOM_PROVIDER, KNOWN_PROVIDERS, type KnownModel } from "./known-providers.ts";
import { EMPTY_CONFIG, EMPTY_ENTRY, type ModelConfig } from "./parse-model-config.ts";
import {
  EFFORTS,
  toModelName,
  type Effort,
  type ModelSettings,
  type ProviderSettings,
} from "./provider-settings.ts";
import { resolveProvider, type ProviderSource } from "./resolve-provider.ts";

/** Variables by name, as a process has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where settings of models come from. */
export interface ModelSources {
  readonly env: Environment;
  /** What the configuration file says; null when there is none, or it was refused. */
  readonly config: ModelConfig | null;
  /** Why the file was refused; null when it was not. */
  readonly configProblem: string | null;
}

/** A provider and whether it can be used. */
export interface ProviderReport {
  readonly id: string;
  readonly kind: ProviderSettings["kind"];
  readonly baseUrl: string | null;
  /** Where its key was found: a variable or `config`; null when it has none. */
  readonly keyFrom: string | null;
  /** Why it cannot be used, and what to do; null when it can. */
  readonly problem: string | null;
  /** Names of models that are known of it, usable or not. */
  readonly models: readonly string[];
}

/** The model a session begins with. */
export type ModelChoice =
  /** Nobody has a key and nobody chose: the prompt is a command line. */
  | { readonly kind: "shell"; readonly isChosen: boolean }
  | { readonly kind: "model"; readonly settings: ModelSettings }
  /** One was chosen and cannot be used. A prompt meant for it is never run as a command instead. */
  | { readonly kind: "unusable"; readonly problem: string };

/** All that is known of models on this machine. */
export interface ModelCatalog {
  readonly choice: ModelChoice;
  readonly effort: Effort;
  readonly providers: readonly ProviderReport[];
  /** The known models of usable providers, and the chosen one. */
  readonly usable: readonly ModelSettings[];
  /** Variables that hold keys. No command may see them. */
  readonly secretVariables: readonly string[];
  /** Any usable provider's model by name, known or not. @returns why not as text. */
  find(name: string): ModelSettings | string;
}

/** The variable that chooses a model: `provider/model`, or `shell`. */
const MODEL_VARIABLE = "TERMWIRE_MODEL";
const EFFORT_VARIABLE = "TERMWIRE_EFFORT";

/** Finds out which models can be used and which one is meant. Never throws: what is wrong is in what it gives. */
export function resolveModels(sources: ModelSources): ModelCatalog {
  const config = sources.config ?? EMPTY_CONFIG;
  const all = listSources(sources.env, config).map((source) =>
    resolveProvider(source, sources.env),
  );
  const effort = readEffort(sources.env, config);
  const find = (name: string): ModelSettings | string => findModel(name, all, effort.value);
  const choice = choose({ sources, config, all, find, effortProblem: effort.problem });
  const known = all.flatMap(({ settings, models }) =>
    settings === null
      ? []
      : models.map((model) => toSettings(settings, { ...model, effort: effort.value })),
  );
  const chosen = choice.kind === "model" ? [choice.settings] : [];
  const isKnown = known.some((model) =>
    chosen.some((one) => toModelName(one) === toModelName(model)),
  );
  return {
    choice,
    effort: effort.value,
    providers: all.map(({ report }) => report),
    usable: isKnown ? known : [...chosen, ...known],
    secretVariables: listKeyVariables(all),
    find,
  };
}

type ResolvedProvider = ReturnType<typeof resolveProvider>;

/** Set or not: what is not set now may be in the environment commands are given later. */
function listKeyVariables(all: readonly ResolvedProvider[]): string[] {
  const names = all.flatMap(({ keyVariables }) => keyVariables);
  const known = KNOWN_PROVIDERS.map(({ keyVariable }) => keyVariable);
  return [...new Set([...names, ...known, CUSTOM_PROVIDER.keyVariable])].toSorted();
}

/** Those of the file first, because somebody wrote them down. */
function listSources(env: Environment, config: ModelConfig): ProviderSource[] {
  const configured = [...config.providers].map(([id, entry]) => ({
    id,
    entry,
    known: KNOWN_PROVIDERS.find((provider) => provider.id === id) ?? null,
  }));
  const others = KNOWN_PROVIDERS.filter(({ id }) => !config.providers.has(id));
  const custom = { id: CUSTOM_PROVIDER.id, entry: EMPTY_ENTRY, known: null };
  const hasCustom = env[CUSTOM_PROVIDER.baseUrlVariable] !== undefined;
  return [
    ...(hasCustom && !config.providers.has(CUSTOM_PROVIDER.id) ? [custom] : []),
    ...configured,
    ...others.map((known) => ({ id: known.id, entry: EMPTY_ENTRY, known })),
  ];
}

interface Choosing {
  readonly sources: ModelSources;
  readonly config: ModelConfig;
  readonly all: readonly ResolvedProvider[];
  readonly find: (name: string) => ModelSettings | string;
  readonly effortProblem: string | null;
}

function choose({ sources, config, all, find, effortProblem }: Choosing): ModelChoice {
  const { env, configProblem } = sources;
  const fromEnv = env[MODEL_VARIABLE] ?? "";
  if (fromEnv === "shell") return { kind: "shell", isChosen: true };
  const problem = configProblem ?? effortProblem;
  if (problem !== null) return { kind: "unusable", problem };
  const name = fromEnv === "" ? config.model : fromEnv;
  if (name === "shell") return { kind: "shell", isChosen: true };
  if (name !== null) {
    const settings = find(name);
    if (typeof settings !== "string") return { kind: "model", settings };
    const from = fromEnv === "" ? "the configured model" : MODEL_VARIABLE;
    return { kind: "unusable", problem: `${from}: ${settings}` };
  }
  return chooseDefault(all, find);
}

function chooseDefault(all: readonly ResolvedProvider[], find: Choosing["find"]): ModelChoice {
  const ready = all.filter(({ settings }) => settings !== null);
  const withModels = ready.find(({ models }) => models.length > 0);
  const settings = find(`${withModels?.report.id}/${withModels?.models[0]?.id}`);
  if (withModels !== undefined && typeof settings !== "string") return { kind: "model", settings };
  const [first] = ready;
  if (first === undefined) return { kind: "shell", isChosen: false };
  const { id } = first.report;
  const problem = `${id} can be used, but no model is chosen: set ${MODEL_VARIABLE}=${id}/MODEL`;
  return { kind: "unusable", problem };
}

function findModel(
  name: string,
  all: readonly ResolvedProvider[],
  effort: Effort,
): ModelSettings | string {
  const slash = name.indexOf("/");
  const providerId = name.slice(0, Math.max(0, slash));
  const modelId = name.slice(slash + 1);
  const provider = all.find(({ report }) => report.id === providerId);
  if (slash < 1 || modelId === "" || provider === undefined) {
    const known = all.map(({ report }) => report.id).join(", ");
    return `expected PROVIDER/MODEL with a provider of ${known}, or shell; got ${JSON.stringify(name)}`;
  }
  const { settings, report, models } = provider;
  if (settings === null) return `${name} cannot be used: ${report.problem ?? ""}`;
  const known = models.find(({ id }) => id === modelId);
  const model = known ?? { id: modelId, windowTokens: null, acceptsImages: false };
  return toSettings(settings, { ...model, effort });
}

function toSettings(
  provider: ProviderSettings,
  { id, ...model }: KnownModel & { readonly effort: Effort },
): ModelSettings {
  return { provider, modelId: id, ...model };
}

function readEffort(
  env: Environment,
  config: ModelConfig,
): { readonly value: Effort; readonly problem: string | null } {
  const text = env[EFFORT_VARIABLE] ?? "";
  const fallback = config.effort ?? "default";
  if (text === "") return { value: fallback, problem: null };
  const value = EFFORTS.find((effort) => effort === text);
  if (value !== undefined) return { value, problem: null };
  const problem = `${EFFORT_VARIABLE}: expected ${EFFORTS.join(", ")}, got ${JSON.stringify(text)}`;
  return { value: fallback, problem };
}
