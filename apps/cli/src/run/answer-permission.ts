import { createInterface } from "node:readline/promises";
import type {
  PermissionOption,
  RequestPermissionRequest,
  RequestPermissionResponse,
} from "@agentclientprotocol/sdk";
import { toVisibleLines } from "@termwire/terminal";

const CANCELLED: RequestPermissionResponse = { outcome: { outcome: "cancelled" } };

/** Answers an agent's permission requests as `--yes`, `--deny` or the person says. */
export async function answerPermission(
  request: RequestPermissionRequest,
  permission: "ask" | "allow" | "deny",
  signal: AbortSignal,
): Promise<RequestPermissionResponse> {
  if (signal.aborted) return CANCELLED;
  if (permission === "allow") return select(request.options, ["allow_once", "allow_always"]);
  if (permission === "ask" && process.stdin.isTTY && process.stderr.isTTY) {
    return ask(request, signal);
  }
  if (permission === "ask") {
    process.stderr.write(
      `termwire: refused "${toQuestion(request)}": nobody to ask; --yes allows, --deny refuses silently\n`,
    );
  }
  return select(request.options, ["reject_once", "reject_always"]);
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
  request: RequestPermissionRequest,
  signal: AbortSignal,
): Promise<RequestPermissionResponse> {
  const lines = request.options.map(
    (option, index) => `  ${index + 1}  ${toVisibleLines(option.name)}\n`,
  );
  process.stderr.write(`\nThe agent asks to run:\n\n  ${toQuestion(request)}\n\n${lines.join("")}`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question("Number (anything else refuses): ", { signal });
    const option = request.options[Number(answer) - 1];
    return option === undefined ? select(request.options, ["reject_once"]) : toAnswer(option);
  } catch {
    return CANCELLED;
  } finally {
    terminal.close();
  }
}

function toAnswer(option: PermissionOption): RequestPermissionResponse {
  return { outcome: { outcome: "selected", optionId: option.optionId } };
}

/** What is asked about: the exact command where the agent tells it. */
function toQuestion({ toolCall }: RequestPermissionRequest): string {
  const { rawInput, title } = toolCall;
  const command =
    typeof rawInput === "object" && rawInput !== null && "command" in rawInput
      ? rawInput.command
      : title;
  return toVisibleLines(typeof command === "string" ? command : JSON.stringify(command ?? title));
}
