/** Does one thing after the other. */
export type Queue = <Value>(work: () => Promise<Value>) => Promise<Value>;

/** Creates a queue: each work begins when those before it have settled, and settles as it does. */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
