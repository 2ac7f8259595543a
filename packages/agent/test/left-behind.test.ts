import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ClientClaim } from "@termwire/acp/client";
import type { Model } from "@termwire/agent";
import { isAlive } from "./is-alive.ts";
import { createArgumentsModel, serveSession } from "./serve-session.ts";
import { createSessionTools } from "./session-tools.ts";

const CLAIMS = ["zed", "delta", "text", "v2"] as const satisfies readonly ClientClaim[];

let cwd = "";

beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), "termwire-left-")));
});

afterEach(() => {
  rmSync(cwd, { recursive: true });
});

/** Runs its prompt's arguments, and keeps what came back. */
function createListener(): Model & { readonly heard: string[] } {
  const heard: string[] = [];
  const inner = createArgumentsModel();
  return {
    name: "listener",
    heard,
    async *respond(request) {
      for (const message of request.messages.slice(-2)) {
        if (message.role === "tool" && !heard.includes(message.text)) heard.push(message.text);
      }
      yield* inner.respond(request);
    },
  };
}

const readPid = (): number => Number(readFileSync(join(cwd, "pid"), "utf8"));

/** Each leaves one process behind, whose id is in the file `pid`, and ends with 3. */
const LEAVING: readonly [string, Readonly<Record<string, unknown>>][] = [
  ["with pipes", { command: "sleep 600 & echo $! > pid; echo started; exit 3" }],
  [
    "with pipes, detached",
    {
      command:
        "setsid -f sh -c 'echo $$ > pid; exec sleep 600'; until [ -s pid ]; do sleep 0.02; done; echo started; exit 3",
    },
  ],
  [
    "with a terminal",
    {
      command: "trap '' HUP; sleep 600 > /dev/null 2>&1 & echo $! > pid; echo started; exit 3",
      tty: true,
    },
  ],
];

describe.each(CLAIMS)("what a command leaves running, for a client that claims %s", (claim) => {
  it.each(LEAVING)(
    "%s is a job of the session: named to the model, alive, and gone with it (cases 18, 20, 36)",
    async (_how, input) => {
      const model = createListener();
      let pid = 0;
      {
        await using session = await serveSession(claim, cwd, { model, tools: createSessionTools });
        await session.prompt(JSON.stringify(input));
        pid = readPid();
        expect(isAlive(pid)).toBe(true);
        expect(model.heard).toEqual([
          expect.stringMatching(
            /^started\n\[background processes are still running as job_\w+\]\n\[exit code: 3\]$/u,
          ),
        ]);
        // The card is the command's, and that has ended; what it left is no terminal that goes on.
        expect(session.events.at(-1)?.event).toMatchObject({
          type: "terminal-ended",
          ending: { kind: "exited", code: 3, cause: "exit" },
        });
        expect(JSON.stringify(session.updates.at(-1))).not.toContain('"background":[{');
      }
      expect(isAlive(pid)).toBe(false);
    },
  );

  it("is not claimed where nothing is left, with pipes or a terminal", async () => {
    const model = createListener();
    await using session = await serveSession(claim, cwd, { model, tools: createSessionTools });
    await session.prompt(JSON.stringify({ command: "sleep 0 & echo one; wait" }));
    await session.prompt(JSON.stringify({ command: "echo two", tty: true }));
    expect(model.heard).toEqual(["one", "two"]);
  });
});

describe("a command that the client runs", () => {
  it("is not said to have left anything, which nobody here can know", async () => {
    const model = createListener();
    let pid = 0;
    {
      await using session = await serveSession("client", cwd, { model, tools: createSessionTools });
      await session.prompt(JSON.stringify({ command: "echo one" }));
      await session.prompt(JSON.stringify({ command: "sleep 600 & echo $! > pid; echo two" }));
      pid = readPid();
      expect(model.heard).toEqual(["one", "two"]);
      expect(session.events.at(-1)?.event).toMatchObject({ type: "terminal-ended" });
    }
    expect(existsSync(join(cwd, "pid"))).toBe(true);
    expect(isAlive(pid)).toBe(false);
  });
});
