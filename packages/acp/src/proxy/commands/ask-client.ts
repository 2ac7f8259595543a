import {
  describeRequest,
  type TerminalDecision,
  type TerminalRequest,
} from "../../client/host/terminal-policy.ts";
import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { toFields } from "../../dialects/terminal-end.ts";

const ALLOW = "allow";

/** The params of a permission request for a command that the proxy is asked to run. */
export function toQuestion(request: TerminalRequest, toolCallId: string): UpdateFields {
  const { sessionId, program, cwd } = request;
  const command = program.kind === "shell" ? program.line : [program.file, ...program.args];
  return {
    sessionId,
    toolCall: {
      toolCallId,
      title: describeRequest(request),
      kind: "execute",
      status: "pending",
      rawInput: { command, cwd },
    },
    options: [
      { optionId: ALLOW, name: "Run it", kind: "allow_once" },
      { optionId: "reject", name: "Do not run it", kind: "reject_once" },
    ],
  };
}

/** What the client's answer means; anything but a clear yes is a no. */
export function readDecision(answer: UpdateFields): TerminalDecision {
  const { outcome, optionId } = toFields(toFields(answer["result"])["outcome"]);
  if (outcome === "selected" && optionId === ALLOW) return { allow: true };
  const reason = answer["error"] === undefined ? "the person refused" : "nobody could be asked";
  return { allow: false, reason };
}
