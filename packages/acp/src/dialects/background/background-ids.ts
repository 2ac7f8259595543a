import { parseRawOutput } from "../raw-output.ts";
import type { UpdateFields } from "../terminal-decoder.ts";
import { toFields, toText } from "../terminal-end.ts";

/** Names under which agents give what runs in the background an id, and take it. */
const ID_KEYS = [
  "bash_id",
  "bashId",
  "shell_id",
  "shellId",
  "task_id",
  "taskId",
  "backgroundTaskId",
  "job_id",
  "jobId",
];

/** How agents say it in words, at the beginning of a result. */
const WORDS = /^Command (?:is )?(?:running|started) in (?:the )?background with id:? ([\w-]+)/i;

/** The id that the result of a call gives a command that it left running; null when it does not. */
export function readGivenId(fields: UpdateFields): string | null {
  const raw = parseRawOutput(fields["rawOutput"]);
  if (raw.exitCode !== null || raw.signal !== null) return null;
  const meta = toFields(fields["_meta"]);
  const response = toFields(toFields(meta["claudeCode"])["toolResponse"]);
  return (
    findId(response) ??
    findId(toFields(fields["rawOutput"])) ??
    WORDS.exec(raw.text ?? "")?.[1] ??
    null
  );
}

/** The id of something in the background that a call is about; null when its input names none. */
export function readNamedId(fields: UpdateFields): string | null {
  return findId(toFields(fields["rawInput"]));
}

/** True for a call that ends what it names, by how it is called. */
export function isKill(fields: UpdateFields): boolean {
  const { toolName } = toFields(toFields(fields["_meta"])["claudeCode"]);
  const names = [fields["name"], fields["title"], toolName].map(toText);
  return names.some((name) => name !== null && /kill|stop|terminate/i.test(name));
}

function findId(fields: UpdateFields): string | null {
  for (const key of ID_KEYS) {
    const value = fields[key];
    if (typeof value === "number") return String(value);
    if (typeof value === "string" && value !== "") return value;
  }
  return null;
}
