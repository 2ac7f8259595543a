import { CutOffError } from "./answer-reader.ts";
import { parseRetryAfter } from "./retry-policy.ts";
import { SilenceError } from "./silence-limit.ts";

/** What went wrong with one request, in words for a person. */
export interface ModelFailure {
  readonly message: string;
  readonly isRetryable: boolean;
  readonly retryAfterMs: number | null;
  /** HTTP status; null when there was no answer, or it failed later. */
  readonly status: number | null;
}

/** Whose failure it is. */
export interface FailureContext {
  readonly providerId: string;
  readonly baseUrl: string;
  /** Takes keys out. */
  readonly hide: (text: string) => string;
  readonly nowMs: number;
}

/** Providers repeat whole requests in their messages. */
const MAX_DETAIL_CHARACTERS = 300;

/** Limits, timeouts and what gateways say when the one behind them is busy; 529 is Anthropic's "overloaded". */
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([
  408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529,
]);

/** Comes as 429, and no waiting helps. */
const OUT_OF_CREDIT = /insufficient_quota|insufficient balance|credit balance/iu;

/** Reads whatever the SDK threw, or a provider said within its stream. */
export function readFailure(error: unknown, context: FailureContext): ModelFailure {
  const status = readStatus(error);
  const detail = context.hide(readDetail(error));
  const retryAfterMs = parseRetryAfter(readHeaders(error), context.nowMs);
  const sentence = toSentence(error, status, context);
  const isUseless = detail === "" || sentence.includes(detail);
  return {
    message: isUseless ? sentence : `${sentence}: ${detail}`,
    isRetryable: isRetryable(error, status, detail),
    retryAfterMs,
    status,
  };
}

function toSentence(
  error: unknown,
  status: number | null,
  { providerId, baseUrl, hide }: FailureContext,
): string {
  if (status !== null) return describeStatus(providerId, status);
  if (error instanceof CutOffError) return `${providerId} broke off its answer`;
  if (error instanceof SilenceError) return `${providerId} ${error.message}`;
  if (isNoConnection(error)) return `${providerId} cannot be reached at ${hide(baseUrl)}`;
  if (isMalformed(error)) return `${providerId} sent something that is no answer`;
  if (isNetworkError(error)) return `the connection to ${providerId} broke`;
  return `${providerId} failed`;
}

function describeStatus(providerId: string, status: number): string {
  if (status === 401) return `${providerId} does not accept the key (401)`;
  if (status === 402) return `${providerId} wants to be paid first (402)`;
  if (status === 403) return `${providerId} does not allow this (403)`;
  if (status === 404) return `${providerId} has no such model or address (404)`;
  if (status === 413) return `${providerId} finds the conversation too long (413)`;
  if (status === 429) return `${providerId} limits the rate of requests (429)`;
  if (status === 529) return `${providerId} is overloaded (529)`;
  if (status >= 500) return `${providerId} has a problem (${status})`;
  return `${providerId} refused the request (${status})`;
}

function isRetryable(error: unknown, status: number | null, detail: string): boolean {
  if (OUT_OF_CREDIT.test(detail)) return false;
  if (status !== null) return RETRYABLE_STATUSES.has(status);
  if (error instanceof CutOffError || error instanceof SilenceError) return true;
  if (isNoConnection(error) || isNetworkError(error) || isMalformed(error)) return true;
  // Said within a stream that had begun well: the same request may do better.
  return !(error instanceof Error);
}

/** The SDK's word for it, without its class: loading that would load the SDK. */
function isNoConnection(error: unknown): boolean {
  return readName(error) === "AI_APICallError" && readNumber(error, "statusCode") === null;
}

/** An answer that began well and broke before its first part: the status says nothing of it then. */
function isBrokenAnswer(error: unknown): boolean {
  return readNumber(error, "statusCode") !== null && readStatus(error) === null;
}

function readStatus(error: unknown): number | null {
  const status = readNumber(error, "statusCode");
  return status !== null && status >= 300 ? status : null;
}

function isMalformed(error: unknown): boolean {
  return /^AI_(?:JSONParse|TypeValidation|InvalidResponseData|EmptyResponseBody)Error$/u.test(
    readName(error),
  );
}

/** What `fetch` says of a body that stopped coming. */
function isNetworkError(error: unknown): boolean {
  if (error instanceof TypeError || isBrokenAnswer(error)) return true;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^(?:UND_ERR|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_)/u.test(code);
}

function readDetail(error: unknown): string {
  if (error instanceof CutOffError || error instanceof SilenceError) return "";
  if (isMalformed(error) || isBrokenAnswer(error)) return "";
  const own = readText(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : null;
  const text = cause !== null && own !== "" && isNetworkError(error) ? cause.message : own;
  const line = text.replaceAll(/\s+/gu, " ").trim();
  return line.length > MAX_DETAIL_CHARACTERS ? `${line.slice(0, MAX_DETAIL_CHARACTERS)}…` : line;
}

function readText(error: unknown): string {
  if (typeof error === "string") return error;
  if (typeof error !== "object" || error === null) return "";
  return "message" in error && typeof error.message === "string" ? error.message : "";
}

function readName(error: unknown): string {
  return error instanceof Error ? error.name : "";
}

function readNumber(error: unknown, key: "statusCode"): number | null {
  if (typeof error !== "object" || error === null || !(key in error)) return null;
  const value: unknown = error[key];
  return typeof value === "number" ? value : null;
}

function readHeaders(error: unknown): Readonly<Record<string, string>> {
  if (typeof error !== "object" || error === null || !("responseHeaders" in error)) return {};
  const headers = error.responseHeaders;
  if (typeof headers !== "object" || headers === null) return {};
  return Object.fromEntries(Object.entries(headers).filter(isHeader));
}

function isHeader(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === "string";
}
