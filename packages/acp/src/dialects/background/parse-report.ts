import { UNDESCRIBED } from "../command-line.ts";
import { parseRawOutput, toExitCode } from "../raw-output.ts";
import type { UpdateFields } from "../terminal-decoder.ts";
import { toFields, toText } from "../terminal-end.ts";
import { readOutputText } from "../text/read-content.ts";

/** What a tool that reads a command in the background says of it. */
export interface BackgroundReport {
  /** What it printed: since the last report, or all of it. */
  readonly output: string;
  readonly exitCode: number | null;
  /** It runs no more. */
  readonly hasEnded: boolean;
  /** It was made to end. */
  readonly wasStopped: boolean;
}

/** Words for a command that has ended, as tools report it. */
const ENDED = new Set(["completed", "failed", "exited", "killed", "stopped", "error"]);
const STOPPED = new Set(["killed", "stopped"]);

/** Reads the result of such a tool: tagged text, as Claude Code gives it, data, or else text that is all output. */
export function parseReport(fields: UpdateFields): BackgroundReport {
  const raw = parseRawOutput(fields["rawOutput"]);
  const text = raw.text ?? readOutputText(fields["content"], UNDESCRIBED, false) ?? "";
  const tags = parseTags(text);
  const status = tags?.get("status") ?? toText(toFields(fields["rawOutput"])["status"]) ?? "";
  const exitCode = raw.exitCode ?? toExitCode(toNumber(tags?.get("exit_code")));
  return {
    output: raw.output ?? (tags === null ? text : toStreams(tags)),
    exitCode,
    hasEnded: exitCode !== null || ENDED.has(status),
    wasStopped: STOPPED.has(status),
  };
}

const STREAMS = new Set(["stdout", "output", "stderr"]);

/**
 * Null for a text that has no tags. What is said of the command comes before what it printed, where it could print
 * anything: tags of its own are no more than that.
 */
function parseTags(text: string): ReadonlyMap<string, string> | null {
  const tags = new Map<string, string>();
  let rest = text.trim();
  let hasStream = false;
  for (;;) {
    const name = /^<(\w+)>/.exec(rest)?.[1] ?? "";
    const isStream = STREAMS.has(name);
    const end = isStream ? rest.lastIndexOf(`</${name}>`) : rest.indexOf(`</${name}>`);
    if (name === "" || end === -1 || (hasStream && !isStream)) break;
    if (!tags.has(name)) tags.set(name, rest.slice(name.length + 2, end));
    hasStream ||= isStream;
    rest = rest.slice(end + name.length + 3).trimStart();
  }
  return tags.has("status") ? tags : null;
}

function toStreams(tags: ReadonlyMap<string, string>): string {
  return [...STREAMS]
    .map((name) => tags.get(name)?.replace(/^\n/, "") ?? "")
    .filter((stream) => stream !== "")
    .map((stream) => (stream.endsWith("\n") ? stream : `${stream}\n`))
    .join("");
}

function toNumber(text: string | undefined): number | null {
  return text !== undefined && /^\s*\d{1,10}\s*$/.test(text) ? Number(text) : null;
}
