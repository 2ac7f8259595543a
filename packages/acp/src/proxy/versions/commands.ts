import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { toFields } from "../../dialects/terminal-end.ts";

/** Slash commands as version 2 lists them. */
export function toV2Commands(commands: unknown): readonly UpdateFields[] {
  return readList(commands).map(({ input, ...command }) => ({
    type: "command",
    ...command,
    ...(isObject(input) && { input: { type: "text", ...toFields(input) } }),
  }));
}

/** Slash commands as version 1 lists them, without other things that have a name. */
export function toV1Commands(commands: unknown): readonly UpdateFields[] {
  return readList(commands).flatMap(({ type, input, ...command }) => {
    if (type !== "command" && type !== undefined) return [];
    const { type: kind, ...text } = toFields(input);
    return [{ ...command, ...(kind === "text" && { input: text }) }];
  });
}

function readList(commands: unknown): readonly UpdateFields[] {
  return Array.isArray(commands) ? commands.map(toFields) : [];
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
