import { CUSTOM_PROVIDER, type KnownModel, type KnownProvider } from "./known-providers.ts";
import { parseBaseUrl } from "./parse-base-url.ts";
import { parseKey } from "./parse-key.ts";
import type { ProviderEntry } from "./parse-model-config.ts";
import type { ProviderSettings } from "./provider-settings.ts";
import type { Environment, ProviderReport } from "./resolve-models.ts";

/** All that is said of one provider, before the environment is asked. */
export interface ProviderSource {
  readonly id: string;
  readonly entry: ProviderEntry;
  readonly known: KnownProvider | null;
}

/** A provider with its models. */
export interface ResolvedProvider {
  /** Null when it cannot be used. */
  readonly settings: ProviderSettings | null;
  readonly report: ProviderReport;
  readonly models: readonly KnownModel[];
  /** Variables its key is looked for in. */
  readonly keyVariables: readonly string[];
}

/** Puts together what the file, the environment and this package know of a provider. What the file says wins. */
export function resolveProvider(source: ProviderSource, env: Environment): ResolvedProvider {
  const { id, entry, known } = source;
  const kind = entry.kind ?? known?.kind ?? "openai-compatible";
  const address = findAddress(source, env, kind);
  const keyVariables = listKeyVariables(source);
  const key = findKey(source, keyVariables, env);
  const problem = address.problem ?? key.problem;
  const models = listModels(source);
  const settings =
    problem === null && address.value !== null
      ? { id, kind, baseUrl: address.value, apiKey: key.value, headers: entry.headers }
      : null;
  return {
    settings,
    models,
    keyVariables,
    report: {
      id,
      kind,
      baseUrl: address.value,
      keyFrom: key.from,
      problem,
      models: models.map((model) => `${id}/${model.id}`),
    },
  };
}

interface Found {
  readonly value: string | null;
  readonly problem: string | null;
}

function findAddress(
  { id, entry, known }: ProviderSource,
  env: Environment,
  kind: ProviderSettings["kind"],
): Found {
  if (entry.baseUrl !== null) return { value: entry.baseUrl, problem: null };
  const variable =
    known?.baseUrlVariable ?? (id === CUSTOM_PROVIDER.id ? CUSTOM_PROVIDER.baseUrlVariable : null);
  const text = variable === null ? "" : (env[variable] ?? "");
  if (text === "") {
    if (known !== null) return { value: known.baseUrl, problem: null };
    return { value: null, problem: `no address: set providers.${id}.baseUrl` };
  }
  const url = parseBaseUrl(text);
  if (url !== null) return { value: toVersioned(url, kind), problem: null };
  return {
    value: null,
    problem: `${variable}: expected an http or https address without user, query and fragment`,
  };
}

/** Anthropic's own tools are given the address without its version. */
function toVersioned(url: string, kind: ProviderSettings["kind"]): string {
  return kind === "anthropic" && !/\/v\d+$/u.test(url) ? `${url}/v1` : url;
}

function listKeyVariables({ id, entry, known }: ProviderSource): string[] {
  if (entry.apiKeyVariable !== null) return [entry.apiKeyVariable];
  if (known !== null) return [known.keyVariable];
  return id === CUSTOM_PROVIDER.id ? [CUSTOM_PROVIDER.keyVariable] : [];
}

function findKey(
  source: ProviderSource,
  variables: readonly string[],
  env: Environment,
): Found & { readonly from: string | null } {
  const { apiKey } = source.entry;
  if (apiKey !== null) return { value: apiKey, problem: null, from: "config" };
  const variable = variables.find((name) => (env[name] ?? "") !== "");
  if (variable !== undefined) {
    const value = parseKey(env[variable] ?? "");
    if (value !== null) return { value, problem: null, from: variable };
    const problem = `${variable}: expected a key: printable ASCII without spaces`;
    return { value: null, problem, from: null };
  }
  if (!needsKey(source)) return { value: null, problem: null, from: null };
  const where = [...variables, `providers.${source.id}.apiKey in the configuration`].join(" or ");
  return { value: null, problem: `no key: set ${where}`, from: null };
}

/** A server of one's own may need none. */
function needsKey({ entry, known }: ProviderSource): boolean {
  if (known !== null || entry.apiKeyVariable !== null) return true;
  return entry.kind !== null && entry.kind !== "openai-compatible";
}

/** Those of the file first; what it does not say of a known model is as known. */
function listModels({ entry, known }: ProviderSource): KnownModel[] {
  const entries = entry.models;
  const knownModels = known?.models ?? [];
  const configured = entries.map(({ id, windowTokens, acceptsImages }) => {
    const same = knownModels.find((model) => model.id === id);
    return {
      id,
      windowTokens: windowTokens ?? same?.windowTokens ?? null,
      acceptsImages: acceptsImages ?? same?.acceptsImages ?? false,
    };
  });
  const others = knownModels.filter((model) => !entries.some(({ id }) => id === model.id));
  return [...configured, ...others];
}
