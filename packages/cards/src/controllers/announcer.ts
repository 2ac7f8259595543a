import type { StatusKind } from "../card-status.ts";

/** Decides what of a card is read aloud: changes that were lived through, not what is found at the start. */
export class Announcer {
  #kind: StatusKind | null = null;
  #words = "";

  /** The words of the last change; empty before there was one. */
  get words(): string {
    return this.#words;
  }

  /** Hears of the status; `describe` gives the words if it has changed from running to something else, or back. */
  note(kind: StatusKind, describe: () => string): void {
    const before = this.#kind;
    this.#kind = kind;
    if (before === null || before === kind || before === "pending") return;
    this.#words = describe();
  }
}
