/**
 * A function that runs a task, one run at a time: calls during a run cause one more run, after it. It resolves when all runs have
 * ended. The task must not reject.
 */
export function coalesce(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let isOutdated = false
  const runAll = async () => {
    while (isOutdated) {
      isOutdated = false
      await task()
    }
    running = undefined
  }
  return () => {
    isOutdated = true
    running ??= runAll()
    return running
  }
}
