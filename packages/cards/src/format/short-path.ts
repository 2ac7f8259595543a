/** Fits beside time and status in a card half as wide as a page. */
const SHORT_CHARACTERS = 32;

/** The end of a directory's path, whole names only, where all of it would be long: `…/packages/cards`. */
export function shortPath(path: string): string {
  if (path.length <= SHORT_CHARACTERS) return path;
  const separator = path.includes("/") ? "/" : "\\";
  const names = path.split(separator);
  let short = names.pop() ?? "";
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    const longer = `${name}${separator}${short}`;
    if (longer.length > SHORT_CHARACTERS) break;
    short = longer;
  }
  return `…${separator}${short}`;
}
