/** The protocols that are spoken. */
export const PROVIDER_KINDS = ["openai-compatible", "anthropic", "deepseek"] as const;

/** How a provider is spoken to. */
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** How hard a model should think; `default` leaves it to the provider. */
export const EFFORTS = ["default", "low", "medium", "high"] as const;

/** One of {@link EFFORTS}. */
export type Effort = (typeof EFFORTS)[number];

/** Where a provider is and what it wants to see. */
export interface ProviderSettings {
  /** What people call it; the first part of its models' names. */
  readonly id: string;
  readonly kind: ProviderKind;
  /** Up to and without `/chat/completions` or `/messages`. */
  readonly baseUrl: string;
  /** Null: it wants none, as a server on this machine. */
  readonly apiKey: string | null;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
}

/** One model of a provider. */
export interface ModelSettings {
  readonly provider: ProviderSettings;
  /** As the provider calls it. */
  readonly modelId: string;
  readonly effort: Effort;
  /** How much it can read and write in one answer; null when that is not known. */
  readonly windowTokens: number | null;
  readonly acceptsImages: boolean;
}

/** A model's name: `provider/model`. */
export function toModelName({
  provider,
  modelId,
}: Pick<ModelSettings, "provider" | "modelId">): string {
  return `${provider.id}/${modelId}`;
}
