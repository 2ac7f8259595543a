import type { EmulatedScreen } from "./emulated-screen.ts";
import { resolveScreenRegions, type ScreenRegion } from "./screen-region.ts";
import type { EffectReach } from "./sequence-effect.ts";

interface ScreenLines {
  /** What the command wrote, line by line, controls included. */
  readonly written: readonly string[];
  /** The same lines where each shows by itself. */
  readonly shown: readonly string[];
  readonly effects: ReadonlyMap<number, EffectReach>;
}

/** What became of lines that controls reach. */
export interface RenderedRegion {
  /** First line of the text that can have changed. */
  readonly from: number;
  /** First line after it that has not. */
  readonly end: number;
  /** What the lines between show together. */
  readonly lines: readonly string[];
}

/**
 * Renders controls that reach beyond their line, in order. A region that ends with the text may go on with what follows
 * it: the screen then stands where the text ends.
 */
export async function renderScreenEffects(
  screen: EmulatedScreen,
  lines: ScreenLines,
): Promise<readonly RenderedRegion[]> {
  const rendered: RenderedRegion[] = [];
  for (const region of resolveScreenRegions(lines.effects, lines.written.length)) {
    rendered.push(await renderRegion(screen, lines, region));
  }
  return rendered;
}

/** The first `end` lines, each as it shows by itself where no region has it. */
export function joinRegions(
  shown: readonly string[],
  regions: readonly RenderedRegion[],
  end: number = shown.length,
): readonly string[] {
  const result: string[] = [];
  let done = 0;
  for (const region of regions.filter(({ from }) => from < end)) {
    append(result, shown, { from: done, end: region.from });
    append(result, region.lines, { from: 0, end: region.lines.length });
    done = region.end;
  }
  append(result, shown, { from: done, end });
  return result;
}

async function renderRegion(
  screen: EmulatedScreen,
  { written, shown }: ScreenLines,
  { from, first, last }: ScreenRegion,
): Promise<RenderedRegion> {
  screen.clear();
  await screen.write(joinLines(written, from, first));
  const before = screen.readLines();
  let end = last + 1;
  await screen.write(joinLines(written, first, end));
  for (; end < written.length && !screen.isAtFreshLine(); end++) {
    await screen.write(joinLines(written, end, end + 1));
  }
  const after = screen.readLines().slice(0, end < written.length ? -1 : undefined);
  // What is above the controls, and was left alone, can keep its tabs.
  const above = shown.slice(from, first);
  const changed = above.findIndex((line, at) => line.includes("\n") || before[at] !== after[at]);
  const kept = changed === -1 ? above : above.slice(0, changed);
  return { from, end, lines: [...kept, ...after.slice(kept.length)] };
}

/** Every line but the last of all is ended. */
function joinLines(lines: readonly string[], from: number, end: number): string {
  const text = lines.slice(from, end).join("\n");
  return end > from && end < lines.length ? `${text}\n` : text;
}

interface LineRange {
  readonly from: number;
  readonly end: number;
}

function append(target: string[], lines: readonly string[], { from, end }: LineRange): void {
  for (let at = from; at < end; at++) target.push(lines[at] ?? "");
}
