import type { Ending } from "@termwire/terminal";

/** Output too long to repeat here. */
export interface OutputExcerpt {
  readonly chars: number;
  readonly start: string;
  readonly end: string;
}

/** What we show of a recording in another way than it was: exactly that, and why the wire holds no more. */
export interface KnownDifference {
  /** Which of the recording's terminals, from 0. */
  readonly terminal: number;
  readonly shows: {
    readonly output?: string | OutputExcerpt;
    readonly ending?: Ending;
  };
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
const TIMEOUT =
  "the agent releases the terminal while it runs; that its time limit was the reason is only in the words for the model.";
const ZEDCLAUDE_X =
  "the agent sends output at completion only, and for a cancelled call nothing at all.";
const ZEDCLAUDE_BX =
  "the agent releases the terminal without asking for its output, so none was ever sent.";

/** By recording. An entry that is no longer needed fails its test. */
export const KNOWN_DIFFERENCES: Readonly<Record<string, readonly KnownDifference[]>> = {
  "acpx+termtest-big": [
    {
      terminal: 0,
      shows: {
        output: {
          chars: 19999,
          start: "9012345678901234567890123456789\nline 036",
          end: "0123456789012345678901234567890123456789",
        },
      },
      reason: LIMIT,
    },
    {
      terminal: 1,
      shows: {
        output: {
          chars: 65535,
          start: "567890123456789\nline 02741 0123456789012",
          end: "0123456789012345678901234567890123456789",
        },
      },
      reason: CLIENT_LIMIT,
    },
  ],
  "claude-bg-a": [
    {
      terminal: 0,
      shows: {
        output: {
          chars: 294,
          start: "<tool_use_error>Blocked: sleep 30 follow",
          end: "work around this block.</tool_use_error>",
        },
        ending: { kind: "lost", reason: "exit status unknown", cause: "exit" },
      },
      reason: CLAUDE_BLOCKED,
    },
  ],
  "claude-big-a": [
    {
      terminal: 0,
      shows: {
        output: {
          chars: 30173,
          start: "line 00001 01234567890123456789012345678",
          end: "f47ee9574f5a/tool-results/b0wdyauzj.txt]",
        },
      },
      reason: CLAUDE_CUT,
    },
  ],
  "claude-big-v2": [
    {
      terminal: 0,
      shows: {
        output: {
          chars: 30214,
          start: "line 00001 01234567890123456789012345678",
          end: "cc28ba04b0a0/tool-results/bh6t03ep8.txt]",
        },
      },
      reason: CLAUDE_CUT,
    },
  ],
  "claude-fail-a": [
    { terminal: 0, shows: { output: "Exit code 3\nto-stdout\nto-stderr" }, reason: CLAUDE_WORDS },
  ],
  "claude-fail-v2": [
    { terminal: 0, shows: { output: "Exit code 3\nto-stdout\nto-stderr" }, reason: CLAUDE_WORDS },
  ],
  "claude-killed-a": [
    {
      terminal: 0,
      shows: {
        output: "Exit code 1\nbefore-kill",
        ending: { kind: "exited", code: 1, cause: "exit" },
      },
      reason: CLAUDE_WORDS_KILLED,
    },
  ],
  "claude-killed-v2": [
    {
      terminal: 0,
      shows: {
        output: "Exit code 1\nbefore-kill",
        ending: { kind: "exited", code: 1, cause: "exit" },
      },
      reason: CLAUDE_WORDS_KILLED,
    },
  ],
  "claude-killed2-a": [
    {
      terminal: 0,
      shows: {
        output: "Exit code 1\nbefore-kill",
        ending: { kind: "exited", code: 1, cause: "exit" },
      },
      reason: CLAUDE_WORDS_KILLED,
    },
  ],
  "claude-slow-a-bgtool": [
    {
      terminal: 0,
      shows: {
        output: {
          chars: 264,
          start: "Command running in background with ID: b",
          end: "erim output, use Read on that file path.",
        },
        ending: { kind: "lost", reason: "exit status unknown", cause: "exit" },
      },
      reason: CLAUDE_BG,
    },
  ],
  "claude-slow-b": [
    {
      terminal: 0,
      shows: { ending: { kind: "lost", reason: "exit status unknown", cause: "exit" } },
      reason: NO_CODE,
    },
  ],
  "claude-slow-c": [
    {
      terminal: 0,
      shows: { ending: { kind: "lost", reason: "exit status unknown", cause: "exit" } },
      reason: NO_CODE,
    },
  ],
  "claude-slow-v2-bgtool": [
    {
      terminal: 0,
      shows: {
        output: "tick 1\ntick 2\ntick 3\ntick 4\ntick 5\n\n[exited with code 0]",
        ending: { kind: "lost", reason: "exit status unknown", cause: "exit" },
      },
      reason: CLAUDE_BG_V2,
    },
  ],
  "claude-slow8-ax": [
    {
      terminal: 0,
      shows: {
        output: {
          chars: 611,
          start: "The user doesn't want to proceed with th",
          end: "struction to stop and wait still stands.",
        },
      },
      reason: CLAUDE_REJECTED,
    },
  ],
  "claude-slow8-v2x": [
    {
      terminal: 0,
      shows: {
        output: {
          chars: 611,
          start: "The user doesn't want to proceed with th",
          end: "struction to stop and wait still stands.",
        },
      },
      reason: CLAUDE_REJECTED,
    },
  ],
  "codex-ansi-a": [
    { terminal: 0, shows: { output: "progress 100%\nUTF-8: é 漢字 🚀" }, reason: CODEX_HEAD },
  ],
  "codex-ansi-v2": [
    { terminal: 0, shows: { output: "progress 100%\nUTF-8: é 漢字 🚀" }, reason: CODEX_HEAD },
  ],
  "codex-killed-a": [
    {
      terminal: 0,
      shows: { ending: { kind: "exited", code: 137, cause: "exit" } },
      reason: CODEX_137,
    },
  ],
  "codex-killed-v2": [
    {
      terminal: 0,
      shows: { ending: { kind: "exited", code: 137, cause: "exit" } },
      reason: CODEX_137,
    },
  ],
  "codex-slow-a-think": [
    { terminal: 0, shows: { output: "tick 2\ntick 3\ntick 4\ntick 5" }, reason: CODEX_HEAD },
  ],
  "codex-slow-a": [
    { terminal: 0, shows: { output: "tick 2\ntick 3\ntick 4\ntick 5" }, reason: CODEX_HEAD },
  ],
  "codex-slow-ab": [
    { terminal: 0, shows: { output: "tick 2\ntick 3\ntick 4\ntick 5" }, reason: CODEX_HEAD },
  ],
  "codex-slow-b": [
    { terminal: 0, shows: { output: "tick 2\ntick 3\ntick 4\ntick 5" }, reason: CODEX_HEAD },
  ],
  "codex-slow-c": [
    { terminal: 0, shows: { output: "tick 2\ntick 3\ntick 4\ntick 5" }, reason: CODEX_HEAD },
  ],
  "codex-slow-d": [
    { terminal: 0, shows: { output: "tick 2\ntick 3\ntick 4\ntick 5" }, reason: CODEX_HEAD },
  ],
  "codex-slow-v2": [
    { terminal: 0, shows: { output: "tick 2\ntick 3\ntick 4\ntick 5" }, reason: CODEX_HEAD },
  ],
  "codex-slow8-a": [
    {
      terminal: 0,
      shows: { output: "tick 2\ntick 3\ntick 4\ntick 5\ntick 6\ntick 7\ntick 8" },
      reason: CODEX_HEAD,
    },
  ],
  "codex-slow8-ax-long": [
    {
      terminal: 0,
      shows: { output: "tick 2\ntick 3\ntick 4\ntick 5\ntick 6\ntick 7\ntick 8" },
      reason: CODEX_RUNS_ON,
    },
  ],
  "codex-slow8-ax-think": [
    {
      terminal: 0,
      shows: { output: "tick 2\ntick 3\ntick 4\ntick 5\ntick 6\ntick 7\ntick 8" },
      reason: CODEX_RUNS_ON,
    },
  ],
  "codex-slow8-ax": [
    { terminal: 0, shows: { output: "tick 2\ntick 3\ntick 4" }, reason: CODEX_RUNS_ON },
  ],
  "codex-slow8-v2x": [{ terminal: 0, shows: { output: "tick 2\ntick 3" }, reason: CODEX_V2X }],
  "copilot-big-a": [
    {
      terminal: 0,
      shows: {
        output: {
          chars: 10239,
          start: " 03804 012345678901234567890123456789012",
          end: "0123456789012345678901234567890123456789",
        },
      },
      reason: COPILOT_CUT,
    },
  ],
  "copilot-fail-a": [{ terminal: 0, shows: { output: "to-stderr\nto-stdout" }, reason: ORDER }],
  "copilot-fail-b": [{ terminal: 0, shows: { output: "to-stderr\nto-stdout" }, reason: ORDER }],
  "copilot-fail-c": [{ terminal: 0, shows: { output: "to-stderr\nto-stdout" }, reason: ORDER }],
  "copilot-killed-a": [
    {
      terminal: 0,
      shows: {
        output: "",
        ending: {
          kind: "lost",
          reason:
            "Command not executed. The 'kill' command must specify at least one numeric PID. Usage: kill <PID> or kill -9 <PID>",
          cause: "exit",
        },
      },
      reason: COPILOT_REFUSED,
    },
  ],
  "copilot-killed2-a": [
    {
      terminal: 0,
      shows: { ending: { kind: "exited", code: 1, cause: "exit" } },
      reason: COPILOT_KILLED,
    },
  ],
  "opencode-killed-a": [
    {
      terminal: 0,
      shows: { ending: { kind: "lost", reason: "the agent is gone", cause: "disconnected" } },
      reason: OPENCODE_KILLED,
    },
  ],
  "opencode-killed2-a": [
    {
      terminal: 0,
      shows: { ending: { kind: "lost", reason: "the agent is gone", cause: "disconnected" } },
      reason: OPENCODE_KILLED,
    },
  ],
  "pi-big-a": [
    {
      terminal: 0,
      shows: {
        output: {
          chars: 102796,
          start: "line 00001 01234567890123456789012345678",
          end: "tput: /tmp/pi-bash-4ca9debb2d3fe09a.log]",
        },
      },
      reason: PI_BIG,
    },
  ],
  "pi-fail-a": [
    {
      terminal: 0,
      shows: {
        output: "to-stdout\nto-stderr\n\n\nCommand exited with code 3",
        ending: { kind: "exited", code: 1, cause: "exit" },
      },
      reason: PI_CODE,
    },
  ],
  "pi-fail-b": [
    {
      terminal: 0,
      shows: {
        output: "to-stdout\nto-stderr\n\n\nCommand exited with code 3",
        ending: { kind: "exited", code: 1, cause: "exit" },
      },
      reason: PI_CODE,
    },
  ],
  "pi-fail-c": [
    {
      terminal: 0,
      shows: {
        output: "to-stdout\nto-stderr\n\n\nCommand exited with code 3",
        ending: { kind: "exited", code: 1, cause: "exit" },
      },
      reason: PI_CODE,
    },
  ],
  "pi-killed-a": [
    {
      terminal: 0,
      shows: {
        output: "before-kill\n\n\nCommand exited with code 137",
        ending: { kind: "exited", code: 1, cause: "exit" },
      },
      reason: PI_CODE,
    },
  ],
  "pi-slow8-ax": [
    { terminal: 0, shows: { output: "tick 1\ntick 2\n\n\nCommand aborted" }, reason: PI_CANCEL },
  ],
  "zedclaude-ansi-a": [
    {
      terminal: 0,
      shows: { ending: { kind: "lost", reason: "exit status unknown", cause: "exit" } },
      reason: NO_CODE,
    },
  ],
  "zedclaude-bg-a": [
    {
      terminal: 0,
      shows: { ending: { kind: "lost", reason: "exit status unknown", cause: "exit" } },
      reason: NO_CODE,
    },
  ],
  "zedclaude-big-a": [
    {
      terminal: 0,
      shows: { ending: { kind: "lost", reason: "exit status unknown", cause: "exit" } },
      reason: NO_CODE,
    },
  ],
  "zedclaude-big-b": [
    {
      terminal: 0,
      shows: {
        output: {
          chars: 31999,
          start: "1234567890123456789\nline 03386 012345678",
          end: "0123456789012345678901234567890123456789",
        },
      },
      reason: LIMIT,
    },
  ],
  "zedclaude-fail-a": [{ terminal: 0, shows: { output: "to-stderr\n\nto-stdout" }, reason: ORDER }],
  "zedclaude-fail-c": [{ terminal: 0, shows: { output: "to-stderr\n\nto-stdout" }, reason: ORDER }],
  "zedclaude-killed-a": [
    {
      terminal: 0,
      shows: { ending: { kind: "exited", code: 1, cause: "exit" } },
      reason: CLAUDE_KILLED,
    },
  ],
  "zedclaude-quick-a": [
    {
      terminal: 0,
      shows: { ending: { kind: "lost", reason: "exit status unknown", cause: "exit" } },
      reason: NO_CODE,
    },
  ],
  "zedclaude-slow-a": [
    {
      terminal: 0,
      shows: { ending: { kind: "lost", reason: "exit status unknown", cause: "exit" } },
      reason: NO_CODE,
    },
  ],
  "zedclaude-slow-c": [
    {
      terminal: 0,
      shows: { ending: { kind: "lost", reason: "exit status unknown", cause: "exit" } },
      reason: NO_CODE,
    },
  ],
  "zedclaude-slow8-ax": [{ terminal: 0, shows: { output: "" }, reason: ZEDCLAUDE_X }],
  "zedclaude-slow8-b-timeout": [
    {
      terminal: 0,
      shows: { ending: { kind: "signaled", signal: "SIGKILL", cause: "stopped" } },
      reason: TIMEOUT,
    },
  ],
  "zedclaude-slow8-bx": [{ terminal: 0, shows: { output: "" }, reason: ZEDCLAUDE_BX }],
  "zedcodex-ansi-a": [
    { terminal: 0, shows: { output: "progress 100%\nUTF-8: é 漢字 🚀" }, reason: ZEDCODEX_HEAD },
  ],
  "zedcodex-fail-a": [{ terminal: 0, shows: { output: "to-stderr\nto-stdout" }, reason: ORDER }],
  "zedcodex-fail-c": [{ terminal: 0, shows: { output: "to-stderr\nto-stdout" }, reason: ORDER }],
  "zedcodex-killed-a": [
    {
      terminal: 0,
      shows: { ending: { kind: "lost", reason: "exit status unknown", cause: "exit" } },
      reason: ZEDCODEX_KILLED,
    },
  ],
  "zedcodex-slow-a": [
    { terminal: 0, shows: { output: "tick 2\ntick 3\ntick 4\ntick 5" }, reason: ZEDCODEX_HEAD },
  ],
  "zedcodex-slow-ab": [
    { terminal: 0, shows: { output: "tick 2\ntick 3\ntick 4\ntick 5" }, reason: ZEDCODEX_HEAD },
  ],
  "zedcodex-slow-b": [
    { terminal: 0, shows: { output: "tick 2\ntick 3\ntick 4\ntick 5" }, reason: ZEDCODEX_HEAD },
  ],
  "zedcodex-slow-c": [
    { terminal: 0, shows: { output: "tick 2\ntick 3\ntick 4\ntick 5" }, reason: ZEDCODEX_HEAD },
  ],
  "zedcodex-slow8-ax": [{ terminal: 0, shows: { output: "tick 2" }, reason: ZEDCODEX_X }],
};
