import { realpathSync } from "node:fs";

/** Where a path leads when every link is followed; null when it leads nowhere. */
export function readRealPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
