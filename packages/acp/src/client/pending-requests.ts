/** More than any peer has open at once; the oldest is forgotten for the next. */
const MAX_PENDING = 4096;

/** Remembers requests until they are answered, within a bound. */
export interface PendingRequests<Request> {
  /** Does nothing for an id no answer could name. */
  add(id: unknown, request: Request): void;
  /** Hands over and forgets. */
  take(id: unknown): Request | undefined;
}

/** Creates an empty memory for the requests of one side. */
export function createPendingRequests<Request>(): PendingRequests<Request> {
  const pending = new Map<unknown, Request>();
  return {
    add(id, request) {
      if (typeof id !== "string" && typeof id !== "number") return;
      pending.set(id, request);
      const [oldest] = pending.keys();
      if (pending.size > MAX_PENDING) pending.delete(oldest);
    },
    take(id) {
      const request = pending.get(id);
      pending.delete(id);
      return request;
    },
  };
}
