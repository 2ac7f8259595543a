import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import {
  ANTHROPIC_STREAM_ERROR,
  renderAnthropicError,
  renderAnthropicStream,
} from "./anthropic-stream.ts";
import { OPENAI_STREAM_ERROR, renderOpenAiError, renderOpenAiStream } from "./openai-stream.ts";
import type { ScriptedAnswer, ScriptedPart, ScriptedStop } from "./scripted-answer.ts";

/** A request as it came. */
export interface RecordedRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  /** The body's members. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** A provider on loopback that plays a script, one answer for each request. */
export interface ModelServer extends AsyncDisposable {
  /** For clients of OpenAI-compatible endpoints, and of DeepSeek. */
  readonly openAiUrl: string;
  readonly anthropicUrl: string;
  /** In the order in which they came. */
  readonly requests: readonly RecordedRequest[];
  /** Requests that were neither answered to their end nor given up by the client. */
  readonly openRequests: number;
  /** Chunks sent to all clients so far. */
  readonly sentChunks: number;
  /** Adds answers at the end of the script. */
  play(...answers: readonly ScriptedAnswer[]): void;
}

interface Dialect {
  readonly render: (parts: readonly ScriptedPart[], stop: ScriptedStop) => string[];
  readonly renderError: (status: number) => string;
  readonly streamError: string;
}

const DIALECTS: readonly (readonly [path: string, dialect: Dialect])[] = [
  [
    "/chat/completions",
    {
      render: renderOpenAiStream,
      renderError: renderOpenAiError,
      streamError: OPENAI_STREAM_ERROR,
    },
  ],
  [
    "/messages",
    {
      render: renderAnthropicStream,
      renderError: renderAnthropicError,
      streamError: ANTHROPIC_STREAM_ERROR,
    },
  ],
];

/** Starts a server on a free port of loopback. A request beyond the script gets a 400 that says so. */
export async function startModelServer(...script: readonly ScriptedAnswer[]): Promise<ModelServer> {
  const player = new ScriptPlayer(script);
  const server = createServer((request, response) => void player.answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${readPort(server)}/v1`;
  return {
    openAiUrl: url,
    anthropicUrl: url,
    requests: player.requests,
    get openRequests() {
      return player.openRequests;
    },
    get sentChunks() {
      return player.sentChunks;
    },
    play: (...answers) => player.script.push(...answers),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

class ScriptPlayer {
  readonly script: ScriptedAnswer[];
  readonly requests: RecordedRequest[] = [];
  openRequests = 0;
  sentChunks = 0;

  constructor(script: readonly ScriptedAnswer[]) {
    this.script = [...script];
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.openRequests += 1;
    response.once("close", () => (this.openRequests -= 1));
    this.requests.push(await recordRequest(request));
    const dialect = DIALECTS.find(([path]) => request.url?.endsWith(path))?.[1];
    const answer = this.script.shift();
    if (dialect === undefined || answer === undefined) {
      response.writeHead(400, { "content-type": "text/plain" });
      response.end(`not in the script: ${request.method} ${request.url}`);
      return;
    }
    await this.#play(answer, dialect, response);
  }

  async #play(answer: ScriptedAnswer, dialect: Dialect, response: ServerResponse): Promise<void> {
    switch (answer.kind) {
      case "hang":
        return;
      case "status":
        response.writeHead(answer.status, {
          "content-type": "application/json",
          ...answer.headers,
        });
        response.end(answer.body ?? dialect.renderError(answer.status));
        return;
      case "stream":
        await this.#playStream(answer, dialect, response);
    }
  }

  async #playStream(
    { parts, stop, fault }: Extract<ScriptedAnswer, { kind: "stream" }>,
    dialect: Dialect,
    response: ServerResponse,
  ): Promise<void> {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
    const hasCalls = parts.some(({ type }) => type === "call");
    const chunks = dialect.render(parts, stop ?? (hasCalls ? "calls" : "end"));
    for (const [index, chunk] of chunks.entries()) {
      if (fault?.after === index) {
        if (fault.kind === "cut") return void response.destroy();
        if (fault.kind === "end") return void response.end();
        if (fault.kind === "error") return void response.end(dialect.streamError);
        if (fault.kind === "malformed") response.write("data: {not json\n\n");
        else await Promise.race([fault.gate.opened, once(response, "close")]);
      }
      if (response.destroyed) return;
      await this.#send(chunk, response);
    }
    response.end();
  }

  /** Each chunk goes out by itself, so that a cut is where the script says. */
  async #send(chunk: string, response: ServerResponse): Promise<void> {
    await new Promise<void>((resolve) => {
      response.write(chunk, () => resolve());
    });
    this.sentChunks += 1;
  }
}

async function recordRequest(request: IncomingMessage): Promise<RecordedRequest> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer); // no encoding is set
  const body = Buffer.concat(parts).toString();
  const json: unknown = body === "" ? {} : JSON.parse(body);
  return {
    path: request.url ?? "",
    headers: request.headers,
    body,
    json: json as RecordedRequest["json"], // every client here posts an object
  };
}

function readPort(server: Server): number {
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no port");
  return address.port;
}
