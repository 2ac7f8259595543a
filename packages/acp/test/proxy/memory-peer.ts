import type { LinePeer } from "@termwire/acp/proxy";

/** One end of an in-process connection, seen by whoever plays the peer. */
export interface MemoryPeer {
  /** What the proxy is given. */
  readonly peer: LinePeer;
  /** Says a line to the proxy. */
  say(line: string): void;
  /** Says a message to the proxy. */
  send(message: unknown): void;
  /** Is gone. */
  leave(): void;
  /** Every line the proxy wrote, in order. */
  readonly lines: readonly string[];
  /** Resolves with the first message from `from` on for which `isMeant` holds; rejects when none comes. */
  wait(isMeant: (message: Fields) => boolean, from?: number): Promise<Fields>;
}

export type Fields = Readonly<Record<string, unknown>>;

const WAIT_MS = 45_000;

/** Creates a peer that writes and reads in memory. */
export function createMemoryPeer(): MemoryPeer {
  const pending: Uint8Array[] = [];
  const lines: string[] = [];
  let gone = false;
  let wakeReader = (): void => undefined;
  const watchers = new Set<() => void>();
  const untilMore = (): Promise<void> =>
    new Promise((resolve) => {
      wakeReader = resolve;
    });
  async function* read(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = pending.shift();
      if (chunk !== undefined) {
        yield chunk;
        // Who asks for the next one has no use for it any more.
        chunk.fill(0x20);
      } else if (gone) return;
      else await untilMore();
    }
  }
  const say = (line: string): void => {
    pending.push(new TextEncoder().encode(`${line}\n`));
    wakeReader();
  };
  const find = (isMeant: (message: Fields) => boolean, from: number): Fields | undefined =>
    lines.slice(from).map(parse).find(isMeant);
  return {
    peer: {
      input: read(),
      async write(line) {
        lines.push(typeof line === "string" ? line : new TextDecoder().decode(line));
        for (const watcher of watchers) watcher();
      },
    },
    say,
    send: (message) => say(JSON.stringify(message)),
    leave() {
      gone = true;
      wakeReader();
    },
    lines,
    wait(isMeant, from = 0) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          watchers.delete(look);
          reject(new Error(`no such message; there were ${lines.join("\n").slice(-2000)}`));
        }, WAIT_MS);
        const look = (): void => {
          const found = find(isMeant, from);
          if (found === undefined) return;
          clearTimeout(timer);
          watchers.delete(look);
          resolve(found);
        };
        watchers.add(look);
        look();
      });
    },
  };
}

/** A line as a message; no members for what is none. */
export function parse(line: string): Fields {
  try {
    const value: unknown = JSON.parse(line);
    return toFields(value);
  } catch {
    return {};
  }
}

/** An object's members; none for anything else. */
export function toFields(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {}; // any object is a record of unknowns
}
