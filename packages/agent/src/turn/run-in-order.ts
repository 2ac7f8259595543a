/** Processes beyond it wait for one another anyway on most machines. */
const MAX_AT_ONCE = 8;

/**
 * Does the same for each item, several at once, begun in their order. Resolves with what came of each, in their order,
 * when all have settled: nothing is left running.
 *
 * @throws the first failure in that order.
 */
export async function runInOrder<Item, Value>(
  items: readonly Item[],
  run: (item: Item) => Promise<Value>,
): Promise<Value[]> {
  const settled: PromiseSettledResult<Value>[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      const item = items[index] as Item; // the index is below the length
      [settled[index]] = await Promise.allSettled([run(item)]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_AT_ONCE, items.length) }, work));
  return settled.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
}
