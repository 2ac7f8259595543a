import { displayTerminals, type DisplayEvent } from "@termwire/acp/client";
import { EXIT } from "../exit-status.ts";
import { startAgentProcess, type AgentProcess } from "./agent-process.ts";
import { createCardPrinter } from "./card-printer.ts";
import { chooseCardStyle } from "./card-style.ts";
import { checkDirectory } from "./check-directory.ts";
import { toExitStatus } from "./exit-status-of.ts";
import { createJsonPrinter } from "./json-printer.ts";
import type { RunOptions } from "./run-options.ts";
import type { RunPrinter } from "./run-printer.ts";
import { createStopRequests, type StopRequests } from "./stop-requests.ts";
import { takeTurn } from "./take-turn.ts";

/** How long a cancelled turn may take to end before the agent is left. */
const CANCEL_MS = 10_000;

/**
 * Starts the agent, sends the prompt and shows what it runs. Resolves with the exit status when nothing is left
 * running.
 *
 * @throws UsageError for a directory that commands cannot run in.
 */
export async function runPrompt(options: RunOptions): Promise<number> {
  await checkDirectory(options.cwd);
  using stops = createStopRequests(options.timeoutMs);
  process.stdout.on("error", () => stops.requestQuit(EXIT.brokenPipe));
  const run = createRun(options);
  const agent = startAgentProcess(options.agentCommand, options.cwd);
  try {
    const turn = takeTurn({
      options,
      stops,
      stream: agent.stream,
      terminals: run.terminals,
      printer: run.printer,
    });
    turn.catch(() => undefined);
    const outcome = await Promise.race([turn, agentFailure(agent), untilQuit(stops)]);
    return outcome.kind === "turn" ? run.status(outcome.stopReason) : fail(outcome, stops);
  } catch (error) {
    return fail({ kind: "failure", words: toWords(error) }, stops);
  } finally {
    await agent.stop();
    run.close();
  }
}

/** What a run ended with. */
type Outcome =
  | { readonly kind: "turn"; readonly stopReason: string }
  | { readonly kind: "failure"; readonly words: string }
  | { readonly kind: "quit" };

function createRun(options: RunOptions) {
  const startedMs = performance.now();
  const print = (text: string): void => void process.stdout.write(text);
  const printer: RunPrinter = options.json
    ? createJsonPrinter(print, () => performance.now() - startedMs)
    : createCardPrinter(print, chooseCardStyle(process.stdout.isTTY, process.env));
  const statuses = new Map<string, number | null>();
  const onEvent = (event: DisplayEvent): void => {
    const { id, type } = event.event;
    if (type === "terminal-started") statuses.set(id, null);
    if (type === "terminal-ended") statuses.set(id, toExitStatus(event.event.ending));
    printer.terminal(event);
  };
  const terminals = displayTerminals({ onEvent });
  return {
    terminals,
    printer,
    /** The last command's status; without a command, whether the turn came to its own end. */
    status(stopReason: string): number {
      const last = [...statuses.values()].at(-1);
      if (last !== undefined) return last ?? EXIT.agentFailed;
      if (stopReason === "cancelled") return EXIT.interrupted;
      return stopReason === "end_turn" ? EXIT.ok : EXIT.failure;
    },
    close(): void {
      terminals.close();
      printer.close();
    },
  };
}

async function agentFailure(agent: AgentProcess): Promise<Outcome> {
  const words = await agent.ended;
  return { kind: "failure", words: `the agent ended before the turn did: ${words}` };
}

function untilQuit(stops: StopRequests): Promise<Outcome> {
  return new Promise((resolve) => {
    stops.quit.addEventListener("abort", () => resolve({ kind: "quit" }), { once: true });
    stops.cancel.addEventListener(
      "abort",
      () => {
        const words = `the agent did not end its turn within ${CANCEL_MS / 1000} s of being cancelled`;
        setTimeout(() => resolve({ kind: "failure", words }), CANCEL_MS).unref();
      },
      { once: true },
    );
  });
}

function fail(outcome: Exclude<Outcome, { kind: "turn" }>, stops: StopRequests): number {
  if (outcome.kind === "quit") return stops.quitStatus;
  process.stderr.write(`termwire: ${outcome.words}\n`);
  return EXIT.agentFailed;
}

function toWords(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
