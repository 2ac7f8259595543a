import {
  createClientTerminals,
  type ClientTerminals,
  type DisplayEvent,
  type TerminalHostOptions,
} from "@termwire/acp/client";
import { createLocalRunner, isExecutable } from "@termwire/process";
import { EXIT } from "../exit-status.ts";
import { createCardPrinter } from "./card-printer.ts";
import { chooseCardStyle } from "./card-style.ts";
import { toExitStatus } from "./exit-status-of.ts";
import { createJsonPrinter } from "./json-printer.ts";
import type { RunOptions } from "./run-options.ts";
import type { RunPrinter } from "./run-printer.ts";

/** This client while it runs one prompt: what it decodes, shows and runs. */
export interface Run {
  readonly terminals: ClientTerminals;
  readonly printer: RunPrinter;
  /** The last command's status; without a command, whether the turn came to its own end. */
  status(stopReason: string): number;
  /** Ends what runs here, and prints what was held back. */
  close(): Promise<void>;
}

/** Creates the client's side of a run. */
export function createRun(options: RunOptions): Run {
  const startedMs = performance.now();
  const print = (text: string): void => void process.stdout.write(text);
  const printer = options.json
    ? createJsonPrinter(print, () => performance.now() - startedMs)
    : createCardPrinter(print, chooseCardStyle(process.stdout.isTTY, process.env));
  const statuses = new Map<string, number | null>();
  const onEvent = (event: DisplayEvent): void => {
    const { id, type } = event.event;
    if (type === "terminal-started") statuses.set(id, null);
    if (type === "terminal-ended") statuses.set(id, toExitStatus(event.event.ending));
    printer.terminal(event);
  };
  const terminals = createClientTerminals({
    onEvent,
    claim: options.claim,
    ...(options.terminals && { host: toHostOptions(options) }),
  });
  return {
    terminals,
    printer,
    status: (stopReason) => chooseStatus([...statuses.values()].at(-1), stopReason),
    async close() {
      await terminals.dispose();
      printer.close();
    },
  };
}

function toHostOptions({ permission }: RunOptions): TerminalHostOptions {
  return {
    runner: createLocalRunner(),
    isExecutable,
    policy: () =>
      permission === "deny"
        ? { allow: false, reason: "it was started with --deny" }
        : { allow: true },
  };
}

/** `last` is undefined without a command, null for one that was not told to have ended. */
function chooseStatus(last: number | null | undefined, stopReason: string): number {
  if (last !== undefined) return last ?? EXIT.agentFailed;
  if (stopReason === "cancelled") return EXIT.interrupted;
  return stopReason === "end_turn" ? EXIT.ok : EXIT.failure;
}
