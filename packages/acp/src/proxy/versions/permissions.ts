import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { toFields, toText } from "../../dialects/terminal-end.ts";
import { toV1Call, toV2Call } from "./tool-calls.ts";

/** The params of a permission request as version 2 has them: about a command where it is one, else about the call. */
export function toV2Question(params: UpdateFields): UpdateFields {
  const { toolCall, ...rest } = params;
  const call = toFields(toolCall);
  const { toolCallId, kind, rawInput } = call;
  const { command, cwd, description } = toFields(rawInput);
  const title = toText(call["title"]) ?? toText(toolCallId) ?? "";
  const isCommand = kind === "execute" && toText(command) !== null && isAbsolute(cwd);
  return {
    ...rest,
    title,
    ...(isCommand && toText(description) !== null && { description }),
    subject: isCommand
      ? { type: "command", command, cwd, toolCallId }
      : { type: "tool_call", toolCall: toV2Call(call) },
  };
}

function isAbsolute(path: unknown): boolean {
  return typeof path === "string" && /^(?:\/|[A-Za-z]:[\\/])/.test(path);
}

/** The params of a permission request as version 1 has them: always about a call. */
export function toV1Question(params: UpdateFields, newCallId: () => string): UpdateFields {
  const { title, description, subject, ...rest } = params;
  return { ...rest, toolCall: toCall(toFields(subject), { title, description, newCallId }) };
}

function toCall(
  subject: UpdateFields,
  asked: { title: unknown; description: unknown; newCallId: () => string },
): UpdateFields {
  const words = toText(asked.description);
  const about = words === null ? [] : [{ type: "content", content: { type: "text", text: words } }];
  if (subject["type"] === "tool_call") {
    return { title: asked.title, ...toV1Call(toFields(subject["toolCall"])) };
  }
  const toolCallId = toText(subject["toolCallId"]) ?? asked.newCallId();
  if (subject["type"] !== "command") return { toolCallId, title: asked.title, content: about };
  const { command, cwd } = subject;
  return {
    toolCallId,
    title: command,
    kind: "execute",
    status: "pending",
    rawInput: { command, cwd, ...(words !== null && { description: words }) },
  };
}
