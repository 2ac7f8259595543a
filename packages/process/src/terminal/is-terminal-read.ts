import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** The system calls that read, by architecture: their numbers differ. */
interface ReadCalls {
  readonly read: number;
  /** Those whose first argument is one more than the highest descriptor they watch. */
  readonly select: readonly number[];
}

const READ_CALLS: Readonly<Partial<Record<NodeJS.Architecture, ReadCalls>>> = {
  x64: { read: 0, select: [23, 270] },
  arm64: { read: 63, select: [72] },
};

/**
 * True when a process in the foreground of a terminal is blocked in reading it: it waits for somebody to type. False
 * when none is, or when it waits in a way that does not show (`poll`, an event loop). Null where the system does not
 * tell.
 *
 * `leader` is the process whose controlling terminal it is.
 */
export function isTerminalRead(leader: number, slavePath: string): boolean | null {
  const calls = process.platform === "linux" ? READ_CALLS[process.arch] : undefined;
  if (calls === undefined) return null;
  const foreground = readForegroundGroup(leader);
  if (foreground === null) return false;
  const reads = (pid: number): boolean => {
    const descriptor = readAwaitedDescriptor(pid, calls);
    return descriptor !== null && isTerminal(`/proc/${pid}/fd/${descriptor}`, slavePath);
  };
  return reads(foreground) || readGroup(foreground).some(reads); // mostly it is the first of its group
}

function isTerminal(link: string, slavePath: string): boolean {
  try {
    return [slavePath, "/dev/tty"].includes(readlinkSync(link));
  } catch {
    return false;
  }
}

/** The fields of `/proc/PID/stat` after the name: 2 is the process group, 5 the foreground group of its terminal. */
function readStatFields(pid: number): readonly string[] {
  const stat = readText(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function readForegroundGroup(leader: number): number | null {
  const group = Number(readStatFields(leader)[5]);
  return Number.isInteger(group) && group > 0 ? group : null;
}

function readGroup(group: number): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && Number(readStatFields(pid)[2]) === group);
}

function readAwaitedDescriptor(pid: number, calls: ReadCalls): number | null {
  return parseAwaitedDescriptor(readText(`/proc/${pid}/syscall`), calls);
}

/** Which descriptor a line of `/proc/PID/syscall` waits for: the one it reads, or the only one it watches. */
export function parseAwaitedDescriptor(line: string, calls: ReadCalls): number | null {
  const [call, first] = line.split(" ").map(Number);
  if (call === calls.read) return first ?? null;
  return call !== undefined && calls.select.includes(call) && first === 1 ? 0 : null;
}

function readText(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
