import { createEmulatedScreen } from "./emulated-screen.ts";
import { createEmulatorInput, type EmulatorInput } from "./emulator-input.ts";
import { isPlainText } from "./is-plain-text.ts";
import { renderLineEffects } from "./line-effects.ts";
import { joinRegions, renderScreenEffects } from "./screen-effects.ts";

/**
 * Renders bytes of terminal output as the text a terminal would show: colours and all other controls resolved,
 * `\r` and cursor movement applied, a progress bar in its last state, lines ended by `\n`, wrapped ones whole.
 *
 * Guarantees that no control character but `\t` and `\n` is in it, that bytes which are not UTF-8 read as U+FFFD, that
 * an unfinished control at the end shows nothing, and that lines nothing was moved in come back as they are, tabs
 * and spaces included. Where text was moved, tabs read as spaces and no line ends in spaces. Nothing is answered:
 * queries, titles and clipboard controls vanish. The cost is linear; calls do not disturb one another.
 */
export async function renderPlainText(bytes: Uint8Array): Promise<string> {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  if (isPlainText(text)) return text;
  const input = createEmulatorInput(text);
  return input.effects.size === 0 ? input.text : renderEffects(input);
}

/** Only what a control can reach goes through the emulator, which knows no tabs and little of Unicode. */
async function renderEffects({
  text,
  effects,
}: Pick<EmulatorInput, "text" | "effects">): Promise<string> {
  const written = text.split("\n");
  using screen = await createEmulatedScreen();
  const shown = await renderLineEffects(screen, { written, effects });
  const regions = await renderScreenEffects(screen, { written, shown, effects });
  return joinRegions(shown, regions).join("\n");
}
