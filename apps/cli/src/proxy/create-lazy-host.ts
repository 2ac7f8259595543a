import type { HostConnection } from "@termwire/acp/client";

/**
 * A host that is loaded when the agent first has a command run: most agents run their own, and loading takes longer
 * than everything else a proxy does before its first message.
 */
export function createLazyHost(load: () => Promise<HostConnection>): HostConnection {
  return new LazyHost(load);
}

class LazyHost implements HostConnection {
  readonly #load: () => Promise<HostConnection>;
  readonly #sessions = new Map<string, string>();
  #loading: Promise<HostConnection> | null = null;
  #loaded: HostConnection | null = null;
  #isDisposed = false;

  constructor(load: () => Promise<HostConnection>) {
    this.#load = load;
  }

  openSession(sessionId: string, cwd: string): void {
    if (!this.#sessions.has(sessionId)) this.#sessions.set(sessionId, cwd);
    this.#loaded?.openSession(sessionId, cwd);
  }

  async closeSession(sessionId: string): Promise<void> {
    this.#sessions.delete(sessionId);
    await this.#loaded?.closeSession(sessionId);
  }

  async create(params: unknown): ReturnType<HostConnection["create"]> {
    return (await this.#host()).create(params);
  }

  async output(params: unknown): ReturnType<HostConnection["output"]> {
    return (await this.#host()).output(params);
  }

  async waitForExit(params: unknown): ReturnType<HostConnection["waitForExit"]> {
    return (await this.#host()).waitForExit(params);
  }

  async kill(params: unknown): ReturnType<HostConnection["kill"]> {
    return (await this.#host()).kill(params);
  }

  async release(params: unknown): ReturnType<HostConnection["release"]> {
    return (await this.#host()).release(params);
  }

  readCopy(...ref: Parameters<HostConnection["readCopy"]>): ReturnType<HostConnection["readCopy"]> {
    return this.#loaded?.readCopy(...ref) ?? null;
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    const host = await this.#loading?.catch(() => null);
    await host?.dispose();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }

  #host(): Promise<HostConnection> {
    this.#loading ??= this.#start();
    return this.#loading;
  }

  async #start(): Promise<HostConnection> {
    const host = await this.#load();
    if (this.#isDisposed) await host.dispose();
    for (const [sessionId, cwd] of this.#sessions) host.openSession(sessionId, cwd);
    this.#loaded = host;
    return host;
  }
}
