import { methods, type AgentContext } from "@agentclientprotocol/sdk";
import type { FileAccess } from "@termwire/tools";
import { toFields } from "../dialects/terminal-end.ts";

/** What of its files a client lets an agent reach; a method it does not offer is absent. */
export type ClientFiles = Partial<FileAccess>;

/** One session's way to its client's files. */
export interface ClientFilesOptions {
  readonly client: AgentContext;
  readonly sessionId: string;
  /** The member of that name in `initialize`, as it came. */
  readonly capabilities: unknown;
  /** How long the client may take. Absent: half a minute, since nobody is asked there. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;

/** What JSON-RPC errors of ACP say of a file that is not there. */
const RESOURCE_NOT_FOUND = -32002;

/** Some clients say it in words only. */
const NOT_FOUND_WORDS = /not found|no such file|ENOENT|does not exist/iu;

/**
 * Reaches files through the client's `fs/*`, as far as it offers that, so that what is not saved yet is seen. ACP's files
 * are text: what is none comes as the client makes it text.
 */
export function createClientFiles(options: ClientFilesOptions): ClientFiles {
  const { readTextFile, writeTextFile } = toFields(toFields(options.capabilities)["fs"]);
  return {
    ...(readTextFile === true && {
      read: (path: string, limitBytes: number) => read(options, path, limitBytes),
    }),
    ...(writeTextFile === true && {
      write: (path: string, bytes: Uint8Array) => write(options, path, bytes),
    }),
  };
}

async function read(
  { client, sessionId, timeoutMs = TIMEOUT_MS }: ClientFilesOptions,
  path: string,
  limitBytes: number,
): Promise<Uint8Array | null> {
  try {
    const asked = client.request(methods.client.fs.readTextFile, { sessionId, path });
    const { content } = await within(asked, timeoutMs);
    const bytes = new TextEncoder().encode(content);
    if (bytes.length <= limitBytes) return bytes;
  } catch (error) {
    const { code, message } = toFields(error);
    if (code === RESOURCE_NOT_FOUND || NOT_FOUND_WORDS.test(String(message))) return null;
    throw new Error(`${path}: the client cannot read it: ${String(message)}`, { cause: error });
  }
  throw new Error(`${path} is too long: at most ${limitBytes} bytes are read.`);
}

async function write(
  { client, sessionId, timeoutMs = TIMEOUT_MS }: ClientFilesOptions,
  path: string,
  bytes: Uint8Array,
): Promise<void> {
  const content = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  try {
    const asked = client.request(methods.client.fs.writeTextFile, { sessionId, path, content });
    await within(asked, timeoutMs);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`${path}: the client cannot write it: ${message}`, { cause: error });
  }
}

async function within<Value>(work: Promise<Value>, boundMs: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${boundMs} ms`)), boundMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
