import { readdirSync, readFileSync } from "node:fs";

/** The flag of a descriptor that no child inherits, as every Linux counts it. */
const CLOSE_ON_EXEC = 0o2000000;

/** Standard input, output and error. */
const STANDARD_COUNT = 3;

/**
 * The descriptors, beyond the standard ones, that this process passes on to every child: whoever started it left them
 * open, and Node hides only the first few. A command that lives on would keep a pipe or a lock of theirs from ending.
 * None where the system does not tell.
 */
export function findInheritedDescriptors(directory = "/proc/self/fdinfo"): number[] {
  try {
    return readdirSync(directory)
      .map(Number)
      .filter((descriptor) => descriptor >= STANDARD_COUNT)
      .filter((descriptor) => isInheritable(`${directory}/${descriptor}`));
  } catch {
    return [];
  }
}

/** False for one that was closed meanwhile, as that of the listing itself. */
function isInheritable(path: string): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/mu.exec(readFileSync(path, "latin1"))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    return false;
  }
}
