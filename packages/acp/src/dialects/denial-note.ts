/** The note that a sandbox kept a command from something, and the line where a client has only text. */
export function toDenialNote(sandboxDenial: string): string {
  return `sandbox denied: ${sandboxDenial}`;
}
