import type { Ending } from "@termwire/terminal";

/** Output too long to repeat here. */
export interface OutputExcerpt {
  readonly chars: number;
  readonly start: string;
  readonly end: string;
}

/** What is shown in another way than it was. */
export interface ShownDifference {
  readonly output?: string | OutputExcerpt;
  readonly ending?: Ending;
}

/** What we show of a recording in another way than it was: exactly that, and why the wire holds no more. */
export interface KnownDifference {
  /** Which of the recording's terminals, from 0. */
  readonly terminal: number;
  readonly shows: ShownDifference;
  readonly reason: string;
}

const CODEX_HEAD =
  "codex-acp 2.6 starts to listen after the command has started: the first chunk never reaches the wire, and nothing repeats it.";
const ZEDCODEX_HEAD =
  "zed's codex-acp starts to listen late: the first chunk is neither streamed nor in stdout, aggregated_output or formatted_output.";
const ORDER =
  "the agent reads stdout and stderr apart and reports them in this order everywhere, so the order of printing is not on the wire.";
const NO_CODE =
  "the update says completed and nothing more; other agents say completed for exit 3, so no code may be made of it.";
const CLAUDE_KILLED =
  "the agent reports exit 1 for a command that died by SIGKILL; nothing else tells of the signal.";
const CLAUDE_WORDS =
  "the agent puts its own line into the output stream and the code into the exit; a stream is shown as it is sent.";
const CLAUDE_WORDS_KILLED =
  "the agent puts its own line into the output stream, and reports exit 1 for a command that died by SIGKILL.";
const CLAUDE_REJECTED =
  "in place of the output, which it withholds until the end, the agent sends words about the rejected tool use when the turn is cancelled.";
const CLAUDE_BG =
  "of a background command the agent sends a sentence with a path in place of the output, and an exit without code.";
const CLAUDE_BG_V2 =
  "the agent appends its own line to the output and reports an exit status without code or signal; a code in the output could be the command's.";
const CLAUDE_BLOCKED =
  "the agent refused to run the command and sent the refusal as its output, with an exit that has neither code nor signal.";
const CLAUDE_CUT =
  "the agent sends the first 30,000 characters and a line with a path; the rest stays in a file of its own.";
const CODEX_137 =
  "the agent has only the shell's number for the signal, 128 + 9; a number can also be a code, so it is shown as one.";
const CODEX_RUNS_ON =
  "the first chunk is lost before the wire, and after the cancelled turn the agent lets the command run on and streams it.";
const CODEX_V2X =
  "the first chunk is lost before the wire, and one more comes after the cancelled turn.";
const ZEDCODEX_X =
  "the first chunk is lost before the wire; the rest is as printed until the cancelled turn.";
const ZEDCODEX_KILLED =
  "the agent reports exit code -1 and no signal, which says only that it knows neither.";
const COPILOT_CUT =
  "snapshots of the last 10 KiB without a count, two of which do not meet; the result names a file and previews 500 characters.";
const COPILOT_REFUSED =
  "the agent refused to run the command: there is no output, and its message is all it says of the ending.";
const COPILOT_KILLED =
  "the agent's shell reports exit code 1 for a command that died by SIGKILL; nothing else tells of the signal.";
const OPENCODE_KILLED =
  "the agent never reports anything after the command was killed: neither an update nor the end of the turn.";
const PI_CODE =
  "the agent reports exit code 1 for every failure and appends the real one to the output as words, where a command could have put it; data wins.";
const PI_CANCEL =
  "the agent appends its own words to the output stream; a stream is shown as it is sent.";
const PI_BIG =
  "the agent appends windows of the newest 50 KB to the stream without saying what it left out between them, and a line of its own.";
const LIMIT =
  "the answer holds the newest bytes up to the agent's own outputByteLimit and says truncated, not how much is missing.";
const CLIENT_LIMIT =
  "the answer holds the newest 64 KiB, the client's default limit, and says truncated, not how much is missing.";
const ZEDCLAUDE_X =
  "the agent sends output at completion only, and for a cancelled call nothing at all.";
const ZEDCLAUDE_BX =
  "the agent releases the terminal without asking for its output, so none was ever sent.";

const UNKNOWN: Ending = { kind: "lost", reason: "exit status unknown", cause: "exit" };
const GONE: Ending = { kind: "lost", reason: "the agent is gone", cause: "disconnected" };

function toExit(code: number): Ending {
  return { kind: "exited", code, cause: "exit" };
}

function toTicks(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, index) => `tick ${first + index}`).join("\n");
}

/** The entry of a recording's only terminal. */
function only(shows: ShownDifference, reason: string): readonly KnownDifference[] {
  return [{ terminal: 0, shows, reason }];
}

/** By recording. An entry that is no longer needed fails its test. */
export const KNOWN_DIFFERENCES: Readonly<Record<string, readonly KnownDifference[]>> = {
  "acpx+termtest-big": [
    {
      terminal: 0,
      shows: {
        output: { chars: 19999, start: "90123456789012345678", end: "01234567890123456789" },
      },
      reason: LIMIT,
    },
    {
      terminal: 1,
      shows: {
        output: { chars: 65535, start: "567890123456789\nline", end: "01234567890123456789" },
      },
      reason: CLIENT_LIMIT,
    },
  ],
  "claude-bg-a": only(
    {
      output: { chars: 294, start: "<tool_use_error>Bloc", end: "ck.</tool_use_error>" },
      ending: UNKNOWN,
    },
    CLAUDE_BLOCKED,
  ),
  "claude-big-a": only(
    { output: { chars: 30173, start: "line 00001 012345678", end: "sults/b0wdyauzj.txt]" } },
    CLAUDE_CUT,
  ),
  "claude-big-v2": only(
    { output: { chars: 30214, start: "line 00001 012345678", end: "sults/bh6t03ep8.txt]" } },
    CLAUDE_CUT,
  ),
  "claude-fail-a": only({ output: "Exit code 3\nto-stdout\nto-stderr" }, CLAUDE_WORDS),
  "claude-fail-v2": only({ output: "Exit code 3\nto-stdout\nto-stderr" }, CLAUDE_WORDS),
  "claude-killed-a": only(
    { output: "Exit code 1\nbefore-kill", ending: toExit(1) },
    CLAUDE_WORDS_KILLED,
  ),
  "claude-killed-v2": only(
    { output: "Exit code 1\nbefore-kill", ending: toExit(1) },
    CLAUDE_WORDS_KILLED,
  ),
  "claude-killed2-a": only(
    { output: "Exit code 1\nbefore-kill", ending: toExit(1) },
    CLAUDE_WORDS_KILLED,
  ),
  "claude-slow-a-bgtool": only(
    {
      output: { chars: 264, start: "Command running in b", end: "d on that file path." },
      ending: UNKNOWN,
    },
    CLAUDE_BG,
  ),
  "claude-slow-b": only({ ending: UNKNOWN }, NO_CODE),
  "claude-slow-c": only({ ending: UNKNOWN }, NO_CODE),
  "claude-slow-v2-bgtool": only(
    { output: "tick 1\ntick 2\ntick 3\ntick 4\ntick 5\n\n[exited with code 0]", ending: UNKNOWN },
    CLAUDE_BG_V2,
  ),
  "claude-slow8-ax": only(
    { output: { chars: 611, start: "The user doesn't wan", end: "d wait still stands." } },
    CLAUDE_REJECTED,
  ),
  "claude-slow8-v2x": only(
    { output: { chars: 611, start: "The user doesn't wan", end: "d wait still stands." } },
    CLAUDE_REJECTED,
  ),
  "codex-ansi-a": only({ output: "progress 100%\nUTF-8: é 漢字 🚀" }, CODEX_HEAD),
  "codex-ansi-v2": only({ output: "progress 100%\nUTF-8: é 漢字 🚀" }, CODEX_HEAD),
  "codex-killed-a": only({ ending: toExit(137) }, CODEX_137),
  "codex-killed-v2": only({ ending: toExit(137) }, CODEX_137),
  "codex-slow-a-think": only({ output: toTicks(2, 5) }, CODEX_HEAD),
  "codex-slow-a": only({ output: toTicks(2, 5) }, CODEX_HEAD),
  "codex-slow-ab": only({ output: toTicks(2, 5) }, CODEX_HEAD),
  "codex-slow-b": only({ output: toTicks(2, 5) }, CODEX_HEAD),
  "codex-slow-c": only({ output: toTicks(2, 5) }, CODEX_HEAD),
  "codex-slow-d": only({ output: toTicks(2, 5) }, CODEX_HEAD),
  "codex-slow-v2": only({ output: toTicks(2, 5) }, CODEX_HEAD),
  "codex-slow8-a": only({ output: toTicks(2, 8) }, CODEX_HEAD),
  "codex-slow8-ax-long": only({ output: toTicks(2, 8) }, CODEX_RUNS_ON),
  "codex-slow8-ax-think": only({ output: toTicks(2, 8) }, CODEX_RUNS_ON),
  "codex-slow8-ax": only({ output: toTicks(2, 4) }, CODEX_RUNS_ON),
  "codex-slow8-v2x": only({ output: toTicks(2, 3) }, CODEX_V2X),
  "copilot-big-a": only(
    { output: { chars: 10239, start: " 03804 0123456789012", end: "01234567890123456789" } },
    COPILOT_CUT,
  ),
  "copilot-fail-a": only({ output: "to-stderr\nto-stdout" }, ORDER),
  "copilot-fail-b": only({ output: "to-stderr\nto-stdout" }, ORDER),
  "copilot-fail-c": only({ output: "to-stderr\nto-stdout" }, ORDER),
  "copilot-killed-a": only(
    {
      output: "",
      ending: {
        kind: "lost",
        reason:
          "Command not executed. The 'kill' command must specify at least one numeric PID. Usage: kill <PID> or kill -9 <PID>",
        cause: "exit",
      },
    },
    COPILOT_REFUSED,
  ),
  "copilot-killed2-a": only({ ending: toExit(1) }, COPILOT_KILLED),
  "opencode-killed-a": only({ ending: GONE }, OPENCODE_KILLED),
  "opencode-killed2-a": only({ ending: GONE }, OPENCODE_KILLED),
  "pi-big-a": only(
    { output: { chars: 102796, start: "line 00001 012345678", end: "ca9debb2d3fe09a.log]" } },
    PI_BIG,
  ),
  "pi-fail-a": only(
    { output: "to-stdout\nto-stderr\n\n\nCommand exited with code 3", ending: toExit(1) },
    PI_CODE,
  ),
  "pi-fail-b": only(
    { output: "to-stdout\nto-stderr\n\n\nCommand exited with code 3", ending: toExit(1) },
    PI_CODE,
  ),
  "pi-fail-c": only(
    { output: "to-stdout\nto-stderr\n\n\nCommand exited with code 3", ending: toExit(1) },
    PI_CODE,
  ),
  "pi-killed-a": only(
    { output: "before-kill\n\n\nCommand exited with code 137", ending: toExit(1) },
    PI_CODE,
  ),
  "pi-slow8-ax": only({ output: "tick 1\ntick 2\n\n\nCommand aborted" }, PI_CANCEL),
  "zedclaude-ansi-a": only({ ending: UNKNOWN }, NO_CODE),
  "zedclaude-bg-a": only({ ending: UNKNOWN }, NO_CODE),
  "zedclaude-big-a": only({ ending: UNKNOWN }, NO_CODE),
  "zedclaude-big-b": only(
    { output: { chars: 31999, start: "1234567890123456789\n", end: "01234567890123456789" } },
    LIMIT,
  ),
  "zedclaude-fail-a": only({ output: "to-stderr\n\nto-stdout" }, ORDER),
  "zedclaude-fail-c": only({ output: "to-stderr\n\nto-stdout" }, ORDER),
  "zedclaude-killed-a": only({ ending: toExit(1) }, CLAUDE_KILLED),
  "zedclaude-quick-a": only({ ending: UNKNOWN }, NO_CODE),
  "zedclaude-slow-a": only({ ending: UNKNOWN }, NO_CODE),
  "zedclaude-slow-c": only({ ending: UNKNOWN }, NO_CODE),
  "zedclaude-slow8-ax": only({ output: "" }, ZEDCLAUDE_X),
  "zedclaude-slow8-bx": only({ output: "" }, ZEDCLAUDE_BX),
  "zedcodex-ansi-a": only({ output: "progress 100%\nUTF-8: é 漢字 🚀" }, ZEDCODEX_HEAD),
  "zedcodex-fail-a": only({ output: "to-stderr\nto-stdout" }, ORDER),
  "zedcodex-fail-c": only({ output: "to-stderr\nto-stdout" }, ORDER),
  "zedcodex-killed-a": only({ ending: UNKNOWN }, ZEDCODEX_KILLED),
  "zedcodex-slow-a": only({ output: toTicks(2, 5) }, ZEDCODEX_HEAD),
  "zedcodex-slow-ab": only({ output: toTicks(2, 5) }, ZEDCODEX_HEAD),
  "zedcodex-slow-b": only({ output: toTicks(2, 5) }, ZEDCODEX_HEAD),
  "zedcodex-slow-c": only({ output: toTicks(2, 5) }, ZEDCODEX_HEAD),
  "zedcodex-slow8-ax": only({ output: toTicks(2, 2) }, ZEDCODEX_X),
};
