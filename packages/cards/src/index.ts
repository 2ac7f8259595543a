export { defineTerminalCard } from "./define-terminal-card.ts";
export { TerminalCard } from "./terminal-card.ts";
export type {
  TerminalCardEventMap,
  TerminalInputEvent,
  TerminalResizeEvent,
  TerminalStopEvent,
  TerminalToggleEvent,
} from "./terminal-card-events.ts";
