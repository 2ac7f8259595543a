import { toFields, toText, type Fields } from "../wire/read-fields.ts";
import { addEntry } from "./add-entry.ts";
import { appendPart, parseContentPart, type ContentPart } from "./content-part.ts";
import type { Conversation, Speaker } from "./conversation.ts";
import { parsePlanSteps } from "./plan-step.ts";
import { applyCallUpdate, createToolCall } from "./tool-call.ts";

/** Folds one `session/update` into a conversation; pure and total. What is no part of it changes nothing. */
export function applyUpdate(conversation: Conversation, update: Fields): Conversation {
  switch (update["sessionUpdate"]) {
    case "user_message_chunk":
      return say(conversation, "user", update);
    case "agent_message_chunk":
      return say(conversation, "agent", update);
    case "agent_thought_chunk":
      return say(conversation, "thought", update);
    case "tool_call":
    case "tool_call_update":
      return applyCall(conversation, update);
    case "plan":
      return applyPlan(conversation, update);
    default:
      return conversation;
  }
}

function say(conversation: Conversation, speaker: Speaker, update: Fields): Conversation {
  const part = parseContentPart(update["content"]);
  if (part === null) return conversation;
  const promptId = toText(toFields(toFields(update["_meta"])["termwire"])["promptId"]);
  const messageId = promptId ?? toText(update["messageId"]);
  const said = { speaker, messageId, part };
  if (speaker !== "user") return extend({ ...conversation, echo: "" }, said);
  if (promptId !== null) return extend(withEcho(conversation, part), said);
  return repeat(conversation, part, messageId);
}

/** The agent's own account of what the person said: from earlier on, or a prompt that stands there already. */
function repeat(
  conversation: Conversation,
  part: ContentPart,
  messageId: string | null,
): Conversation {
  const { echo } = conversation;
  if (part.type === "text" && part.text !== "" && echo.startsWith(part.text)) {
    return { ...conversation, echo: echo.slice(part.text.length) };
  }
  return extend(conversation, { speaker: "user", messageId, part });
}

function withEcho(conversation: Conversation, part: ContentPart): Conversation {
  return part.type === "text"
    ? { ...conversation, echo: conversation.echo + part.text }
    : conversation;
}

/** Members that say nothing of a call: its terminal's output comes with no others. */
const NO_NEWS: ReadonlySet<string> = new Set(["sessionUpdate", "toolCallId", "_meta"]);

/** Words continue the last words of the same speaker, unless they are of another message. */
function extend(
  conversation: Conversation,
  said: {
    readonly speaker: Speaker;
    readonly messageId: string | null;
    readonly part: ContentPart;
  },
): Conversation {
  const { speaker, messageId, part } = said;
  const { entries } = conversation;
  const last = entries.at(-1);
  const isSame =
    last?.kind === "message" &&
    last.speaker === speaker &&
    (messageId === null || last.messageId === messageId);
  if (!isSame) {
    return addEntry(conversation, { kind: "message", speaker, messageId, parts: [part] });
  }
  const parts = appendPart(last.parts, part);
  return { ...conversation, entries: [...entries.slice(0, -1), { ...last, parts }] };
}

function applyCall(conversation: Conversation, update: Fields): Conversation {
  const id = toText(update["toolCallId"]);
  if (id === null) return conversation;
  const { entries } = conversation;
  const index = entries.findLastIndex((entry) => entry.kind === "call" && entry.call.id === id);
  const known = entries[index];
  if (known?.kind !== "call") {
    return addEntry(conversation, {
      kind: "call",
      call: applyCallUpdate(createToolCall(id), update),
    });
  }
  if (Object.keys(update).every((member) => NO_NEWS.has(member))) return conversation;
  return {
    ...conversation,
    entries: entries.with(index, { ...known, call: applyCallUpdate(known.call, update) }),
  };
}

/** A turn has one plan, in the place where it was first told. */
function applyPlan(conversation: Conversation, update: Fields): Conversation {
  const { entries } = conversation;
  const steps = parsePlanSteps(update["entries"]);
  const turnStart = entries.findLastIndex(
    (entry) => entry.kind === "message" && entry.speaker === "user",
  );
  const index = entries.findLastIndex((entry) => entry.kind === "plan");
  const known = entries[index];
  if (known?.kind === "plan" && index > turnStart) {
    return { ...conversation, entries: entries.with(index, { ...known, steps }) };
  }
  return steps.length === 0 ? conversation : addEntry(conversation, { kind: "plan", steps });
}
