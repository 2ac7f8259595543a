import { quoteArgv } from "@termwire/terminal";
import { applyCallUpdate, createToolCall, type FileDiff } from "../conversation/tool-call.ts";
import { toFields, toFieldsList, toText, type Fields } from "../wire/read-fields.ts";
import type { RpcId } from "../wire/rpc-peer.ts";

/** What a person is asked before something is done. */
export interface PermissionPrompt {
  readonly requestId: RpcId;
  readonly sessionId: string;
  readonly toolCallId: string;
  readonly title: string;
  /** Exactly what would run; null when it is not a command. */
  readonly command: string | null;
  /** Where; null when it was not said. */
  readonly cwd: string | null;
  readonly description: string | null;
  /** Variables it would get, as `NAME=value`. */
  readonly environment: readonly string[];
  readonly diffs: readonly FileDiff[];
  readonly choices: readonly PermissionChoice[];
}

/** One answer. */
export interface PermissionChoice {
  readonly id: string;
  readonly name: string;
  readonly kind: PermissionKind;
  /** The letter that gives it, if it has one; its place in the list does, too. */
  readonly key: string | null;
}

/** ACP's words, and `other` for one of an agent's own. */
export type PermissionKind =
  | "allow_once"
  | "allow_always"
  | "reject_once"
  | "reject_always"
  | "other";

const KEYS: Readonly<Record<PermissionKind, string | null>> = {
  allow_once: "y",
  allow_always: "a",
  reject_once: "n",
  reject_always: "d",
  other: null,
};

/** Reads the params of `session/request_permission`. */
export function parsePermission(requestId: RpcId, params: unknown): PermissionPrompt {
  const { sessionId, toolCall, options } = toFields(params);
  const fields = toFields(toolCall);
  const id = toText(fields["toolCallId"]) ?? "";
  const call = applyCallUpdate(createToolCall(id), fields);
  const { rawInput, title, kind } = call;
  return {
    requestId,
    sessionId: toText(sessionId) ?? "",
    toolCallId: id,
    title,
    command: readCommand(rawInput) ?? (kind === "execute" ? toText(title) : null),
    cwd: toText(rawInput["cwd"]) ?? toText(rawInput["workdir"]),
    description: toText(rawInput["description"]),
    environment: readEnvironment(rawInput["env"]),
    diffs: call.diffs,
    choices: parseChoices(options),
  };
}

/** The choice that a key gives: its letter, or the digit of its place. */
export function findChoice(prompt: PermissionPrompt, key: string): PermissionChoice | null {
  const letter = key.toLowerCase();
  const found = prompt.choices.find((choice) => choice.key === letter);
  return found ?? (/^[1-9]$/u.test(key) ? (prompt.choices[Number(key) - 1] ?? null) : null);
}

/** A command line, or the words of one. */
function readCommand({ command }: Fields): string | null {
  if (Array.isArray(command) && command.every((word) => typeof word === "string")) {
    return command.length === 0 ? null : quoteArgv(command);
  }
  return toText(command);
}

/** Both shapes there are: an object, and ACP's list of names and values. */
function readEnvironment(env: unknown): readonly string[] {
  if (Array.isArray(env)) {
    return toFieldsList(env).map(({ name, value }) => `${String(name)}=${String(value)}`);
  }
  return Object.entries(toFields(env)).map(([name, value]) => `${name}=${String(value)}`);
}

/** Of several of one kind only the first has the letter. */
function parseChoices(options: unknown): readonly PermissionChoice[] {
  const taken = new Set<string>();
  return toFieldsList(options).flatMap((option) => {
    const id = toText(option["optionId"]);
    if (id === null) return [];
    const kind = parseKind(option["kind"]);
    const letter = KEYS[kind];
    const key = letter === null || taken.has(letter) ? null : letter;
    if (key !== null) taken.add(key);
    return [{ id, name: toText(option["name"]) ?? id, kind, key }];
  });
}

function parseKind(kind: unknown): PermissionKind {
  switch (kind) {
    case "allow_once":
    case "allow_always":
    case "reject_once":
    case "reject_always":
      return kind;
    default:
      return "other";
  }
}
