/** Does what changes a file one after the other: calls of one answer run at the same time. */
export interface FileLocks {
  /** Runs `change` when no other one holds `path`. Settles as it does. */
  hold<Value>(path: string, change: () => Promise<Value>): Promise<Value>;
}

/** Creates locks; those of one set of tools know of one another. */
export function createFileLocks(): FileLocks {
  const last = new Map<string, Promise<unknown>>();
  return {
    async hold(path, change) {
      const before = last.get(path) ?? Promise.resolve();
      const turn = before.then(change, change);
      last.set(path, turn);
      try {
        return await turn;
      } finally {
        if (last.get(path) === turn) last.delete(path);
      }
    },
  };
}
