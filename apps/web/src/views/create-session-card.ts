import { defineTerminalCard, type TerminalCardEventMap } from "@termwire/cards";
import type { SessionCard } from "../store/session-card.ts";

/** What a person does in a card. */
export interface CardListener {
  /** False when it could not be asked for. */
  readonly onStop: (event: TerminalCardEventMap["terminal-stop"]["detail"]) => boolean;
  readonly onInput: (event: TerminalCardEventMap["terminal-input"]["detail"]) => void;
  readonly onResize: (event: TerminalCardEventMap["terminal-resize"]["detail"]) => void;
}

/** Creates the card of one terminal. It draws whether or not it is on the page, and costs nothing when it is not. */
export function createSessionCard({ onStop, onInput, onResize }: CardListener): SessionCard {
  defineTerminalCard();
  const card = document.createElement("terminal-card");
  card.stoppable = true;
  card.addEventListener("terminal-stop", (event) => {
    if (!onStop(event.detail)) event.preventDefault();
  });
  card.addEventListener("terminal-input", ({ detail }) => onInput(detail));
  card.addEventListener("terminal-resize", ({ detail }) => onResize(detail));
  return {
    element: card,
    apply: (event) => card.apply(event),
    describe({ description, isInteractive }) {
      card.description = description;
      card.interactive = isInteractive;
    },
    speak(language) {
      card.lang = language;
    },
  };
}
