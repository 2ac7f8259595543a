import {
  createOutputLog,
  createTerminalId,
  toEnding,
  type CommandRunner,
  type Completion,
  type EndingCause,
  type Exit,
  type RunningCommand,
  type CommandSpec,
} from "@termwire/terminal";
import type { RecordedMessage } from "../recordings/replay-recording.ts";
import { toFields, type Fields } from "./memory-peer.ts";

/** What a recording's client answered about one of its terminals. */
interface RecordedCommand {
  readonly output: string;
  readonly exit: Exit;
  /** The agent ended it. */
  readonly isKilled: boolean;
}

/** A runner whose commands print and end as the recording's client told, in the order they were created. */
export function createRecordedRunner(messages: readonly RecordedMessage[]): CommandRunner {
  const commands = readCommands(messages);
  return {
    resolve: (request) => ({
      id: createTerminalId(),
      env: {},
      timeoutMs: null,
      idleTimeoutMs: null,
      graceMs: 0,
      size: null,
      stdin: "null",
      spill: false,
      outputLimitBytes: 1024 * 1024,
      ...request,
      program:
        request.program.kind === "shell"
          ? { ...request.program, shell: "/bin/sh" }
          : request.program,
    }),
    async start(spec) {
      const command = commands.shift();
      if (command === undefined) throw new Error("the recording has no such command");
      return startRecorded(spec, command);
    },
  };
}

function startRecorded(
  spec: CommandSpec,
  { output, exit, isKilled }: RecordedCommand,
): RunningCommand {
  const log = createOutputLog(spec.outputLimitBytes);
  log.append(new TextEncoder().encode(output));
  log.end();
  let cause: EndingCause = "exit";
  let finish = (): void => undefined;
  const completed = new Promise<Completion>((resolve) => {
    finish = () =>
      resolve({ ending: toEnding(exit, cause), durationMs: 1, timeout: null, sandboxDenial: null });
  });
  if (!isKilled) finish();
  const terminate = async (why: EndingCause): Promise<void> => {
    if (isKilled) cause = why;
    finish();
  };
  return {
    spec,
    startedAtMs: 0,
    output: log,
    spill: null,
    exited: completed.then(() => exit),
    outputEnded: Promise.resolve(),
    completed,
    write: async () => undefined,
    endInput: async () => undefined,
    resize: () => undefined,
    terminate,
    isTreeAlive: async () => false,
    release: () => terminate("stopped"),
    [Symbol.asyncDispose]: () => terminate("stopped"),
  };
}

function readCommands(messages: readonly RecordedMessage[]): RecordedCommand[] {
  const requests = new Map<unknown, { readonly method: unknown; readonly params: Fields }>();
  const found = new Map<unknown, { output: string; exit: Exit; isKilled: boolean }>();
  for (const { dir, msg } of messages) {
    const { id, method, params, result } = toFields(msg);
    if (dir === "a2c" && method !== undefined) {
      requests.set(id, { method, params: toFields(params) });
      const known = found.get(toFields(params)["terminalId"]);
      const kills = method === "terminal/kill" || method === "terminal/release";
      if (known !== undefined && kills && known.exit.kind === "lost") known.isKilled = true;
    }
    const asked = dir === "c2a" && method === undefined ? requests.get(id) : undefined;
    if (asked !== undefined) note(found, asked, toFields(result));
  }
  return [...found.values()];
}

function note(
  found: Map<unknown, { output: string; exit: Exit; isKilled: boolean }>,
  { method, params }: { readonly method: unknown; readonly params: Fields },
  result: Fields,
): void {
  if (method === "terminal/create") {
    const exit: Exit = { kind: "lost", reason: "never told" };
    found.set(result["terminalId"], { output: "", exit, isKilled: false });
  }
  const command = found.get(params["terminalId"]);
  if (command === undefined) return;
  if (typeof result["output"] === "string") command.output = result["output"];
  const exit = method === "terminal/wait_for_exit" ? result : toFields(result["exitStatus"]);
  const { signal, exitCode } = exit;
  if (typeof signal === "string") command.exit = { kind: "signaled", signal };
  else if (typeof exitCode === "number") command.exit = { kind: "exited", code: exitCode };
}
