/** A path short enough for a line: its last two names, and what is left out as `…`. */
export function shortenPath(path: string): string {
  const names = path.split(/[/\\]/u).filter((name) => name !== "");
  if (names.length <= 2) return path;
  const separator = path.includes("\\") && !path.includes("/") ? "\\" : "/";
  return ["…", ...names.slice(-2)].join(separator);
}
