import { EXTENSION_KEY } from "./meta/keys.ts";
import type { UpdateFields } from "./terminal-decoder.ts";
import { toFields } from "./terminal-end.ts";

/** What agents of ours add in `_meta` to what a dialect has room for; none for all others. */
export function readExtension(fields: UpdateFields): UpdateFields {
  return toFields(toFields(fields["_meta"])[EXTENSION_KEY]);
}
