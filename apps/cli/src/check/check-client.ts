import { randomUUID } from "node:crypto";
import { Readable, Writable } from "node:stream";
import {
  agent,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type AgentContext,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";
import { negotiateDialect, offersTerminals } from "@termwire/acp/agent";
import { REQUIREMENT_GROUPS } from "@termwire/acp/check";
import { readProtocolStreams } from "../agent/protocol-streams.ts";
import { EXIT } from "../exit-status.ts";
import {
  CLIENT_TRIALS,
  showReleased,
  type ClientTrial,
  type TriedClient,
} from "./client-trials.ts";

/**
 * Is an agent on stdin and stdout that tries its client on any prompt: what it does with commands, and what it shows.
 * Reports as messages and cards. Resolves when the client is gone.
 */
export async function checkClient(): Promise<number> {
  const { input, output } = readProtocolStreams();
  const directories = new Map<string, string>();
  let capabilities: unknown = {};
  const app = agent({ name: "termwire-check" })
    .onRequest(methods.agent.initialize, ({ params }) => {
      capabilities = params.clientCapabilities;
      return {
        protocolVersion: PROTOCOL_VERSION,
        agentCapabilities: {},
        agentInfo: { name: "termwire-check", title: "Termwire check", version: "0" },
      };
    })
    .onRequest(methods.agent.session.new, ({ params }) => {
      const sessionId = randomUUID();
      directories.set(sessionId, params.cwd);
      return { sessionId };
    })
    .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
      const cwd = directories.get(params.sessionId) ?? "/";
      await tryClient({ client, sessionId: params.sessionId, cwd }, capabilities);
      return { stopReason: "end_turn" };
    })
    .onNotification(methods.agent.session.cancel, () => undefined);
  const connection = app.connect(
    ndJsonStream(Writable.toWeb(output), Readable.toWeb(input) as ReadableStream<Uint8Array>), // Node's own web stream type
  );
  await connection.closed;
  return EXIT.ok;
}

interface Tried {
  readonly client: AgentContext;
  readonly sessionId: string;
  readonly cwd: string;
}

async function tryClient(tried: Tried, capabilities: unknown): Promise<void> {
  const isHost = offersTerminals(capabilities);
  await say(
    tried,
    isHost ? "This client offers to run commands.\n\n" : "This client runs no commands.\n\n",
  );
  const failed = isHost ? await tryAll(tried) : await tryUnoffered(tried);
  await showDisplay(tried, capabilities);
  const summary = failed === 0 ? "Nothing was wrong." : `${failed} of the trials failed.`;
  await say(tried, `\n${summary}\n`);
}

async function tryAll(tried: Tried): Promise<number> {
  let failed = 0;
  for (const trial of CLIENT_TRIALS) failed += (await tryOne(tried, trial)) ? 0 : 1;
  const { show, end } = createShow(tried);
  const look = await showReleased({ ...tried, show }).catch(() => null);
  await end(look === null ? "failed" : "completed");
  if (look !== null) await say(tried, `\n${look}\n`);
  return failed;
}

async function tryOne(tried: Tried, { requirement, run }: ClientTrial): Promise<boolean> {
  const { show, end } = createShow(tried);
  const wrong = await run({ ...tried, show }).catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  );
  await end(wrong === null ? "completed" : "failed");
  await report(tried, requirement, wrong);
  return wrong === null;
}

/** A card for each terminal that is shown. */
function createShow(tried: Tried) {
  const shown: string[] = [];
  const show: TriedClient["show"] = async (terminalId, title) => {
    const toolCallId = randomUUID();
    shown.push(toolCallId);
    await update(tried, {
      sessionUpdate: "tool_call",
      toolCallId,
      title,
      kind: "execute",
      status: "in_progress",
      content: [{ type: "terminal", terminalId }],
    });
  };
  const end = async (status: "completed" | "failed"): Promise<void> => {
    for (const toolCallId of shown) {
      await update(tried, { sessionUpdate: "tool_call_update", toolCallId, status });
    }
  };
  return { show, end };
}

/** Not offered means refused. */
async function tryUnoffered(tried: Tried): Promise<number> {
  const { client, sessionId } = tried;
  const answered = await client
    .request(methods.client.terminal.create, { sessionId, command: "true" })
    .then(
      () => true,
      () => false,
    );
  await report(tried, "T1-CAP", answered ? "terminal/create was answered and never offered" : null);
  return answered ? 1 : 0;
}

/** A card for the person to look at, in the way the client asked for. */
async function showDisplay(tried: Tried, capabilities: unknown): Promise<void> {
  const dialect = negotiateDialect(capabilities);
  if (dialect.kind !== "meta") return;
  const id = randomUUID();
  await update(tried, {
    sessionUpdate: "tool_call",
    toolCallId: id,
    title: "echo red",
    kind: "execute",
    status: "in_progress",
    content: [{ type: "terminal", terminalId: id }],
    _meta: { terminal_info: { terminal_id: id, cwd: tried.cwd } },
  });
  const data = "\u001b[31mred\u001b[0m\nprogress 10%\rprogress 100%\n";
  await update(tried, {
    sessionUpdate: "tool_call_update",
    toolCallId: id,
    _meta: { [dialect.outputKey]: { terminal_id: id, data } },
  });
  await update(tried, {
    sessionUpdate: "tool_call_update",
    toolCallId: id,
    status: "failed",
    _meta: { terminal_exit: { terminal_id: id, exit_code: 3, signal: null } },
  });
  await say(
    tried,
    "\nLook at the last card: its title is `echo red`, it shows `red` in red and `progress 100%` and no `10%`, and it looks failed.\n",
  );
}

function report(tried: Tried, id: string, wrong: string | null): Promise<void> {
  const all = REQUIREMENT_GROUPS.flatMap(({ requirements }) => requirements);
  const sentence = all.find((requirement) => requirement.id === id)?.sentence ?? "";
  return say(tried, wrong === null ? `✔ ${id}\n\n` : `✘ ${id}: ${wrong}. ${sentence}\n\n`);
}

function say(tried: Tried, text: string): Promise<void> {
  return update(tried, {
    sessionUpdate: "agent_message_chunk",
    content: { type: "text", text },
  });
}

function update({ client, sessionId }: Tried, sent: SessionUpdate): Promise<void> {
  return client.notify(methods.client.session.update, { sessionId, update: sent });
}
