import type { UpdateFields } from "./terminal-decoder.ts";
import { toFields, toText } from "./terminal-end.ts";

/** The command line of a tool call: what its raw input says it is, else its title. */
export function toCommand(fields: UpdateFields): string | null {
  return toText(toFields(fields["rawInput"])["command"]) ?? toText(fields["title"]);
}
