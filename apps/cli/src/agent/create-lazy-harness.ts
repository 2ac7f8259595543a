import type { AgentHarness, SessionStore } from "@termwire/acp/agent";

/** What is known of a harness before it is loaded. */
export interface LazyHarnessOptions {
  readonly info: AgentHarness["info"];
  /** Whether it keeps sessions. */
  readonly hasStore: boolean;
  /** Whether it uses MCP servers. */
  readonly usesMcpServers: boolean;
  /** Whether any of its models takes images. */
  readonly acceptsImages: () => Promise<boolean>;
  /** Loads it; called once, when something is first asked of it. A failure is tried again. */
  readonly load: () => Promise<AgentHarness>;
}

/**
 * Creates a harness that is loaded with its first session, so that an agent which was just started answers
 * `initialize` without the code for running anything.
 */
export function createLazyHarness(options: LazyHarnessOptions): AgentHarness {
  const { info, hasStore, usesMcpServers, acceptsImages, load } = options;
  let loading: Promise<AgentHarness> | null = null;
  const get = (): Promise<AgentHarness> => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  const getStore = async (): Promise<SessionStore> => {
    const { store } = await get();
    if (store === undefined) throw new TypeError("a harness with sessions was announced");
    return store;
  };
  return {
    info,
    usesMcpServers,
    acceptsImages,
    createSession: async (request) => (await get()).createSession(request),
    ...(hasStore && {
      store: {
        openSession: async (request) => (await getStore()).openSession(request),
        forkSession: async (sessionId, request) => {
          const store = await getStore();
          if (store.forkSession === undefined) {
            throw new TypeError("a store with forks was announced");
          }
          return store.forkSession(sessionId, request);
        },
        listSessions: async (query) => (await getStore()).listSessions(query),
        deleteSession: async (sessionId) => (await getStore()).deleteSession(sessionId),
      },
    }),
  };
}
