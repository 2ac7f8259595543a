import type { Ending } from "@termwire/terminal";

/** What really happened, whatever an agent said of it. */
export interface Truth {
  readonly command: string;
  /** As on a screen: control sequences resolved, without the line ends after the last line. */
  readonly output: string;
  /** What is known of the ending; for a cancelled turn only that it was the cause. */
  readonly ending: Partial<Ending>;
}

const EXIT_0 = { kind: "exited", code: 0, cause: "exit" } as const;
const SIGKILL = { kind: "signaled", signal: "SIGKILL", cause: "exit" } as const;

function toTicks(count: number): string {
  return Array.from({ length: count }, (_, index) => `tick ${index + 1}`).join("\n");
}

function toBigOutput(): string {
  const digits = "0123456789".repeat(4);
  const lines = Array.from(
    { length: 4000 },
    (_, index) => `line ${String(index + 1).padStart(5, "0")} ${digits}`,
  );
  return lines.join("\n");
}

const ANSI_COMMAND = String.raw`printf '\033[31mred\033[0m \033[1;32mbold green\033[0m\n'; for p in 10 50 100; do printf '\rprogress %3d%%' $p; sleep 0.2; done; printf '\n'; printf 'UTF-8: \303\251 \346\274\242\345\255\227 \360\237\232\200\n'`;
const BIG_COMMAND = String.raw`seq 1 4000 | while read i; do printf 'line %05d %s\n' $i 0123456789012345678901234567890123456789; done`;

/** The cases by the name in a recording's name. */
const CASES: Readonly<Record<string, Truth>> = {
  quick: {
    command: "echo first line; echo second line",
    output: "first line\nsecond line",
    ending: EXIT_0,
  },
  slow: {
    command: "for i in 1 2 3 4 5; do echo tick $i; sleep 0.3; done",
    output: toTicks(5),
    ending: EXIT_0,
  },
  slow8: {
    command: "for i in 1 2 3 4 5 6 7 8; do echo tick $i; sleep 1; done",
    output: toTicks(8),
    ending: EXIT_0,
  },
  fail: {
    command: "echo to-stdout; echo to-stderr >&2; exit 3",
    output: "to-stdout\nto-stderr",
    ending: { kind: "exited", code: 3, cause: "exit" },
  },
  killed: {
    command: "echo before-kill; kill -9 $$; echo not-reached",
    output: "before-kill",
    ending: SIGKILL,
  },
  killed2: {
    command: "echo before-kill; exec node -e 'process.kill(process.pid, 9)'",
    output: "before-kill",
    ending: SIGKILL,
  },
  ansi: {
    command: ANSI_COMMAND,
    output: "red bold green\nprogress 100%\nUTF-8: é 漢字 🚀",
    ending: EXIT_0,
  },
  big: { command: BIG_COMMAND, output: toBigOutput(), ending: EXIT_0 },
  bg: { command: "sleep 30 & echo started", output: "started", ending: EXIT_0 },
  bg2: {
    command: "timeout 30 tail -f /dev/null & echo started",
    output: "started",
    ending: EXIT_0,
  },
};

/** The third terminal of the agent that only calls `terminal/*`: it kills what it started. */
const KILLED_BY_AGENT: Truth = {
  command: "echo up; sleep 20",
  output: "up",
  ending: { kind: "signaled", signal: "SIGTERM", cause: "stopped" },
};

/** Recordings that end with the handshake: these agents do not speak version 2. */
const WITHOUT_TURN: ReadonlySet<string> = new Set([
  "copilot-quick-v2",
  "opencode-quick-v2",
  "pi-quick-v2",
  "zedclaude-quick-v2",
  "zedcodex-quick-v2",
]);

/**
 * The terminals of a recording, in the order they were started.
 *
 * @throws TypeError for a name whose case is not known.
 */
export function readTruth(recording: string): readonly Truth[] {
  if (WITHOUT_TURN.has(recording)) return [];
  const [agent = "", name = "", variant = "", note = ""] = recording.split("-");
  const truth = CASES[name];
  if (truth === undefined) throw new TypeError(`${recording}: no case is named "${name}"`);
  if (agent === "acpx+termtest") return [truth, truth, KILLED_BY_AGENT];
  // Cancelled 1.5 s after the call appeared: two of the lines that come once a second.
  if (variant.endsWith("x")) {
    return [{ ...truth, output: toTicks(2), ending: { cause: "cancelled" } }];
  }
  // Killed by the agent after 1 s.
  if (note === "timeout") return [{ ...truth, output: toTicks(1), ending: { cause: "timeout" } }];
  return [truth];
}
