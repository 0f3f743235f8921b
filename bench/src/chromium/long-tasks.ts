/** A task of the main thread over 50 ms, and whether a script of the page's own origin ran in it. */
export interface LongTask {
  readonly ms: number
  readonly isOurs: boolean
  /** What ran for how long, as the browser tells it. */
  readonly scripts: readonly string[]
}

/** As Chromium tells them; TypeScript's DOM does not know them yet. */
interface LongAnimationFrame extends PerformanceEntry {
  readonly scripts: readonly (PerformanceEntry & {
    readonly invoker: string
    readonly sourceURL: string
    readonly sourceFunctionName: string
  })[]
}

/**
 * Watches the main thread from now on. The Long Tasks API tells how long a task was, but not whose: that is told by the
 * frame it was part of, which names every script that ran for 5 ms or more.
 */
export function watchLongTasks(): () => readonly LongTask[] {
  const tasks: PerformanceEntry[] = []
  const frames: LongAnimationFrame[] = []
  const observers = [
    observe('longtask', entries => tasks.push(...entries)),
    observe('long-animation-frame', entries => frames.push(...(entries as LongAnimationFrame[]))),
  ]
  return () => {
    for (const takeRest of observers) takeRest()
    return tasks.map(task => {
      const scripts = frames.flatMap(({ scripts }) => scripts.filter(script => overlap(script, task)))
      return {
        ms: task.duration,
        isOurs: scripts.some(({ sourceURL }) => sourceURL.startsWith(location.origin)),
        scripts: scripts.map(
          ({ duration, invoker, sourceFunctionName }) => `${invoker} ${sourceFunctionName}: ${duration} ms`,
        ),
      }
    })
  }
}

function observe(type: string, take: (entries: readonly PerformanceEntry[]) => void): () => void {
  const observer = new PerformanceObserver(list => take(list.getEntries()))
  observer.observe({ type })
  return () => take(observer.takeRecords())
}

const overlap = (a: PerformanceEntry, b: PerformanceEntry): boolean =>
  a.startTime < b.startTime + b.duration && b.startTime < a.startTime + a.duration
