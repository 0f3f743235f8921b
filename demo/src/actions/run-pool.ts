/** Runs a task for each item, at most `limit` at the same time. Each result is in the slot of its item. */
export async function runPool<TItem, TResult>(
  items: readonly TItem[],
  limit: number,
  run: (item: TItem, index: number) => Promise<TResult>,
): Promise<readonly PromiseSettledResult<TResult>[]> {
  const results: PromiseSettledResult<TResult>[] = []
  let next = 0
  async function work(): Promise<void> {
    for (let index = next++; index < items.length; index = next++) {
      const [result] = await Promise.allSettled([run(items[index] as TItem, index)])
      results[index] = result
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work))
  return results
}
