import { isEndingCause } from "@termwire/terminal";
import type { UpdateFields } from "./terminal-decoder.ts";
import { toCount, toFields, toInteger, toText, type RawOutputFacts } from "./terminal-end.ts";

/** What any agent's `rawOutput` says of a finished command. */
export interface RawOutput extends RawOutputFacts {
  /** Written by an agent of ours: its content tells the output from everything else. */
  readonly isOurs: boolean;
  /** What the command printed, as the agent keeps it. */
  readonly output: string | null;
  /** `output` is only its newest part. */
  readonly outputIsTail: boolean;
  /** The agent kept the output elsewhere: its text tells of it and is not it. */
  readonly outputIsElsewhere: boolean;
  /** The result as text, perhaps with more in it than the command printed. */
  readonly text: string | null;
  /** The call is over and its command is not: how it ends is told later. */
  readonly runsOn: boolean;
  /** Why there is neither code nor signal. */
  readonly reason: string | null;
}

/** Reads any peer's `rawOutput`. Total: what is missing or of another type is simply not known. */
export function parseRawOutput(rawOutput: unknown): RawOutput {
  const fields = toFields(rawOutput);
  const metadata = toFields(fields["metadata"]);
  const shell = readShellExit(fields["contents"]);
  return {
    exitCode: readExitCode(fields, metadata, shell),
    signal: toText(fields["signal"]),
    cause: isEndingCause(fields["cause"]) ? fields["cause"] : "exit",
    durationMs: readDurationMs(fields),
    sandboxDenial: toText(fields["sandboxDenial"]),
    outputBytes: toCount(fields["outputBytes"]),
    omittedBytes: toCount(fields["omittedBytes"]) ?? 0,
    replacedCharacters: toCount(fields["replacedCharacters"]) ?? 0,
    endsWithoutNewline: fields["endsWithoutNewline"] === true,
    isOurs: isEndingCause(fields["cause"]),
    output: readOutput(fields, metadata, shell),
    outputIsTail: metadata["truncated"] === true,
    outputIsElsewhere: shell["outputTruncated"] === true,
    text: readText(rawOutput, fields),
    runsOn: fields["runsOn"] === true,
    reason: toText(fields["error"]) ?? toText(fields["message"]),
  };
}

/** The streams of Claude Code's own tool result, which come in `_meta` and are whole where its text is cut. */
export function parseToolResponse(meta: unknown): string | null {
  const response = toFields(toFields(toFields(meta)["claudeCode"])["toolResponse"]);
  if (toText(response["backgroundTaskId"]) !== null) return null;
  return joinStreams(response["stdout"], response["stderr"]);
}

/** Codes below zero stand for "no code" in agents of v1, where the wire has none. */
function readExitCode(
  fields: UpdateFields,
  metadata: UpdateFields,
  shell: UpdateFields,
): number | null {
  const candidates = [
    fields["exitCode"],
    fields["exit_code"],
    fields["exit"],
    metadata["exit"],
    metadata["exitCode"],
    metadata["exit_code"],
    shell["exitCode"],
  ];
  return candidates.map(toExitCode).find((code) => code !== null) ?? null;
}

/** A v1 exit code: not negative. */
export function toExitCode(value: unknown): number | null {
  const code = toInteger(value);
  return code !== null && code >= 0 ? code : null;
}

function readDurationMs(fields: UpdateFields): number | null {
  const { secs, nanos } = toFields(fields["duration"]);
  const seconds = toCount(secs);
  const known = toCount(fields["durationMs"]) ?? toCount(fields["duration_ms"]);
  return known ?? (seconds === null ? null : seconds * 1000 + (toCount(nanos) ?? 0) / 1e6);
}

function readOutput(
  fields: UpdateFields,
  metadata: UpdateFields,
  shell: UpdateFields,
): string | null {
  if (shell["outputTruncated"] === true) return null;
  return (
    toString(metadata["output"]) ??
    toString(fields["aggregated_output"]) ??
    joinStreams(fields["stdout"], fields["stderr"]) ??
    toString(shell["outputPreview"])
  );
}

function readText(rawOutput: unknown, fields: UpdateFields): string | null {
  if (typeof rawOutput === "string") return rawOutput;
  if (Array.isArray(rawOutput)) return readBlocks(rawOutput);
  return (
    toText(fields["formatted_output"]) ??
    toText(fields["output"]) ??
    toText(fields["content"]) ??
    readBlocks(fields["content"])
  );
}

/** The text of content blocks, as tools of MCP give it. */
function readBlocks(blocks: unknown): string | null {
  if (!Array.isArray(blocks)) return null;
  const texts = blocks
    .map((block) => toText(toFields(block)["text"]))
    .filter((text) => text !== null);
  return texts.length === 0 ? null : texts.join("\n");
}

function readShellExit(contents: unknown): UpdateFields {
  if (!Array.isArray(contents)) return {};
  return toFields(contents.find((item) => toFields(item)["type"] === "shell_exit"));
}

/** Both streams, one after the other: their order is not told. */
function joinStreams(stdout: unknown, stderr: unknown): string | null {
  if (typeof stdout !== "string" && typeof stderr !== "string") return null;
  const [out, err] = [toString(stdout) ?? "", toString(stderr) ?? ""];
  const separator = out !== "" && err !== "" && !out.endsWith("\n") ? "\n" : "";
  return out + separator + err;
}

function toString(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
