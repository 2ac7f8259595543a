import { styleText } from "node:util";
import { describeEnding, isCleanEnding, toVisibleLines, type Ending } from "@termwire/terminal";

/** How cards look on one kind of output. */
export interface CardStyle {
  /** Colours in the command's own output pass. */
  readonly colours: boolean;
  header(cwd: string | null, command: string | null): string;
  ending(ending: Ending, durationMs: number | null): string;
  /** A line about the card that is not output. */
  note(text: string): string;
}

/** More lines of a command than this are counted, not shown: the card is about its output. */
const MAX_COMMAND_LINES = 12;

/** Cards with a frame and colours, for a terminal. */
export const TERMINAL_STYLE: CardStyle = {
  colours: true,
  header: (cwd, command) =>
    `${dim("╭─")} ${styleText("cyan", toVisibleLines(cwd ?? "?"))}\n${toCommandLines(command)
      .map((line, index) => `${dim(index === 0 ? "│ $" : "│  ")} ${styleText("bold", line)}\n`)
      .join("")}`,
  ending: (ending, durationMs) =>
    `${dim("╰─")} ${styleText(toTone(ending), describeEnding(ending))}${dim(toDuration(durationMs))}\n`,
  note: (text) => `${dim(`│ ${text}`)}\n`,
};

/** The same as plain text, for a pipe, a file or `NO_COLOR`. */
export const PLAIN_STYLE: CardStyle = {
  colours: false,
  header: (cwd, command) =>
    `[${toVisibleLines(cwd ?? "?")}] $ ${toCommandLines(command).join("\n  ")}\n`,
  ending: (ending, durationMs) => `[${describeEnding(ending)}${toDuration(durationMs)}]\n`,
  note: (text) => `[${text}]\n`,
};

/** The style for where output goes. */
export function chooseCardStyle(isTerminal: boolean, env: NodeJS.ProcessEnv): CardStyle {
  const plain = !isTerminal || (env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb";
  return plain ? PLAIN_STYLE : TERMINAL_STYLE;
}

function dim(text: string): string {
  return styleText("dim", text);
}

function toCommandLines(command: string | null): string[] {
  const lines = toVisibleLines(command ?? "(command not told)")
    .trimEnd()
    .split("\n");
  const rest = lines.length - MAX_COMMAND_LINES;
  return rest > 0 ? [...lines.slice(0, MAX_COMMAND_LINES), `… ${rest} more lines`] : lines;
}

function toTone(ending: Ending): "green" | "yellow" | "red" {
  if (isCleanEnding(ending)) return "green";
  return ending.kind === "lost" || ending.cause === "cancelled" ? "yellow" : "red";
}

function toDuration(durationMs: number | null): string {
  if (durationMs === null) return "";
  if (durationMs < 1000) return ` · ${Math.round(durationMs)} ms`;
  const seconds = durationMs / 1000;
  if (seconds < 60) return ` · ${seconds.toFixed(1)} s`;
  return ` · ${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
