const ABSOLUTE = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/;
/** `/`, `C:\`, `C:/` and `\\server\share\`. */
const ROOT = /^(?:\/|[A-Za-z]:[\\/]|\\\\[^\\/]+[\\/][^\\/]+[\\/]?)/;

/**
 * The absolute directory meant by `path` in a session that works in `base`: a relative one is taken from there, with
 * `.` and `..` resolved; an absolute one is taken as it is. Path styles are known by their form, not by the platform.
 */
export function resolveDirectory(base: string, path: string | undefined): string {
  if (path === undefined || path === "") return base;
  if (ABSOLUTE.test(path)) return path;
  const root = ROOT.exec(base)?.[0] ?? "";
  const isWindows = root !== "/";
  const below = resolveDots(`${base.slice(root.length)}/${path}`, isWindows ? /[\\/]/ : "/");
  const separator = isWindows ? "\\" : "/";
  const start = below.length === 0 || /[\\/]$/.test(root) ? root : `${root}${separator}`;
  return `${start}${below.join(separator)}`;
}

function resolveDots(path: string, separator: string | RegExp): readonly string[] {
  const parts: string[] = [];
  for (const part of path.split(separator)) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts;
}
