import type { EmulatedScreen } from "./emulated-screen.ts";
import { resolveScreenRegions, type ScreenRegion } from "./screen-region.ts";
import type { EffectReach } from "./sequence-effect.ts";

interface LinesWithEffects {
  readonly lines: readonly string[];
  readonly effects: ReadonlyMap<number, EffectReach>;
}

/** Renders controls that reach beyond their line. Lines out of their reach come back as they are. */
export async function renderScreenEffects(
  screen: EmulatedScreen,
  { lines, effects }: LinesWithEffects,
): Promise<readonly string[]> {
  const shown: string[] = [];
  let done = 0;
  for (const region of resolveScreenRegions(effects, lines.length)) {
    append(shown, lines, { from: done, end: region.from });
    const rendered = await renderRegion(screen, lines, region);
    append(shown, rendered.lines, { from: 0, end: rendered.lines.length });
    done = rendered.end;
  }
  append(shown, lines, { from: done, end: lines.length });
  return shown;
}

interface RenderedRegion {
  readonly lines: readonly string[];
  /** First line of the text that was not needed. */
  readonly end: number;
}

async function renderRegion(
  screen: EmulatedScreen,
  lines: readonly string[],
  { from, first, last }: ScreenRegion,
): Promise<RenderedRegion> {
  screen.clear();
  await screen.write(joinLines(lines, from, first));
  const before = screen.readLines();
  let end = last + 1;
  await screen.write(joinLines(lines, first, end));
  for (; end < lines.length && !screen.isAtFreshLine(); end++) {
    await screen.write(joinLines(lines, end, end + 1));
  }
  const after = screen.readLines().slice(0, end < lines.length ? -1 : undefined);
  const same = countSame(before, after, first - from);
  return { lines: [...lines.slice(from, from + same), ...after.slice(same)], end };
}

/** Every line but the last of all is ended. */
function joinLines(lines: readonly string[], from: number, end: number): string {
  const text = lines.slice(from, end).join("\n");
  return end > from && end < lines.length ? `${text}\n` : text;
}

/** Lines above the controls that were left alone can keep their tabs. */
function countSame(before: readonly string[], after: readonly string[], limit: number): number {
  let same = 0;
  while (same < limit && before[same] === after[same]) same++;
  return same;
}

interface LineRange {
  readonly from: number;
  readonly end: number;
}

function append(target: string[], lines: readonly string[], { from, end }: LineRange): void {
  for (let at = from; at < end; at++) target.push(lines[at] ?? "");
}
