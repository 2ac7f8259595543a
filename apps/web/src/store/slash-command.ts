import { toFields, toFieldsList, toText } from "../wire/read-fields.ts";

/** A command of the agent, offered when a prompt begins with a slash. */
export interface SlashCommand {
  readonly name: string;
  readonly description: string;
  /** What to write behind it; null when it takes nothing. */
  readonly hint: string | null;
}

/** Reads `availableCommands`. */
export function parseSlashCommands(commands: unknown): readonly SlashCommand[] {
  return toFieldsList(commands).flatMap(({ name, description, input }) => {
    const known = toText(name);
    if (known === null) return [];
    return [
      {
        name: known,
        description: toText(description) ?? "",
        hint: toText(toFields(input)["hint"]),
      },
    ];
  });
}

/** Those whose name begins with what stands behind the slash; none once anything but a name stands there. */
export function matchSlashCommands(
  commands: readonly SlashCommand[],
  draft: string,
): readonly SlashCommand[] {
  const begun = /^\/(\S*)$/u.exec(draft)?.[1]?.toLowerCase();
  if (begun === undefined) return [];
  return commands.filter(({ name }) => name.toLowerCase().startsWith(begun));
}
