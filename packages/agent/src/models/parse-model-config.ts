import { AgentError } from "../agent-error.ts";
import { parseBaseUrl } from "./parse-base-url.ts";
import { parseKey } from "./parse-key.ts";
import { EFFORTS, PROVIDER_KINDS, type Effort, type ProviderKind } from "./provider-settings.ts";

/** What a configuration says of a model. */
export interface ModelEntry {
  readonly id: string;
  readonly windowTokens: number | null;
  /** Null: not said. */
  readonly acceptsImages: boolean | null;
}

/** What a configuration says of a provider; null is not said. */
export interface ProviderEntry {
  readonly kind: ProviderKind | null;
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
  /** The environment variable that holds the key. */
  readonly apiKeyVariable: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly models: readonly ModelEntry[];
}

/** What holds of a provider nothing is said of. */
export const EMPTY_ENTRY: ProviderEntry = {
  kind: null,
  baseUrl: null,
  apiKey: null,
  apiKeyVariable: null,
  headers: {},
  models: [],
};

/** A configuration of models. */
export interface ModelConfig {
  /** `provider/model`. */
  readonly model: string | null;
  readonly effort: Effort | null;
  readonly providers: ReadonlyMap<string, ProviderEntry>;
}

/** What holds where there is no configuration. */
export const EMPTY_CONFIG: ModelConfig = { model: null, effort: null, providers: new Map() };

/**
 * Checks what a configuration file holds. `where` is its path, for the message, which says what was expected and what
 * came, but no value that could be a key.
 *
 * @throws AgentError `invalid-config`
 */
export function parseModelConfig(value: unknown, where: string): ModelConfig {
  const root = new Member(value, where, "").toObject(["model", "effort", "providers"]);
  const providers = root.get("providers").toEntries();
  return {
    model: root.get("model").toText(),
    effort: root.get("effort").toWord(EFFORTS),
    providers: new Map(providers.map(([id, member]) => [id, parseProvider(id, member)])),
  };
}

/** True when a file holds what only its owner may read. Headers count: they can be keys. */
export function holdsSecrets({ providers }: ModelConfig): boolean {
  return [...providers.values()].some(
    ({ apiKey, headers }) => apiKey !== null || Object.keys(headers).length > 0,
  );
}

/** A string with a form, and the words for it. */
interface TextForm {
  readonly parse: (text: string) => string | null;
  readonly expected: string;
}

const BASE_URL: TextForm = {
  parse: parseBaseUrl,
  expected: "an http or https address without user, query and fragment",
};

const KEY: TextForm = { parse: parseKey, expected: "a key: printable ASCII without spaces" };

/** It may have spaces in it, as `Bearer …` has. */
const HEADER_VALUE: TextForm = {
  parse: (text) => (/^[\x20-\x7e]+$/u.test(text) ? text.trim() : null),
  expected: "printable ASCII",
};

const PROVIDER_ID = /^[a-z0-9][a-z0-9._-]*$/iu;
const VARIABLE = /^[A-Za-z_]\w*$/u;
const HEADER = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/u;

function parseProvider(id: string, member: Member): ProviderEntry {
  if (!PROVIDER_ID.test(id)) {
    throw member.refuse('a name of letters, digits, ".", "_" and "-"', "another one");
  }
  const provider = member.toObject([
    "kind",
    "baseUrl",
    "apiKey",
    "apiKeyVariable",
    "headers",
    "models",
  ]);
  return {
    kind: provider.get("kind").toWord(PROVIDER_KINDS),
    baseUrl: provider.get("baseUrl").toParsed(BASE_URL),
    apiKey: provider.get("apiKey").toParsed(KEY),
    apiKeyVariable: provider.get("apiKeyVariable").toMatch(VARIABLE, "a variable's name"),
    headers: parseHeaders(provider.get("headers")),
    models: provider.get("models").toList().map(parseModel),
  };
}

function parseHeaders(member: Member): Record<string, string> {
  const entries = member.toEntries().map(([name, value]) => {
    if (!HEADER.test(name)) throw value.refuse("a header's name", "another one");
    const text = value.toParsed(HEADER_VALUE);
    if (text === null) throw value.refuse("a string", "nothing");
    return [name, text] as const;
  });
  return Object.fromEntries(entries);
}

function parseModel(member: Member): ModelEntry {
  const model = member.toObject(["id", "windowTokens", "images"]);
  const id = model.get("id").toText();
  if (id === null) throw model.get("id").refuse("a model's name", "nothing");
  return {
    id,
    windowTokens: model.get("windowTokens").toTokens(),
    acceptsImages: model.get("images").toBoolean(),
  };
}

/** A value and where it is, so that every refusal says it. */
class Member {
  readonly #value: unknown;
  readonly #where: string;
  readonly #path: string;

  constructor(value: unknown, where: string, path: string) {
    this.#value = value;
    this.#where = where;
    this.#path = path;
  }

  refuse(expected: string, came: string): AgentError {
    const place = this.#path === "" ? this.#where : `${this.#where}: ${this.#path}`;
    return new AgentError("invalid-config", `${place}: expected ${expected}, got ${came}`, {
      path: this.#path,
    });
  }

  toObject(keys: readonly string[]): { readonly get: (key: string) => Member } {
    const members = new Map(this.toEntries());
    const unknown = [...members.keys()].find((key) => !keys.includes(key));
    if (unknown !== undefined) {
      throw this.refuse(`only ${keys.join(", ")}`, JSON.stringify(unknown));
    }
    return { get: (key) => members.get(key) ?? this.#child(key, undefined) };
  }

  toEntries(): [name: string, member: Member][] {
    if (this.#isAbsent) return [];
    const value = this.#value;
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw this.refuse("an object", describe(value));
    }
    return Object.entries(value).map(([key, child]) => [key, this.#child(key, child)]);
  }

  toList(): Member[] {
    if (this.#isAbsent) return [];
    if (!Array.isArray(this.#value)) throw this.refuse("a list", describe(this.#value));
    return this.#value.map((child: unknown, index) => this.#child(String(index), child));
  }

  toText(): string | null {
    if (this.#isAbsent) return null;
    if (typeof this.#value === "string" && this.#value !== "") return this.#value;
    throw this.refuse("a string that is not empty", describe(this.#value));
  }

  toBoolean(): boolean | null {
    if (this.#isAbsent) return null;
    if (typeof this.#value === "boolean") return this.#value;
    throw this.refuse("true or false", describe(this.#value));
  }

  toTokens(): number | null {
    if (this.#isAbsent) return null;
    const tokens = Number.isSafeInteger(this.#value) ? Number(this.#value) : 0;
    if (tokens >= 1000) return tokens;
    throw this.refuse("a whole number of tokens from 1000 up", describe(this.#value));
  }

  toWord<Word extends string>(words: readonly Word[]): Word | null {
    const text = this.toText();
    if (text === null) return null;
    const word = words.find((known) => known === text);
    if (word === undefined) throw this.refuse(words.join(" or "), JSON.stringify(text));
    return word;
  }

  toMatch(pattern: RegExp, expected: string): string | null {
    const text = this.toText();
    if (text !== null && !pattern.test(text)) throw this.refuse(expected, "another string");
    return text;
  }

  toParsed({ parse, expected }: TextForm): string | null {
    const text = this.toText();
    if (text === null) return null;
    const parsed = parse(text);
    if (parsed === null) throw this.refuse(expected, "another string");
    return parsed;
  }

  get #isAbsent(): boolean {
    return this.#value === undefined || this.#value === null;
  }

  #child(key: string, value: unknown): Member {
    return new Member(value, this.#where, this.#path === "" ? key : `${this.#path}.${key}`);
  }
}

/** The kind of a value, because the value itself may be a key. */
function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (value === "") return "an empty string";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
