/** Does one thing after another. */
export interface TaskQueue {
  /** Settles with `task`, which begins when everything that was asked for before is done. */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

/** Creates an empty queue. A task that fails fails alone. */
export function createTaskQueue(): TaskQueue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(task) {
      const result = last.then(task);
      last = result.catch(() => undefined);
      return result;
    },
  };
}
