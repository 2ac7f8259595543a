import { createInputField, type InputHost } from "./input-field.ts";

/** What a keyboard reports to, and asks. */
export interface KeyboardHost extends Omit<InputHost, "onLeave"> {
  /** Keys go to the program now, or no longer. */
  readonly onTyping: (isTyping: boolean) => void;
}

/** The keyboard of a terminal: who clicks on its rows types into it, until the focus goes elsewhere. */
export class Keyboard {
  readonly #field: HTMLTextAreaElement;
  #isTyping = false;

  constructor(rows: HTMLElement, host: KeyboardHost) {
    this.#field = createInputField({
      ...host,
      onLeave: () => {
        rows.focus();
      },
    });
    const set = (isTyping: boolean): void => {
      this.#isTyping = isTyping;
      host.onTyping(isTyping);
    };
    this.#field.addEventListener("focus", () => {
      set(true);
    });
    this.#field.addEventListener("blur", () => {
      set(false);
    });
    rows.addEventListener("click", (event) => {
      const isPlain = !(event.target instanceof HTMLAnchorElement);
      if (isPlain && !this.#field.disabled && !isTextSelected()) this.focus();
    });
    rows.append(this.#field);
  }

  /** True while keys go to the program. */
  get isTyping(): boolean {
    return this.#isTyping;
  }

  /** Sets whether the program takes keys, and what the field is called. */
  set(isEnabled: boolean, name: string): void {
    this.#field.disabled = !isEnabled;
    this.#field.ariaLabel = name;
  }

  focus(): void {
    this.#field.focus();
  }
}

/** A click at the end of a drag selects and does not ask for the keyboard. */
function isTextSelected(): boolean {
  return document.getSelection()?.type === "Range";
}
