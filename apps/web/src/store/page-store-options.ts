import type { ReconnectingSocket, ReconnectingSocketOptions } from "../wire/reconnecting-socket.ts";
import type { PagePlace } from "./page-place.ts";
import type { SessionCard } from "./session-card.ts";

/** What the page is made of. */
export interface PageStoreOptions {
  /** Connects to an agent; null for the server's choice. */
  readonly connect: (
    agentId: string | null,
    listener: Pick<ReconnectingSocketOptions, "onOpen" | "onMessage" | "onClose">,
  ) => ReconnectingSocket;
  readonly createCard: (sessionId: string) => SessionCard;
  readonly place: PagePlace;
  /** Remembers what the page looks at. */
  readonly onPlace: (place: PagePlace) => void;
  readonly onChange: () => void;
  readonly nowMs: () => number;
}
