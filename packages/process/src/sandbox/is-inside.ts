/** True when `path` is `directory` or lies in it. Both are absolute and normalized. */
export function isInside(path: string, directory: string): boolean {
  const prefix = directory.endsWith("/") ? directory : `${directory}/`;
  return path === directory || path.startsWith(prefix);
}
