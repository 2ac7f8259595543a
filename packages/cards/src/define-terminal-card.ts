import { TerminalCard } from "./terminal-card.ts";

/** Registers `<terminal-card>` with the page. Twice is fine, also from two copies of the package: the first stays. */
export function defineTerminalCard(): void {
  if (customElements.get("terminal-card") === undefined) {
    customElements.define("terminal-card", TerminalCard);
  }
}
