import type { FollowUps, PromptTurn, TurnStopReason } from "@termwire/acp/agent";

/** A turn that nobody prompted. */
export type FollowUpTurn = Pick<PromptTurn, "signal" | "bridge">;

/** The turns a session would take without a prompt. */
export interface SessionFollowUps extends FollowUps {
  onDue: (() => void) | null;
  /** No turn is at work: says so if one is due. */
  offer(): void;
  /** Somebody is there. */
  notePrompt(): void;
}

/** What they depend on. */
export interface FollowUpParts {
  /** Whether something happened that the model should act on. */
  readonly hasNews: () => boolean;
  readonly take: (turn: FollowUpTurn) => Promise<TurnStopReason>;
}

/** A model whose own jobs set it off again and again spends money with nobody there: it then waits for a prompt. */
const MAX_IN_A_ROW = 8;

/** Creates those of one session. */
export function createFollowUps({ hasNews, take }: FollowUpParts): SessionFollowUps {
  let inARow = 0;
  return {
    onDue: null,
    get isDue() {
      return inARow < MAX_IN_A_ROW && hasNews();
    },
    offer() {
      if (this.isDue) this.onDue?.();
    },
    notePrompt() {
      inARow = 0;
    },
    take(turn) {
      inARow += 1;
      return take(turn);
    },
  };
}
