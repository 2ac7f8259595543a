import { constants } from "node:os";
import type { Ending } from "@termwire/terminal";
import { EXIT } from "../exit-status.ts";

/** The status a shell would give for this ending. Never 0 for anything but an exit with code 0. */
export function toExitStatus(ending: Ending): number {
  switch (ending.kind) {
    case "exited":
      return ending.code >= 0 && ending.code <= 255 ? ending.code : EXIT.failure;
    case "signaled":
      return 128 + toSignalNumber(ending.signal);
    case "lost":
      return ending.cause === "not-started" || ending.cause === "denied"
        ? EXIT.cannotExecute
        : EXIT.agentFailed;
  }
}

/** 0 for a name this machine does not know: 128 alone still says "by a signal". */
function toSignalNumber(name: string): number {
  return Object.entries(constants.signals).find(([known]) => known === name)?.[1] ?? 0;
}
