import { setTimeout as sleep } from "node:timers/promises";
import { RequestError } from "@agentclientprotocol/sdk";
import { EXIT } from "../exit-status.ts";
import { startAgentProcess, type AgentProcess } from "./agent-process.ts";
import { checkDirectory } from "./check-directory.ts";
import { createRun } from "./create-run.ts";
import type { RunOptions } from "./run-options.ts";
import { createStopRequests, type StopRequests } from "./stop-requests.ts";
import { takeTurn } from "./take-turn.ts";

/** How long a cancelled turn may take to end before the agent is left. */
const CANCEL_MS = 10_000;

/** Between the end of an agent's output and the end of the agent. */
const CLOSED_MS = 1_000;

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
    const turn = takeTurn({ options, stops, stream: agent.stream, run });
    const outcome = await Promise.race([
      turn.catch((error: unknown) => explain(error, agent)),
      agentFailure(agent),
      untilQuit(stops),
    ]);
    return outcome.kind === "turn" ? run.status(outcome.stopReason) : fail(outcome, stops);
  } finally {
    await agent.stop();
    await run.close();
  }
}

/** What a run ended with. */
type Outcome =
  | { readonly kind: "turn"; readonly stopReason: string }
  | { readonly kind: "failure"; readonly words: string }
  | { readonly kind: "quit" };

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

/** A refusal is told in the agent's words; a connection that broke, by what became of the agent. */
async function explain(error: unknown, agent: AgentProcess): Promise<Outcome> {
  if (error instanceof RequestError) {
    return { kind: "failure", words: `the agent refused: ${error.message} (${error.code})` };
  }
  const timer = new AbortController();
  const closed = sleep(CLOSED_MS, null, { signal: timer.signal }).catch(() => null);
  const outcome = await Promise.race([agentFailure(agent), closed]);
  timer.abort();
  return outcome ?? { kind: "failure", words: "the agent closed its output and runs on" };
}
