/** How the direct child ended. Unknown stays unknown: `lost` says why nothing better is known. */
export type Exit =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "signaled"; readonly signal: string }
  | { readonly kind: "lost"; readonly reason: string };

/** Every cause, in one list, for decoders and tests. */
export const ENDING_CAUSES = [
  "exit",
  "timeout",
  "stopped",
  "cancelled",
  "denied",
  "not-started",
  "disconnected",
] as const;

/**
 * Why it ended, apart from how: by itself, by its time limit, by a person's stop, with its cancelled turn,
 * because it was refused, because it could not start, because the connection went.
 */
export type EndingCause = (typeof ENDING_CAUSES)[number];

/** The honest end of a terminal: how it ended and, apart from that, why. */
export type Ending = Exit & { readonly cause: EndingCause };

/** Joins the two independent facts. */
export function toEnding(exit: Exit, cause: EndingCause): Ending {
  return { ...exit, cause };
}

/** True when `value` is one of {@link ENDING_CAUSES}. */
export function isEndingCause(value: unknown): value is EndingCause {
  return ENDING_CAUSES.some((cause) => cause === value);
}

/** True only for an exit with code 0 that nothing cut short; everything else deserves a second look. */
export function isCleanEnding(ending: Ending): boolean {
  return ending.kind === "exited" && ending.code === 0 && ending.cause === "exit";
}

const CAUSE_TEXT: Readonly<Record<EndingCause, string>> = {
  exit: "",
  timeout: "timed out",
  stopped: "stopped",
  cancelled: "cancelled",
  denied: "denied",
  "not-started": "not started",
  disconnected: "disconnected",
};

/** One line for a person: `exit 3`, `SIGKILL`, `timed out, SIGTERM`. Never says "succeeded". */
export function describeEnding(ending: Ending): string {
  const cause = CAUSE_TEXT[ending.cause];
  const exit = describeExit(ending);
  return cause === "" ? exit : `${cause}, ${exit}`;
}

function describeExit(exit: Exit): string {
  switch (exit.kind) {
    case "exited":
      return `exit ${exit.code}`;
    case "signaled":
      return exit.signal;
    case "lost":
      return exit.reason;
  }
}
