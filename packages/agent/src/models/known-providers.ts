import type { ProviderKind } from "./provider-settings.ts";

/** What is known of a model without asking its provider. */
export interface KnownModel {
  readonly id: string;
  readonly windowTokens: number | null;
  readonly acceptsImages: boolean;
}

/** A provider that needs no more than a key. */
export interface KnownProvider {
  readonly id: string;
  readonly kind: ProviderKind;
  readonly baseUrl: string;
  readonly keyVariable: string;
  /** Wins over `baseUrl`: a key that is meant for another address must not be sent to this one. */
  readonly baseUrlVariable: string;
  /** The first one is the default; none: the person has to choose. */
  readonly models: readonly KnownModel[];
}

/** Windows are what these providers promise at least; a configuration may know better. */
export const KNOWN_PROVIDERS: readonly KnownProvider[] = [
  {
    id: "deepseek",
    kind: "deepseek",
    baseUrl: "https://api.deepseek.com",
    keyVariable: "DEEPSEEK_API_KEY",
    baseUrlVariable: "DEEPSEEK_BASE_URL",
    models: [
      { id: "deepseek-v4-pro", windowTokens: 128_000, acceptsImages: false },
      { id: "deepseek-v4-flash", windowTokens: 128_000, acceptsImages: false },
    ],
  },
  {
    id: "anthropic",
    kind: "anthropic",
    baseUrl: "https://api.anthropic.com/v1",
    keyVariable: "ANTHROPIC_API_KEY",
    baseUrlVariable: "ANTHROPIC_BASE_URL",
    models: [
      { id: "claude-sonnet-5-5", windowTokens: 200_000, acceptsImages: true },
      { id: "claude-opus-5-5", windowTokens: 200_000, acceptsImages: true },
      { id: "claude-haiku-5-5", windowTokens: 200_000, acceptsImages: true },
    ],
  },
  {
    id: "openai",
    kind: "openai-compatible",
    baseUrl: "https://api.openai.com/v1",
    keyVariable: "OPENAI_API_KEY",
    baseUrlVariable: "OPENAI_BASE_URL",
    models: [],
  },
];

/** The provider that `TERMWIRE_BASE_URL` makes: any OpenAI-compatible endpoint, with a key or without. */
export const CUSTOM_PROVIDER = {
  id: "custom",
  keyVariable: "TERMWIRE_API_KEY",
  baseUrlVariable: "TERMWIRE_BASE_URL",
} as const;
