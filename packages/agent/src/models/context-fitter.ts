import type { Model, ModelMessage, ModelTool } from "../model.ts";
import { estimateFixed } from "./estimate-tokens.ts";
import { describeLeftOut, fitContext } from "./fit-context.ts";

/** What a model is asked with, besides the conversation. */
export interface ContextFrame {
  readonly model: Pick<Model, "windowTokens">;
  readonly system: string;
  readonly tools: readonly ModelTool[];
}

/** Keeps a session's conversation within what its model can read. */
export interface ContextFitter {
  /** What the model gets to read, and what the person has to be told of it now; null when that is nothing new. */
  fit(
    messages: readonly ModelMessage[],
    frame: ContextFrame,
  ): { readonly messages: readonly ModelMessage[]; readonly news: string | null };
}

/** Creates the fitter of one session. A model whose window is not known gets everything. */
export function createContextFitter(): ContextFitter {
  let told: string | null = null;
  return {
    fit(messages, { model, system, tools }) {
      const windowTokens = model.windowTokens ?? null;
      if (windowTokens === null) return { messages, news: null };
      const fixedTokens = estimateFixed(system, tools);
      const fitted = fitContext(messages, { windowTokens, fixedTokens });
      const note = describeLeftOut(fitted);
      const news = note === told ? null : note;
      told = note;
      return { messages: fitted.messages, news };
    },
  };
}
