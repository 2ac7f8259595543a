import { isWorking } from "../conversation/conversation.ts";
import { isOpenCall } from "../conversation/tool-call.ts";
import type { SessionView, ShownTerminal } from "../store/session-view.ts";

/** The commands that run on though their call, or the turn, is over. */
export function listJobs({ terminals, conversation }: SessionView): readonly ShownTerminal[] {
  const atWork = new Set<string | null>();
  if (isWorking(conversation)) {
    for (const entry of conversation.entries) {
      if (entry.kind === "call" && isOpenCall(entry.call)) atWork.add(entry.call.id);
    }
  }
  return terminals.filter(
    ({ state, toolCallId }) => state.ending === null && !atWork.has(toolCallId),
  );
}
