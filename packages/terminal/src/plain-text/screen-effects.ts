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

/** Renders controls that reach beyond their line. Lines out of their reach are taken as they show by themselves. */
export async function renderScreenEffects(
  screen: EmulatedScreen,
  lines: ScreenLines,
): Promise<readonly string[]> {
  const result: string[] = [];
  let done = 0;
  for (const region of resolveScreenRegions(lines.effects, lines.written.length)) {
    append(result, lines.shown, { from: done, end: region.from });
    const rendered = await renderRegion(screen, lines, region);
    append(result, rendered.lines, { from: 0, end: rendered.lines.length });
    done = rendered.end;
  }
  append(result, lines.shown, { from: done, end: lines.shown.length });
  return result;
}

interface RenderedRegion {
  readonly lines: readonly string[];
  /** First line of the text that was not needed. */
  readonly end: number;
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
  return { lines: [...kept, ...after.slice(kept.length)], end };
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
