import { toText, type Fields } from "../wire/read-fields.ts";
import { parseUsage } from "./session-usage.ts";
import type { SessionView } from "./session-view.ts";
import { parseSlashCommands } from "./slash-command.ts";

/** What an update says of the session as a whole. */
export function readSessionFacts(update: Fields): Partial<SessionView> {
  switch (update["sessionUpdate"]) {
    case "available_commands_update":
      return { commands: parseSlashCommands(update["availableCommands"]) };
    case "session_info_update":
      return update["title"] === undefined ? {} : { title: toText(update["title"]) };
    case "usage_update": {
      const usage = parseUsage(update);
      return usage === null ? {} : { usage };
    }
    default:
      return {};
  }
}
