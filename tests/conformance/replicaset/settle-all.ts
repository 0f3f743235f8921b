/** The results of all promises, once all have ended; rejects with the first failure. No request outlives its caller. */
export async function settleAll<T>(promises: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}
