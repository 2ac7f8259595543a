import { createInterface } from "node:readline/promises";
import type { PermissionOption, RequestPermissionResponse } from "@agentclientprotocol/sdk";
import { readAskedCommand } from "@termwire/acp/client";
import { toVisibleLines } from "@termwire/terminal";

const CANCELLED: RequestPermissionResponse = { outcome: { outcome: "cancelled" } };

/** A question of either version: what it is about is read, not typed. */
export interface PermissionQuestion {
  /** Those of known kinds. */
  readonly options: readonly PermissionOption[];
  readonly params: unknown;
}

/** Answers an agent's permission requests as `--yes`, `--deny` or the person says. */
export async function answerPermission(
  question: PermissionQuestion,
  permission: "ask" | "allow" | "deny",
  signal: AbortSignal,
): Promise<RequestPermissionResponse> {
  if (signal.aborted) return CANCELLED;
  if (permission === "allow") return select(question.options, ["allow_once", "allow_always"]);
  if (permission === "ask" && process.stdin.isTTY && process.stderr.isTTY) {
    return ask(question, signal);
  }
  if (permission === "ask") {
    process.stderr.write(
      `termwire: refused "${toWords(question)}": nobody to ask; --yes allows, --deny refuses silently\n`,
    );
  }
  return select(question.options, ["reject_once", "reject_always"]);
}

/** The first option of the first kind there is; without one the request is cancelled, which runs nothing. */
function select(
  options: readonly PermissionOption[],
  kinds: readonly PermissionOption["kind"][],
): RequestPermissionResponse {
  for (const kind of kinds) {
    const option = options.find((candidate) => candidate.kind === kind);
    if (option !== undefined) return toAnswer(option);
  }
  return CANCELLED;
}

async function ask(
  question: PermissionQuestion,
  signal: AbortSignal,
): Promise<RequestPermissionResponse> {
  const lines = question.options.map(
    (option, index) => `  ${index + 1}  ${toVisibleLines(option.name)}\n`,
  );
  process.stderr.write(`\nThe agent asks to run:\n\n  ${toWords(question)}\n\n${lines.join("")}`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question("Number (anything else refuses): ", { signal });
    const option = question.options[Number(answer) - 1];
    return option === undefined ? select(question.options, ["reject_once"]) : toAnswer(option);
  } catch {
    return CANCELLED;
  } finally {
    terminal.close();
  }
}

function toAnswer(option: PermissionOption): RequestPermissionResponse {
  return { outcome: { outcome: "selected", optionId: option.optionId } };
}

/** What is asked about: the exact command where the agent tells it, and where it would run. */
function toWords({ params }: PermissionQuestion): string {
  const { command, cwd } = readAskedCommand(params);
  const where = cwd === null ? "" : ` in ${cwd}`;
  return toVisibleLines(`${command ?? "something it does not name"}${where}`);
}
