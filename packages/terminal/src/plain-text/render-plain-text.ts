import { createEmulatedScreen } from "./emulated-screen.ts";
import { createEmulatorInput } from "./emulator-input.ts";
import { isPlainText } from "./is-plain-text.ts";

export async function renderPlainText(bytes: Uint8Array): Promise<string> {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  if (isPlainText(text)) return text;
  const input = createEmulatorInput(text);
  if (input.effects.size === 0) return input.text;
  using screen = await createEmulatedScreen();
  await screen.write(input.text);
  return screen.readLines().join("\n");
}
