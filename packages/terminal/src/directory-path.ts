/** True for `/x`, `C:\x`, `C:/x` and `\\server\share`: paths are known by their form, not by this platform. */
export function isAbsolutePath(path: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path);
}

/**
 * The absolute directory meant by `path` in a session that works in `base`: a relative one is taken from there, with
 * `.` and `..` resolved; an absolute one is taken as it is. Purely textual, so symbolic links are not followed.
 */
export function resolveDirectory(base: string, path: string | undefined): string {
  if (path === undefined || path === "") return base;
  if (isAbsolutePath(path)) return path;
  const separator = base.startsWith("/") ? "/" : "\\";
  const split = separator === "/" ? "/" : /[\\/]/;
  const [root = "", ...parts] = base.split(split);
  for (const part of path.split(split)) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return `${root}${separator}${parts.filter((part) => part !== "").join(separator)}`;
}
