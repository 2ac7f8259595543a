import { closeSync, openSync } from "node:fs";

/** Opens a name several times, in the order of the flags; all or nothing. */
export function openDescriptors(name: string, flags: readonly number[]): number[] {
  const opened: number[] = [];
  try {
    for (const flag of flags) opened.push(openSync(name, flag));
    return opened;
  } catch (error) {
    closeDescriptors(opened);
    throw error;
  }
}

/** Closes descriptors that are open. */
export function closeDescriptors(descriptors: readonly number[]): void {
  for (const descriptor of descriptors) closeSync(descriptor);
}
