/** Watches the main thread; answers how long its long tasks (over 50 ms) took since. */
export function watchLongTasks(): () => readonly number[] {
  const durations: number[] = []
  const observer = new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) durations.push(duration)
  })
  observer.observe({ type: 'longtask' })
  return () => {
    for (const { duration } of observer.takeRecords()) durations.push(duration)
    return durations
  }
}
