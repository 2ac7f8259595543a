import { nextUtf8Boundary, type OutputLog } from "@termwire/terminal";

/** The newest bytes of an output, as JSON: text where they are, else base64. */
export type LoggedOutput = {
  /** Bytes before those. */
  readonly omittedBytes: number;
} & ({ readonly text: string } | { readonly base64: string });

/** The bytes of a {@link LoggedOutput}. */
export interface ShownOutput {
  readonly bytes: Uint8Array;
  readonly omittedBytes: number;
}

/** Some 1,500 lines, more than anybody reads again; a thousand such commands are a log of 128 MiB. */
const KEPT_BYTES = 128 * 1024;

/** Takes the newest bytes of an output, the first of them the beginning of a character. */
export function renderLoggedOutput(log: OutputLog, limitBytes: number = KEPT_BYTES): LoggedOutput {
  const from = Math.max(log.startOffset, log.endOffset - limitBytes);
  const { bytes, start } = log.read(from);
  const skip = start === 0 ? 0 : nextUtf8Boundary(bytes, 0);
  return { omittedBytes: start + skip, ...toContent(bytes.subarray(skip)) };
}

/** Gives the bytes back. Total: what is no base64 is no output. */
export function parseLoggedOutput(logged: LoggedOutput): ShownOutput {
  const { omittedBytes } = logged;
  const bytes =
    "text" in logged ? new TextEncoder().encode(logged.text) : parseBase64(logged.base64);
  return { bytes, omittedBytes };
}

/** True for what {@link renderLoggedOutput} made, also after it was stored and read again. */
export function isLoggedOutput(value: unknown): value is LoggedOutput {
  if (typeof value !== "object" || value === null || !("omittedBytes" in value)) return false;
  if (!Number.isSafeInteger(value.omittedBytes)) return false;
  if ("text" in value) return typeof value.text === "string";
  return "base64" in value && typeof value.base64 === "string";
}

function toContent(bytes: Uint8Array): { readonly text: string } | { readonly base64: string } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { base64: renderBase64(bytes) };
  }
}

/** Arguments of one call: well below what engines allow. */
const CHARACTERS_AT_ONCE = 8 * 1024;

function renderBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += CHARACTERS_AT_ONCE) {
    binary += String.fromCharCode(...bytes.subarray(at, at + CHARACTERS_AT_ONCE));
  }
  return btoa(binary);
}

function parseBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
