import { setTimeout as sleep } from "node:timers/promises";
import { RequestError } from "@agentclientprotocol/sdk";
import { checkTraffic } from "@termwire/acp/check";
import { createClientTerminals, observeStream, type ClientClaim } from "@termwire/acp/client";
import { createLocalRunner, isExecutable } from "@termwire/process";
import { EXIT } from "../exit-status.ts";
import { startAgentProcess } from "../run/agent-process.ts";
import type { Run } from "../run/create-run.ts";
import type { RunOptions } from "../run/run-options.ts";
import { createStopRequests } from "../run/stop-requests.ts";
import { takeTurn } from "../run/take-turn.ts";
import { printFindings } from "./print-findings.ts";

/** Which agent is judged, and how. */
export interface CheckAgentOptions {
  /** Shell command that starts it. */
  readonly command: string;
  readonly prompt: string;
  readonly json: boolean;
}

/** Every kind of client there is. */
const CLAIMS: readonly ClientClaim[] = ["text", "meta", "delta", "client", "all", "v2"];
/** Between the end of a connection and the end of its agent. */
const END_MS = 2_000;
/** A turn that takes longer is cancelled. */
const TURN_MS = 5 * 60 * 1000;

/** Prompts an agent once as every kind of client, and judges what it says. Resolves with the worst exit status. */
export async function checkAgent(options: CheckAgentOptions): Promise<number> {
  let worst: number = EXIT.ok;
  for (const claim of CLAIMS) worst = Math.max(worst, await checkAs(claim, options));
  return worst;
}

async function checkAs(
  claim: ClientClaim,
  { command, prompt, json }: CheckAgentOptions,
): Promise<number> {
  const cwd = process.cwd();
  const options: RunOptions = {
    prompt,
    agentCommand: command,
    cwd,
    claim,
    json,
    terminals: true,
    permission: "allow",
    timeoutMs: TURN_MS,
  };
  const judge = checkTraffic();
  const agent = startAgentProcess(command, cwd);
  const run = createSilentRun(claim);
  using stops = createStopRequests(TURN_MS);
  const stream = observeStream(agent.stream, {
    onReceive(message) {
      judge.take("a2c", message);
      return true;
    },
    onSend: (message) => judge.take("c2a", message),
  });
  const failure = await Promise.race([
    takeTurn({ options, stops, stream, run }).then(
      () => null,
      (error: unknown) => explain(error, agent.ended),
    ),
    agent.ended.then((words) => `the agent ended: ${words}`),
  ]);
  await agent.stop();
  await run.close();
  // An agent need not speak every version.
  if (failure !== null) process.stderr.write(`termwire: as ${claim}: ${failure}\n`);
  const status = printFindings(
    { name: `as ${claim}`, findings: judge.end(), toPlace: (message) => message },
    json,
  );
  return failure === null || claim === "v2" ? status : Math.max(status, EXIT.agentFailed);
}

/** Shows nothing, and runs commands where such a client does. */
function createSilentRun(claim: ClientClaim): Run {
  const nothing = (): void => undefined;
  const terminals = createClientTerminals({
    onEvent: nothing,
    claim,
    host: { runner: createLocalRunner(), isExecutable },
  });
  return {
    terminals,
    printer: { terminal: nothing, message: nothing, turn: nothing, close: nothing },
    status: () => EXIT.ok,
    close: () => terminals.dispose(),
  };
}

/** A connection that broke is told by what became of the agent, where that is known soon. */
async function explain(error: unknown, ended: Promise<string>): Promise<string> {
  const words = error instanceof Error ? error.message : String(error);
  if (error instanceof RequestError) return words;
  return Promise.race([
    ended.then((how) => `the agent ended: ${how}`),
    sleep(END_MS, words, { ref: false }),
  ]);
}
