import { once } from "node:events";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { until } from "../../support/processes.ts";

/** A message, its members unchecked: tests assert on them. */
export type Message = Readonly<Record<string, unknown>>;

/** One connection of the page: an ACP client that answers nothing by itself. */
export interface OpenedTab {
  readonly socket: WebSocket;
  /** Everything that came, in order. */
  readonly messages: readonly Message[];
  /** Resolves with close code and reason. */
  readonly closed: Promise<readonly [code: number, reason: string]>;
  /** Sends a request and resolves with its answer, `result` or `error`. */
  request(method: string, params?: object): Promise<Message>;
  /** Sends a request that nobody waits for. */
  post(method: string, params: object): void;
  notify(method: string, params: object): void;
  answer(id: unknown, result: unknown): void;
  /** Opens a session and resolves with its id. */
  newSession(cwd?: string): Promise<string>;
  /** Loads one: its answer, and what came before it. */
  load(
    sessionId: string,
  ): Promise<{ readonly answer: Message; readonly replay: readonly Message[] }>;
  prompt(sessionId: string, text: string): Promise<Message>;
  /** Sends a prompt that nobody waits for. */
  postPrompt(sessionId: string, text: string): void;
  /** Resolves with the first message that fits, come or to come. */
  wait(what: string, fits: (message: Message) => boolean): Promise<Message>;
  close(): Promise<void>;
}

/** Where a tab connects. */
export interface TabOptions {
  readonly origin: string;
  readonly cookie: string;
  readonly agent?: string;
  readonly initialize?: boolean;
}

/** Opens one; it closes with the test. */
export async function openTab({
  origin,
  cookie,
  agent,
  initialize = true,
}: TabOptions): Promise<OpenedTab> {
  const query = agent === undefined ? "" : `?agent=${encodeURIComponent(agent)}`;
  const socket = new WebSocket(`${origin.replace("http", "ws")}/acp${query}`, {
    headers: { origin, cookie },
  });
  onTestFinished(() => socket.terminate());
  const messages: Message[] = [];
  socket.on("message", (data: Buffer) => messages.push(JSON.parse(data.toString()) as Message)); // asserted on by tests
  const closed = once(socket, "close").then(
    ([code, reason]: unknown[]) => [Number(code), String(reason)] as const,
  );
  await once(socket, "open");
  const tab = createTab(socket, messages, closed);
  if (initialize) {
    await tab.request("initialize", { protocolVersion: 1, clientCapabilities: {} });
  }
  return tab;
}

function createTab(
  socket: WebSocket,
  messages: readonly Message[],
  closed: OpenedTab["closed"],
): OpenedTab {
  let nextId = 0;
  const send = (message: object): void =>
    socket.send(JSON.stringify({ jsonrpc: "2.0", ...message }));
  const wait = async (what: string, fits: (message: Message) => boolean): Promise<Message> => {
    await until(what, () => messages.some(fits));
    return messages.find(fits) ?? {};
  };
  const request = (method: string, params: object = {}): Promise<Message> => {
    const id = nextId++;
    send({ id, method, params });
    return wait(`the answer to ${method}`, (each) => each["id"] === id && !("method" in each));
  };
  return {
    socket,
    messages,
    closed,
    request,
    wait,
    post: (method, params) => send({ id: nextId++, method, params }),
    notify: (method, params) => send({ method, params }),
    answer: (id, result) => send({ id, result }),
    async newSession(cwd = process.cwd()) {
      const answer = await request("session/new", { cwd, mcpServers: [] });
      const { sessionId } = { sessionId: null, ...(answer["result"] as object | undefined) };
      if (typeof sessionId !== "string") throw new Error(`no session: ${JSON.stringify(answer)}`);
      return sessionId;
    },
    async load(sessionId) {
      const from = messages.length;
      const answer = await request("session/load", {
        sessionId,
        cwd: process.cwd(),
        mcpServers: [],
      });
      return { answer, replay: messages.slice(from, messages.indexOf(answer)) };
    },
    prompt: (sessionId, text) => request("session/prompt", toPrompt(sessionId, text)),
    postPrompt: (sessionId, text) =>
      send({ id: nextId++, method: "session/prompt", params: toPrompt(sessionId, text) }),
    async close() {
      socket.close();
      await closed;
    },
  };
}

const toPrompt = (sessionId: string, text: string) => ({
  sessionId,
  prompt: [{ type: "text", text }],
});
