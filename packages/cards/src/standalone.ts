import { defineTerminalCard } from "./define-terminal-card.ts";

// The entry of the file for pages without a bundler: loading it is all there is to do.
defineTerminalCard();

export { TerminalCard } from "./terminal-card.ts";
