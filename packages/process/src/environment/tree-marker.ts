import { randomUUID } from "node:crypto";

/** The variable by which descendants that left their process group are found again. */
export const MARKER_VARIABLE = "TERMWIRE_TERMINAL";

/** What the markers of all commands of this process have in common, and those of nobody else. */
export const PROCESS_MARKER: string = `tw-${randomUUID()}`;

/** Makes a marker nobody else has, and none begins another: it holds {@link PROCESS_MARKER}. */
export function createTreeMarker(): string {
  return `${PROCESS_MARKER}.${randomUUID()}`;
}

/**
 * The value of the variable for a command. One that was itself started by a command keeps the markers around it, so
 * that the outer tree still finds what the inner one loses.
 */
export function renderMarker(outer: string | undefined, marker: string): string {
  return outer === undefined || outer === "" ? marker : `${outer}:${marker}`;
}

const TREE_MARKER = new RegExp(`${PROCESS_MARKER}\\.[\\w-]+`, "gu");

/** The markers of this process's commands in a text. */
export function findTreeMarkers(text: string): readonly string[] {
  return text.match(TREE_MARKER) ?? [];
}
