import type { ClientApp, ClientCapabilities, Stream } from "@agentclientprotocol/sdk";
import { claimCapabilities, type ClientClaim } from "./claim-capabilities.ts";
import type { DisplayEvent } from "./display-event.ts";
import { displayTerminals } from "./display-terminals.ts";
import { serveTerminals } from "./host/serve-terminals.ts";
import {
  terminalHost,
  type HostConnection,
  type TerminalHostOptions,
} from "./host/terminal-host.ts";
import { observeStream } from "./observe-stream.ts";
import { trackSessions } from "./track-sessions.ts";

/** Options of {@link createClientTerminals}. */
export interface ClientTerminalsOptions {
  /** Everything that happens to any terminal of this agent, whoever runs it. Called synchronously, in order. */
  readonly onEvent: (event: DisplayEvent) => void;
  /** Runs commands for the agent (`terminal/*`). Absent: this client does not, and does not say that it does. */
  readonly host?: Omit<TerminalHostOptions, "onEvent">;
  /** What this client is taken for. Default `all`. */
  readonly claim?: ClientClaim;
}

/**
 * Terminals on one connection to an agent: those it runs itself in whatever dialect, and those this client runs for it,
 * as one stream of events. Dispose of it when the connection ends; it does so itself when the agent's output ends.
 */
export interface ClientTerminals extends AsyncDisposable {
  /** `clientCapabilities` of `initialize`: true of this client. */
  readonly capabilities: ClientCapabilities;
  /** What runs commands for the agent; null when nobody does. Its `kill` is a person's way to stop one of them, too. */
  readonly host: HostConnection | null;
  /** Puts `terminal/*` on the app that is connected over {@link observe}'s stream, where there is a host. */
  serve(app: ClientApp): ClientApp;
  /** The agent's stream, read on its way. All messages pass. */
  observe(stream: Stream): Stream;
  /** Ends what runs here, and what is still open in view. Resolves when nothing is left. Twice is fine. */
  dispose(): Promise<void>;
}

/** Creates the terminals of one connection. */
export function createClientTerminals(options: ClientTerminalsOptions): ClientTerminals {
  const { onEvent, claim = "all" } = options;
  const decoder = displayTerminals({ onEvent, ownTerminals: "host" });
  const capabilities = claimCapabilities(claim, { terminals: options.host !== undefined });
  const host =
    options.host !== undefined && capabilities.terminal === true
      ? terminalHost({
          ...options.host,
          onEvent: (sessionId, event) => decoder.feed(sessionId, event),
        }).connect()
      : null;
  const sessions = trackSessions({
    onOpen: (sessionId, cwd) => host?.openSession(sessionId, cwd),
    onClose: (sessionId) => void host?.closeSession(sessionId),
  });
  const dispose = async (): Promise<void> => {
    await host?.dispose();
    decoder.close();
  };
  return {
    capabilities,
    host,
    serve: (app) => (host === null ? app : serveTerminals(app, host)),
    observe: (stream) =>
      observeStream(stream, {
        onSend(message) {
          sessions.send(message);
          decoder.send(message);
        },
        onReceive(message) {
          sessions.receive(message);
          decoder.receive(message);
          return true;
        },
        onEnd: () => void dispose(),
      }),
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}
