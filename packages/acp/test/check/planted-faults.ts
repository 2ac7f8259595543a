import type { Fields } from "../proxy/memory-peer.ts";

/** Which message of a recording is meant: the first that is all of this. */
export interface Selector {
  readonly dir: "a2c" | "c2a";
  readonly method?: string;
  /** The kind of a `session/update`. */
  readonly update?: string;
  /** An answer to a request of this method. */
  readonly answers?: string;
  /** A string that its text holds. */
  readonly holds?: string;
  /** How many of those come before it. */
  readonly skip?: number;
}

/** One fault planted in a recording that is good. */
export interface PlantedFault {
  readonly requirement: string;
  readonly recording: string;
  readonly at: Selector;
  readonly edit:
    | { readonly kind: "set"; readonly path: readonly (string | number)[]; readonly value: unknown }
    | { readonly kind: "drop" }
    | { readonly kind: "repeat" }
    /** Moves it before the first message that `before` selects. */
    | { readonly kind: "move"; readonly before: Selector }
    | { readonly kind: "insert"; readonly dir: "a2c" | "c2a"; readonly message: Fields };
}

const CLIENT = "zedclaude-slow-b";
const META = "codex-slow-a";
const ASKING = "claude-slow-a";
const V2 = "codex-slow-v2";
const CANCELLED = "claude-slow8-ax";

const create: Selector = { dir: "a2c", method: "terminal/create" };
const created: Selector = { dir: "c2a", answers: "terminal/create" };
const outputAnswer: Selector = { dir: "c2a", answers: "terminal/output" };
const waited: Selector = { dir: "c2a", answers: "terminal/wait_for_exit" };
const initialize: Selector = { dir: "c2a", method: "initialize" };
const call: Selector = { dir: "a2c", update: "tool_call" };
const outputUpdate: Selector = {
  dir: "a2c",
  holds: '"terminal_output"',
  update: "tool_call_update",
};
const exitUpdate: Selector = { dir: "a2c", holds: '"terminal_exit"' };
const terminalUpdate: Selector = { dir: "a2c", update: "terminal_update" };
const exitV2: Selector = { dir: "a2c", update: "terminal_update", holds: '"exitStatus"' };
const chunk: Selector = { dir: "a2c", update: "terminal_output_chunk" };
const idle: Selector = { dir: "a2c", update: "state_update", holds: '"idle"' };
const permitted: Selector = { dir: "c2a", answers: "session/request_permission" };
const promptAnswer: Selector = { dir: "a2c", answers: "session/prompt" };

const UPDATE = ["params", "update"] as const;
const INFO = [...UPDATE, "_meta", "terminal_info"] as const;
const OUTPUT = [...UPDATE, "_meta", "terminal_output"] as const;
const EXIT = [...UPDATE, "_meta", "terminal_exit"] as const;

function set(
  requirement: string,
  [recording, at]: readonly [string, Selector],
  [path, value]: readonly [readonly (string | number)[], unknown],
): PlantedFault {
  return { requirement, recording, at, edit: { kind: "set", path, value } };
}

function edit(
  requirement: string,
  [recording, at]: readonly [string, Selector],
  change: PlantedFault["edit"],
): PlantedFault {
  return { requirement, recording, at, edit: change };
}

/** Every requirement that traffic can be judged by is broken here at least once. */
export const PLANTED_FAULTS: readonly PlantedFault[] = [
  // The agent, in terminals of the client.
  set("A1-CAP", [CLIENT, initialize], [["params", "clientCapabilities", "terminal"], false]),
  set("A1-CREATE", [CLIENT, create], [["params", "args"], [1]]),
  set("A1-CREATE", [CLIENT, create], [["params", "command"], ""]),
  set("A1-CREATE", [CLIENT, create], [["params", "env"], [{ name: "A" }]]),
  set("A1-CREATE-CWD", [CLIENT, create], [["params", "cwd"], "src"]),
  set("A1-CREATE-LIMIT", [CLIENT, create], [["params", "outputByteLimit"], -1]),
  set(
    "A1-SESSION",
    [CLIENT, { dir: "a2c", method: "terminal/wait_for_exit" }],
    [["params", "sessionId"], "other"],
  ),
  set(
    "A1-KNOWN",
    [CLIENT, { dir: "a2c", method: "terminal/wait_for_exit" }],
    [["params", "terminalId"], "other"],
  ),
  edit("A1-RELEASED", [CLIENT, { dir: "a2c", method: "terminal/release" }], { kind: "repeat" }),
  edit("A1-RELEASE", [CLIENT, { dir: "a2c", method: "terminal/release" }], { kind: "drop" }),
  edit("A1-EMBED", [CLIENT, { dir: "a2c", update: "tool_call_update", holds: '"terminal"' }], {
    kind: "drop",
  }),
  // The client, in its own terminals.
  set("T1-CAP", [CLIENT, outputAnswer], [["error"], { code: -32601, message: "?" }]),
  set("T1-CREATE-ID", [CLIENT, created], [["result", "terminalId"], 7]),
  set("T1-OUTPUT", [CLIENT, outputAnswer], [["result", "truncated"], "no"]),
  set("T1-OUTPUT-EXIT", [CLIENT, outputAnswer], [["result", "exitStatus"], null]),
  set("T1-WAIT-CODE", [CLIENT, waited], [["result", "exitCode"], -1]),
  set("T1-WAIT-CODE", [CLIENT, waited], [["result", "signal"], "SIGTERM"]),
  set("T1-LIMIT", [CLIENT, create], [["params", "outputByteLimit"], 3]),
  set(
    "T1-LIMIT-CHAR",
    [CLIENT, outputAnswer],
    [["result"], { output: "\uFFFDx", truncated: true, exitStatus: {} }],
  ),
  set(
    "T1-OUTPUT-TRUNCATED",
    ["acpx+termtest-slow", { ...outputAnswer, skip: 1 }],
    [["result", "output"], "tick 5\n"],
  ),
  set(
    "T1-KILL-VALID",
    ["acpx+termtest-slow", { ...waited, skip: 2 }],
    [["error"], { code: -32602, message: "?" }],
  ),
  set(
    "T1-RELEASE-INVALID",
    ["acpx+termtest-slow", { ...outputAnswer, skip: 2 }],
    [["error"], undefined],
  ),
  // Tool calls.
  set("C1-SESSION", [META, call], [["params", "sessionId"], "other"]),
  set("C1-ID", [META, call], [[...UPDATE, "toolCallId"], 3]),
  set("C1-TITLE", [META, call], [[...UPDATE, "title"], null]),
  edit("C1-ANNOUNCED", [META, call], { kind: "drop" }),
  edit("C1-ONCE", [META, call], { kind: "repeat" }),
  set("C1-STATUS", [META, exitUpdate], [[...UPDATE, "status"], "done"]),
  set("C1-KIND", [META, call], [[...UPDATE, "kind"], "shell"]),
  set("C1-CONTENT", [META, call], [[...UPDATE, "content"], [{ type: "terminal" }]]),
  set("C1-CONTENT", [META, call], [[...UPDATE, "content"], "text"]),
  set("C1-TERMINAL", [META, call], [[...UPDATE, "content", 0, "terminalId"], "other"]),
  edit("C1-REOPEN", [META, exitUpdate], {
    kind: "insert",
    dir: "a2c",
    message: {
      sessionUpdate: "tool_call_update",
      toolCallId: "call_mock0003",
      status: "in_progress",
    },
  }),
  set("C1-FINAL", [META, exitUpdate], [[...UPDATE, "status"], "in_progress"]),
  set("C1-CANCELLED", [CANCELLED, promptAnswer], [["result", "stopReason"], "end_turn"]),
  set("C1-PERMISSION-OPTION", [ASKING, permitted], [["result", "outcome", "optionId"], "other"]),
  edit("C1-PERMISSION-CANCELLED", [CANCELLED, { dir: "c2a", method: "session/cancel" }], {
    kind: "move",
    before: permitted,
  }),
  // Terminals in _meta.
  set("M1-CAP", [META, initialize], [["params", "clientCapabilities"], {}]),
  set(
    "M1-KEY",
    [META, initialize],
    [["params", "clientCapabilities", "_meta"], { terminal_output_delta: true }],
  ),
  set("M1-IDS", [META, outputUpdate], [[...OUTPUT, "terminal_id"], 3]),
  set("M1-INFO-CALL", [META, call], [[...UPDATE, "sessionUpdate"], "tool_call_update"]),
  set("M1-INFO-FIRST", [META, call], [INFO, undefined]),
  edit("M1-INFO-ONCE", [META, call], { kind: "repeat" }),
  set("M1-INFO-CWD", [META, call], [[...INFO, "cwd"], "src"]),
  set("M1-OUTPUT-UPDATE", [META, outputUpdate], [[...UPDATE, "sessionUpdate"], "tool_call"]),
  set("M1-OUTPUT-DATA", [META, outputUpdate], [[...OUTPUT, "data"], { text: "x" }]),
  edit("M1-OUTPUT-LATE", [META, exitUpdate], { kind: "move", before: outputUpdate }),
  set("M1-EXIT", [META, exitUpdate], [EXIT, undefined]),
  edit("M1-EXIT-ONCE", [META, exitUpdate], { kind: "repeat" }),
  set("M1-EXIT-CODE", [META, exitUpdate], [[...EXIT, "exit_code"], -1]),
  set("M1-EXIT-FAILED", [META, exitUpdate], [[...EXIT, "exit_code"], 3]),
  // Terminals of version 2.
  set(
    "D2-V1",
    [V2, { dir: "a2c", update: "tool_call_update" }],
    [[...UPDATE, "sessionUpdate"], "tool_call"],
  ),
  set("D2-V1", [V2, chunk], [["method"], "terminal/create"]),
  set(
    "D2-ANNOUNCED",
    [V2, { dir: "a2c", update: "tool_call_update", holds: '"terminal"' }],
    [[...UPDATE, "content", 0, "terminalId"], "other"],
  ),
  set("D2-CWD", [V2, terminalUpdate], [[...UPDATE, "cwd"], "src"]),
  set("D2-SIZE", [V2, terminalUpdate], [[...UPDATE, "size"], { cols: 0, rows: 24 }]),
  set("D2-BASE64", [V2, chunk], [[...UPDATE, "data"], "tick 2"]),
  set("D2-EXIT", [V2, exitV2], [[...UPDATE, "exitStatus"], { exitCode: "0" }]),
  edit("D2-LATE", [V2, exitV2], { kind: "move", before: chunk }),
  set(
    "D2-BACKGROUND",
    [V2, idle],
    [[...UPDATE, "background"], [{ type: "terminal", terminalId: "other" }]],
  ),
  set("D2-RUNS", [V2, exitV2], [[...UPDATE, "exitStatus"], null]),
  set("D2-IDLE", [V2, idle], [[...UPDATE, "stopReason"], null]),
  edit("D2-CANCEL", [V2, chunk], {
    kind: "insert",
    dir: "c2a",
    message: { id: 77, method: "terminal/cancel", terminalId: "call_mock0003" },
  }),
];
