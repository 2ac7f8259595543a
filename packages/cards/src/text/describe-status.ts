import type { Exit } from "@termwire/terminal";
import type { CardStatus } from "../card-status.ts";
import type { CardText } from "./card-text.ts";

/** A status in a few words: `Exit 3`, `SIGKILL`, `Timed out · SIGTERM`. */
export function describeStatus({ kind, exit }: CardStatus, text: CardText): string {
  const how = describeExit(exit, text);
  if (how === null || kind === "lost") return text.statusNames[kind];
  // How it ended by itself is all there is to say.
  return kind === "exited" || kind === "signaled" ? how : `${text.statusNames[kind]} · ${how}`;
}

function describeExit(exit: Exit | null, text: CardText): string | null {
  switch (exit?.kind) {
    case "exited":
      return text.exitCode(String(exit.code));
    case "signaled":
      return exit.signal;
    case "lost":
    case undefined:
      return null;
  }
}
