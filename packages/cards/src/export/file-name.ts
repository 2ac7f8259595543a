/** Enough to know the command by; file systems allow 255 bytes. */
const NAME_CHARACTERS = 40;

/** A name for a file with the output of `command`, of letters, digits and dashes only: `npm-test.txt`. */
export function outputFileName(command: string | null, extension: "txt" | "cast"): string {
  const words = (command ?? "").match(/[\p{L}\p{N}]+/gu) ?? [];
  const name = words.join("-").slice(0, NAME_CHARACTERS).replace(/-+$/u, "");
  return `${name === "" ? "terminal" : name}.${extension}`;
}
