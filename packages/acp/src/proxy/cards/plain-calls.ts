import type { UpdateFields } from "../../dialects/terminal-decoder.ts";

/** Calls remembered to have been announced; more than any session is likely to have. */
const MAX_KNOWN_CALLS = 65_536;

const FINAL: ReadonlySet<unknown> = new Set(["completed", "failed", "cancelled"]);

/** A session's calls that are no commands: what is known of each is whether it is open. */
export class PlainCalls {
  readonly #open = new Map<string, boolean>();

  has(toolCallId: string): boolean {
    return this.#open.has(toolCallId);
  }

  /** The call turned out to be a command; true when it was known. */
  forget(toolCallId: string): boolean {
    return this.#open.delete(toolCallId);
  }

  /** Reads an update of the call. */
  read(toolCallId: string, { status }: UpdateFields): void {
    const wasOpen = this.#open.get(toolCallId) ?? true;
    const isOpen = status === undefined ? wasOpen : !FINAL.has(status);
    if (this.#open.size < MAX_KNOWN_CALLS) this.#open.set(toolCallId, isOpen);
  }

  /** Closes what is open, but for those that run on, and names it. */
  close(runsOn: ReadonlySet<unknown> = new Set()): readonly string[] {
    const open = [...this.#open]
      .filter(([toolCallId, isOpen]) => isOpen && !runsOn.has(toolCallId))
      .map(([toolCallId]) => toolCallId);
    for (const toolCallId of open) this.#open.set(toolCallId, false);
    return open;
  }
}
