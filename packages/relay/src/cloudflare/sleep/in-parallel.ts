/** Calls a function for each item, a number of them at a time. Resolves with the results in the order of the items. */
export async function inParallel<T, R>(
  limit: number,
  items: readonly T[],
  call: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const entries = items.entries()
  const work = async () => {
    for (const [index, item] of entries) results[index] = await call(item)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work))
  return results
}
