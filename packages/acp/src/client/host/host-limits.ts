/** What one host lets agents have. */
export interface TerminalHostLimits {
  /** Output kept per terminal, whatever an agent asks for. */
  readonly outputCeilingBytes: number;
  /** Output kept when an agent does not say. */
  readonly outputDefaultBytes: number;
  /** Commands at a time. */
  readonly runningPerSession: number;
  readonly runningPerConnection: number;
  /** Terminals that were not released, running or not. */
  readonly retainedPerSession: number;
  readonly retainedPerConnection: number;
  /** What is kept of released terminals for their cards, all together. */
  readonly displayBudgetBytes: number;
  /** Arguments, and names in the environment, of one command. */
  readonly maxArguments: number;
  /** All strings of one command together. */
  readonly maxRequestBytes: number;
}

/** Defaults with their reasons. */
export const DEFAULT_HOST_LIMITS: TerminalHostLimits = {
  // 1e12 was asked for in the field; no reader of a tool result wants more than this. Quotes and line ends take two bytes
  // in JSON, and peers with the SDK close the connection on a message above 32 MiB.
  outputCeilingBytes: 15 * 1024 * 1024,
  outputDefaultBytes: 1024 * 1024,
  // More commands at once than a machine has cores only slow each other down; agents in the field start a dozen.
  runningPerSession: 64,
  runningPerConnection: 256,
  // Agents that never release are common; the oldest ended terminals then make room.
  retainedPerSession: 256,
  retainedPerConnection: 1024,
  displayBudgetBytes: 32 * 1024 * 1024,
  // Linux takes 2 MiB of arguments and environment together.
  maxArguments: 10_000,
  maxRequestBytes: 1024 * 1024,
};

/** The limits with every default decided. */
export function resolveHostLimits(limits: Partial<TerminalHostLimits>): TerminalHostLimits {
  const resolved = { ...DEFAULT_HOST_LIMITS, ...limits };
  for (const [name, value] of Object.entries(resolved)) {
    if (!Number.isSafeInteger(value) || value < 0) {
      throw new RangeError(`${name}: expected a whole number from 0 up, got ${String(value)}`);
    }
  }
  return resolved;
}
