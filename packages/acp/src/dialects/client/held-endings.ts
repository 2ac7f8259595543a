import { isEndingCause, type Ending, type EndingCause, type TerminalId } from "@termwire/terminal";
import { parseRawOutput } from "../raw-output.ts";
import { readExtension } from "../read-extension.ts";
import type { SessionTerminals, TerminalNews } from "../session-terminals.ts";
import type { UpdateFields } from "../terminal-decoder.ts";
import { isFinalStatus, toTerminalEnding, toText } from "../terminal-end.ts";
import { parseProseCause } from "../text/parse-prose.ts";

type TerminalEnded = Extract<TerminalNews, { readonly type: "terminal-ended" }>;

/**
 * Ends the terminals that a client runs. The client knows how its command ended, and that the agent had it ended; why,
 * such as for a time limit, only the agent knows, who says so when the call that shows the terminal is over. Until then
 * such an ending is held.
 */
export interface HeldEndings {
  /** Takes any update; only what ends a call, or tells of its end, matters. */
  read(fields: UpdateFields): void;
  /** Ends a terminal, at once or with its call. */
  end(ended: TerminalEnded): void;
  /** Ends what is held: nobody will say more. */
  flush(): void;
}

/** Creates the endings of one session. `agentName` is how the agent introduced itself. */
export function createHeldEndings(
  terminals: SessionTerminals,
  agentName: () => string,
): HeldEndings {
  return new CallEndings(terminals, agentName);
}

/** What the agent said of the end of what a call shows. */
interface ToldEnd {
  readonly isOver: boolean;
  readonly cause: EndingCause | null;
  readonly exitCode: number | null;
  readonly signal: string | null;
}

const UNTOLD: ToldEnd = { isOver: false, cause: null, exitCode: null, signal: null };

class CallEndings implements HeldEndings {
  readonly #terminals: SessionTerminals;
  readonly #agentName: () => string;
  readonly #told = new Map<string, ToldEnd>();
  readonly #held = new Map<TerminalId, TerminalEnded>();

  constructor(terminals: SessionTerminals, agentName: () => string) {
    this.#terminals = terminals;
    this.#agentName = agentName;
  }

  read(fields: UpdateFields): void {
    const toolCallId = toText(fields["toolCallId"]);
    const shown = toolCallId === null ? undefined : this.#terminals.findShownBy(toolCallId);
    if (toolCallId === null || shown === undefined) return;
    if (this.#terminals.findDialect(shown) !== "client") return;
    const told = this.#join(this.#told.get(toolCallId) ?? UNTOLD, fields);
    this.#told.set(toolCallId, told);
    if (!told.isOver) return;
    for (const ended of this.#held.values()) {
      if (this.#terminals.findCallOf(ended.id) === toolCallId) this.#end(ended, told);
    }
  }

  end(ended: TerminalEnded): void {
    const told = this.#toldOf(ended.id);
    if (told === null || told.isOver || !isUnexplained(ended.ending)) {
      this.#end(ended, told ?? UNTOLD);
    } else if (!this.#held.has(ended.id)) {
      this.#held.set(ended.id, ended);
    }
  }

  flush(): void {
    for (const ended of this.#held.values()) this.#end(ended, this.#toldOf(ended.id) ?? UNTOLD);
  }

  /** Null for a terminal that no call shows. */
  #toldOf(id: TerminalId): ToldEnd | null {
    const toolCallId = this.#terminals.findCallOf(id);
    return toolCallId === null ? null : (this.#told.get(toolCallId) ?? UNTOLD);
  }

  #end(ended: TerminalEnded, told: ToldEnd): void {
    this.#held.delete(ended.id);
    this.#terminals.apply({ ...ended, ending: explain(ended.ending, told) });
  }

  #join(known: ToldEnd, fields: UpdateFields): ToldEnd {
    const raw = parseRawOutput(fields["rawOutput"]);
    const { cause } = readExtension(fields);
    const rawCause = raw.isOurs ? raw.cause : parseProseCause(raw.text ?? "", this.#agentName());
    return {
      isOver: known.isOver || isFinalStatus(fields["status"]),
      cause: (isEndingCause(cause) ? cause : rawCause) ?? known.cause,
      exitCode: raw.exitCode ?? known.exitCode,
      signal: raw.signal ?? known.signal,
    };
  }
}

/** The agent may know better why, or how, it ended. */
function isUnexplained({ kind, cause }: Ending): boolean {
  return cause === "stopped" || kind === "lost";
}

/** What the client saw itself stays: only what it cannot know is taken from the agent. */
function explain(ending: Ending, told: ToldEnd): Ending {
  // An agent that knows of no cause saw it end, as by the hand of a person who stopped it here.
  const isKnown = told.cause !== null && told.cause !== "exit";
  const cause = ending.cause === "stopped" && isKnown ? told.cause : ending.cause;
  if (ending.kind !== "lost") return { ...ending, cause };
  return toTerminalEnding({ ...told, cause }, ending.reason);
}
