import type { CallView } from "@termwire/tools";
import type { CallCard, CallResult, CardContext } from "./call-card.ts";
import { createPlainCard } from "./plain-card.ts";
import { toPlainView } from "./plain-view.ts";

/** A call that changes the plan. */
export interface PlanCall {
  readonly toolCallId: string;
  readonly view: Extract<CallView, { card: "plan" }>;
}

/** The plan in place of a card: it is told when the call has changed it. A call that could not is shown as one. */
export function createPlanCard<Update>(context: CardContext<Update>, call: PlanCall): CallCard {
  return new PlanCard(context, call);
}

class PlanCard<Update> implements CallCard {
  readonly #context: CardContext<Update>;
  readonly #call: PlanCall;

  constructor(context: CardContext<Update>, call: PlanCall) {
    this.#context = context;
    this.#call = call;
  }

  async announce(): Promise<void> {
    // A plan is told as a whole, or not at all.
  }

  started(): void {
    // Nothing was told that could change.
  }

  follow(): void {
    // It runs no command.
  }

  async showAgain(): Promise<void> {
    // It is told as a whole when it has changed.
  }

  resized(): void {
    // It shows no terminal.
  }

  async finish(result: CallResult): Promise<null> {
    const { speech, send } = this.#context;
    const { toolCallId, view } = this.#call;
    if (!result.outcome.failed) {
      await send(speech.tellPlan(view.steps));
      return null;
    }
    const call = { toolCallId, view: toPlainView(view), lead: [] };
    const card = createPlainCard(this.#context, call);
    await card.announce("in_progress");
    await card.finish(result);
    return null;
  }
}
