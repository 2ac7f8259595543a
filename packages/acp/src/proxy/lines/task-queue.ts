/** Does one thing after another. */
export interface TaskQueue {
  /** Nothing is being done, or waits to be. */
  readonly isIdle: boolean;
  /** Settles with `task`, which begins when everything that was asked for before is done. */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

/** Creates an empty queue. A task that fails fails alone. */
export function createTaskQueue(): TaskQueue {
  let last: Promise<unknown> = Promise.resolve();
  let pending = 0;
  const finish = (): void => {
    pending -= 1;
  };
  return {
    get isIdle() {
      return pending === 0;
    },
    run(task) {
      pending += 1;
      const result = last.then(task);
      last = result.then(finish, finish);
      return result;
    },
  };
}
