import type { KeyModes } from "../emulator/emulator.ts";
import { keyBytes } from "./key-bytes.ts";
import { pasteText } from "./paste-text.ts";

/** What an input field reports to, and asks. */
export interface InputHost {
  /** What the person typed; never empty. */
  readonly onInput: (bytes: Uint8Array) => void;
  /** The person wants to leave the terminal by keyboard. */
  readonly onLeave: () => void;
  readonly keyModes: () => KeyModes;
}

/**
 * Creates the field that takes the keyboard for a terminal. It is a text field, so that input methods, dictation and
 * on-screen keyboards work; what was typed is sent and never stays in it.
 */
export function createInputField(host: InputHost): HTMLTextAreaElement {
  const field = document.createElement("textarea");
  field.className = "input-field";
  field.rows = 1;
  field.autocapitalize = "off";
  field.autocomplete = "off";
  field.spellcheck = false;
  field.setAttribute("autocorrect", "off");
  const send = (text: string): void => {
    if (text !== "") host.onInput(new TextEncoder().encode(text));
  };
  const sendTyped = (): void => {
    send(field.value.replaceAll(/\r?\n/gu, "\r"));
    field.value = "";
  };
  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (isLeaveKey(event)) {
      event.preventDefault();
      host.onLeave();
      return;
    }
    if (isCardKey(event)) return;
    // Every other key is the program's, and none of them the page's around it.
    event.stopPropagation();
    const bytes = keyBytes(event, host.keyModes());
    if (bytes === null) return;
    event.preventDefault();
    send(bytes);
  });
  field.addEventListener("input", (event) => {
    // An input method goes on writing in the field until it is done.
    if (!(event instanceof InputEvent) || !event.isComposing) sendTyped();
  });
  field.addEventListener("compositionend", sendTyped);
  field.addEventListener("paste", (event) => {
    event.preventDefault();
    send(pasteText(event.clipboardData?.getData("text/plain") ?? "", host.keyModes()));
  });
  return field;
}

/** As in telnet since ever: every other key belongs to the program. By its place, so that any keyboard has it. */
function isLeaveKey(event: KeyboardEvent): boolean {
  return event.ctrlKey && !event.altKey && (event.code === "BracketRight" || event.key === "]");
}

/** To copy, paste and search, as in every terminal: with Shift, because without it these are the program's. */
function isCardKey({ ctrlKey, shiftKey, key }: KeyboardEvent): boolean {
  return ctrlKey && shiftKey && ["c", "v", "x", "f"].includes(key.toLowerCase());
}
