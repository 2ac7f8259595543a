/** A message as it goes over the wire: text, or the bytes of it as they came. */
export type WireText = string | Uint8Array;

/** One connection of the page. */
export interface Tab {
  /** Sends one message. What a tab that is gone does not get is lost, as the tab is. */
  send(text: WireText): void;
  /** Sends messages that were kept for it: they do not count against it when it reads them slowly. */
  sendKept(texts: Iterable<string>): void;
  /** Closes the connection, and says why. */
  close(code: number, reason: string): void;
  /** True while it has much to read. */
  readonly isBehind: boolean;
  /** Resolves when it has caught up, or is gone. Never rejects. */
  untilRead(): Promise<void>;
}

/** Why the hub closes a connection, as WebSocket close codes of our own. */
export const CLOSE = {
  restarted: 4001,
  tooSlow: 4008,
  unknownAgent: 4404,
  goingAway: 1001,
  unsupportedData: 1003,
} as const;

/** Resolves when one of `tabs` can take more: the fastest sets the pace. At once when there are none. */
export async function untilOneReads(tabs: Iterable<Tab>): Promise<void> {
  const waits: Promise<void>[] = [];
  for (const tab of tabs) {
    if (!tab.isBehind) return;
    waits.push(tab.untilRead());
  }
  if (waits.length > 0) await Promise.race(waits);
}
