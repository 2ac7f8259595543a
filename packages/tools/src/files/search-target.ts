import { resolveDirectory } from "@termwire/terminal";

/** What is searched, and how what is found in it is called. */
export interface SearchTarget {
  /** Absolute. */
  readonly root: string;
  /** As it was asked for; `.` is the session's directory. */
  readonly name: string;
  /** The name of a file in it, whose path from the root has `/` and is "" for the root itself. */
  toShown(path: string): string;
}

/** Resolves what a search was asked to look at. */
export function resolveTarget(cwd: string, path: string | undefined): SearchTarget {
  const name = path === undefined ? "." : path.replace(/(?<=.)\/+$/u, "");
  const isHere = name === ".";
  return {
    root: isHere ? cwd : resolveDirectory(cwd, name),
    name,
    toShown(found) {
      if (found === "") return name;
      return isHere ? found : `${name === "/" ? "" : name}/${found}`;
    },
  };
}
