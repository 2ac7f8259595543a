import { setTimeout as sleep } from "node:timers/promises";
import { methods, type AgentContext, type CreateTerminalResponse } from "@agentclientprotocol/sdk";

/** A client that is being tried. */
export interface TriedClient {
  readonly client: AgentContext;
  readonly sessionId: string;
  readonly cwd: string;
  /** Shows a terminal of the client in a card. */
  readonly show: (terminalId: string, title: string) => Promise<void>;
}

/** One thing a client has to do. */
export interface ClientTrial {
  readonly requirement: string;
  /** Resolves with what was wrong; null when nothing was. A rejection is something wrong, too. */
  readonly run: (tried: TriedClient) => Promise<string | null>;
}

const { terminal } = methods.client;
/** A client that takes longer to answer waits for something it must not wait for. */
const AT_ONCE_MS = 5_000;

/** What a client that says `terminal: true` is tried with. Every terminal is released. */
export const CLIENT_TRIALS: readonly ClientTrial[] = [
  {
    requirement: "T1-CREATE-ID",
    run: (tried) => withTerminal(tried, { line: "echo one; sleep 30" }, async () => null),
  },
  {
    requirement: "T1-CREATE-ARGS",
    run: (tried) =>
      withTerminal(tried, { command: "printf", args: ["%s", "a  'b'"] }, async (used) =>
        expectText(await used.finish(), "a  'b'"),
      ),
  },
  {
    requirement: "T1-CREATE-ENV",
    run: (tried) =>
      withTerminal(
        tried,
        { line: 'echo "$TRIED"', env: [{ name: "TRIED", value: "x y" }] },
        async (used) => expectText(await used.finish(), "x y"),
      ),
  },
  {
    requirement: "T1-CREATE-CWD",
    run: (tried) =>
      withTerminal(tried, { line: "pwd", cwd: "/" }, async (used) =>
        expectText(await used.finish(), "/"),
      ),
  },
  {
    requirement: "T1-OUTPUT",
    run: (tried) =>
      withTerminal(tried, { line: "echo now; sleep 30" }, async (used) => {
        for (let asked = 0; asked < 50; asked++) {
          if ((await used.output()).output.includes("now")) return null;
          await sleep(100);
        }
        return "the output did not come while the command ran";
      }),
  },
  {
    requirement: "T1-OUTPUT-EXIT",
    run: (tried) =>
      withTerminal(tried, { line: "sleep 30" }, async (used) => {
        const { exitStatus = null } = await used.output();
        return exitStatus === null ? null : "an exit status of a command that runs";
      }),
  },
  {
    requirement: "T1-WAIT",
    run: (tried) =>
      withTerminal(tried, { line: "exit 3" }, async (used) => {
        const { exitCode } = await used.wait();
        return exitCode === 3
          ? null
          : `exit code ${String(exitCode)} of a command that exits with 3`;
      }),
  },
  {
    requirement: "T1-WAIT-CODE",
    run: (tried) =>
      withTerminal(tried, { line: "kill -9 $$" }, async (used) => {
        const { exitCode, signal } = await used.wait();
        const isTold = (exitCode ?? null) === null && typeof signal === "string";
        return isTold ? null : `exit code ${String(exitCode)}, signal ${String(signal)} of SIGKILL`;
      }),
  },
  {
    requirement: "T1-LIMIT",
    run: (tried) =>
      withTerminal(tried, { line: "printf 0123456789abcdef", outputByteLimit: 6 }, async (used) => {
        const output = await used.finish();
        return output === "abcdef"
          ? null
          : `${JSON.stringify(output)} of 0123456789abcdef, at most 6 bytes`;
      }),
  },
  {
    requirement: "T1-LIMIT-CHAR",
    run: (tried) =>
      withTerminal(tried, { line: "printf 'ééé'", outputByteLimit: 3 }, async (used) => {
        const output = await used.finish();
        return output === "é" ? null : `${JSON.stringify(output)} of ééé, at most 3 bytes`;
      }),
  },
  {
    requirement: "T1-OUTPUT-TRUNCATED",
    run: (tried) =>
      withTerminal(tried, { line: "printf 0123456789", outputByteLimit: 4 }, async (used) => {
        await used.wait();
        return (await used.output()).truncated ? null : "truncated is not said";
      }),
  },
  {
    requirement: "T1-KILL",
    run: (tried) =>
      withTerminal(tried, { line: "echo up; sleep 30" }, async (used) => {
        await used.kill();
        await used.wait();
        return null;
      }),
  },
  {
    requirement: "T1-KILL-VALID",
    run: (tried) =>
      withTerminal(tried, { line: "echo up; sleep 30" }, async (used) => {
        while (!(await used.output()).output.includes("up")) await sleep(50);
        await used.kill();
        return expectText(await used.finish(), "up");
      }),
  },
  {
    requirement: "T1-RELEASE-KILLS",
    run: async (tried) => {
      let pid = "";
      await withTerminal(tried, { line: "echo $$; sleep 30" }, async (used) => {
        while (!pid.endsWith("\n")) pid = (await used.output()).output;
        return null;
      });
      // Asked where the command ran: that may be another machine.
      const line = `for i in 1 2 3 4 5 6 7 8 9 10; do kill -0 ${pid.trim()} || exit 0; sleep 0.2; done; exit 1`;
      return withTerminal(tried, { line: `(${line}) 2>/dev/null` }, async (used) => {
        const { exitCode } = await used.wait();
        return exitCode === 0 ? null : "the command goes on after the release";
      });
    },
  },
  {
    requirement: "T1-RELEASE-INVALID",
    run: async (tried) => {
      const { terminalId } = await create(tried, { line: "true" });
      await ask(tried, terminal.release, terminalId);
      const refused = await ask(tried, terminal.output, terminalId).then(
        () => false,
        () => true,
      );
      return refused ? null : "terminal/output was answered after the release";
    },
  },
];

/** What only a person can see of a client: the card of this trial shows it. */
export const LOOKED_AT: readonly string[] = ["T1-EMBED-LIVE", "T1-RELEASE-DISPLAY"];

/** Shows a terminal that prints for a while and is then released; resolves with what to look for. */
export async function showReleased(tried: TriedClient): Promise<string> {
  const line = "for i in 1 2 3; do echo tick $i; sleep 0.4; done";
  await withTerminal(tried, { line }, async (used) => {
    await used.wait();
    return null;
  });
  return `Look at the card \`${line}\`: three ticks came one after the other (${LOOKED_AT[0]}), and are still there (${LOOKED_AT[1]}).`;
}

interface Asked {
  readonly line?: string;
  readonly command?: string;
  readonly args?: string[];
  readonly env?: { readonly name: string; readonly value: string }[];
  readonly cwd?: string;
  readonly outputByteLimit?: number;
}

interface UsedTerminal {
  output(): Promise<{ output: string; truncated: boolean; exitStatus?: unknown }>;
  wait(): Promise<{ exitCode?: number | null; signal?: string | null }>;
  kill(): Promise<unknown>;
  /** Waits for the end; resolves with the output. */
  finish(): Promise<string>;
}

async function withTerminal(
  tried: TriedClient,
  asked: Asked,
  use: (used: UsedTerminal) => Promise<string | null>,
): Promise<string | null> {
  const { terminalId } = await create(tried, asked);
  await tried.show(terminalId, asked.line ?? asked.command ?? "");
  const used: UsedTerminal = {
    output: () => ask(tried, terminal.output, terminalId),
    wait: () => ask(tried, terminal.waitForExit, terminalId),
    kill: () => ask(tried, terminal.kill, terminalId),
    async finish() {
      await used.wait();
      return (await used.output()).output;
    },
  };
  try {
    return await use(used);
  } finally {
    await ask(tried, terminal.release, terminalId);
  }
}

function create({ client, sessionId, cwd }: TriedClient, { line, ...asked }: Asked) {
  const shell = line === undefined ? {} : { command: "/bin/sh", args: ["-c", line] };
  const request = { sessionId, cwd, command: "", ...shell, ...asked };
  return bounded(client.request<CreateTerminalResponse>(terminal.create, request));
}

function ask<Answer>(
  { client, sessionId }: TriedClient,
  method: string,
  terminalId: string,
): Promise<Answer> {
  return bounded(client.request<Answer>(method, { sessionId, terminalId }));
}

async function bounded<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const timer = new AbortController();
  const late = sleep(AT_ONCE_MS, null, { signal: timer.signal }).then(
    () => Promise.reject(new Error(`no answer within ${AT_ONCE_MS} ms`)),
    () => new Promise<never>(() => undefined),
  );
  try {
    return await Promise.race([answer, late]);
  } finally {
    timer.abort();
  }
}

function expectText(output: string, expected: string): string | null {
  const shown = output.replace(/\n$/, "");
  return shown === expected ? null : `${JSON.stringify(shown)}, not ${JSON.stringify(expected)}`;
}
