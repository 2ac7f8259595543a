import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { toFields, toText } from "../../dialects/terminal-end.ts";

/** The option that stands for the modes of an agent that has them beside its options. */
export const MODE_OPTION_ID = "mode";

/** Options as version 2 has them. */
export function toV2Options(options: unknown): readonly UpdateFields[] {
  return readList(options).map(({ id, ...option }) => ({ configId: id, ...option }));
}

/** Options as version 1 has them, without those it has no type for. */
export function toV1Options(options: unknown): readonly UpdateFields[] {
  return readList(options)
    .filter(({ type }) => type === "select" || type === "boolean")
    .map(({ configId, ...option }) => ({ id: configId, ...option }));
}

/** The modes of version 1 as an option of version 2; null for a session without. */
export function toModeOption(modes: unknown): UpdateFields | null {
  const { currentModeId, availableModes } = toFields(modes);
  if (typeof currentModeId !== "string" || !Array.isArray(availableModes)) return null;
  return {
    configId: MODE_OPTION_ID,
    name: "Mode",
    category: "mode",
    type: "select",
    currentValue: currentModeId,
    options: availableModes.map(toFields).map(({ id, ...mode }) => ({ value: id, ...mode })),
  };
}

/** The first option of version 2 that is a mode, as version 1's modes; null for none. */
export function toModes(options: unknown): UpdateFields | null {
  const option = findMode(options);
  if (option === undefined) return null;
  return {
    currentModeId: option["currentValue"],
    availableModes: flatten(option["options"]).map(({ value, name, description }) => ({
      id: value,
      name,
      ...(description !== undefined && { description }),
    })),
  };
}

/** The option of version 2 that is the session's mode. */
export function findMode(options: unknown): UpdateFields | undefined {
  return readList(options).find(
    ({ category, type, currentValue }) =>
      category === "mode" && type === "select" && toText(currentValue) !== null,
  );
}

/** Choices may stand in groups. */
function flatten(choices: unknown): readonly UpdateFields[] {
  return readList(choices).flatMap((choice) =>
    Array.isArray(choice["options"]) ? readList(choice["options"]) : [choice],
  );
}

function readList(options: unknown): readonly UpdateFields[] {
  return Array.isArray(options) ? options.map(toFields) : [];
}
