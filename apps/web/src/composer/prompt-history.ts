/** Walks through what was sent before, as a shell does. */
export interface PromptHistory {
  /** The prompt before; null when there is none. `draft` is what stands there now, kept for the way back. */
  older(draft: string): string | null;
  /** The prompt after, at last the draft; null when nothing was walked back. */
  newer(): string | null;
  /** Something was typed or sent: the walk begins anew. */
  reset(): void;
}

/** Creates a walk through `prompts`, oldest first, as they are when it begins. */
export function createPromptHistory(prompts: () => readonly string[]): PromptHistory {
  let walk: { readonly stops: readonly string[]; at: number } | null = null;
  return {
    older(draft) {
      const stops = walk?.stops ?? [...withoutRepeats(prompts()), draft];
      const at = (walk?.at ?? stops.length - 1) - 1;
      if (at < 0) return null;
      walk = { stops, at };
      return stops[at] ?? null;
    },
    newer() {
      if (walk === null) return null;
      const { stops } = walk;
      const at = walk.at + 1;
      walk = at >= stops.length - 1 ? null : { stops, at };
      return stops[at] ?? null;
    },
    reset() {
      walk = null;
    },
  };
}

function withoutRepeats(prompts: readonly string[]): readonly string[] {
  return prompts.filter((prompt, index) => prompt !== "" && prompt !== prompts[index - 1]);
}
