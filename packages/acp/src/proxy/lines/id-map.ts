/** More than any peer has open at once. */
const MAX_OPEN = 65_536;

/** Requests that pass to one peer under ids of our own, so that those of two askers never meet. */
export interface IdMap<Request> {
  /** An id for a request that waits for its answer; null when too many do. */
  add(request: Request): number | null;
  /** Hands over and forgets the request with this id; undefined for an answer nobody waits for. */
  take(id: unknown): Request | undefined;
  /** The id of an open request. */
  find(isMeant: (request: Request) => boolean): number | undefined;
}

/** Creates an empty map. */
export function createIdMap<Request>(maxOpen: number = MAX_OPEN): IdMap<Request> {
  const open = new Map<number, Request>();
  let nextId = 0;
  return {
    add(request) {
      if (open.size >= maxOpen) return null;
      open.set(nextId, request);
      return nextId++;
    },
    take(id) {
      if (typeof id !== "number") return undefined;
      const request = open.get(id);
      open.delete(id);
      return request;
    },
    find(isMeant) {
      for (const [id, request] of open) if (isMeant(request)) return id;
      return undefined;
    },
  };
}
