/** A main-thread task over 50 ms, and whether a script of the page's origin ran in it. */
export interface LongTask {
  readonly ms: number
  readonly isOurs: boolean
  /** The scripts of the task and their durations, as the browser reports them. */
  readonly scripts: readonly string[]
}

/** Entries as reported by Chromium; TypeScript's DOM types do not include them yet. */
interface LongAnimationFrame extends PerformanceEntry {
  readonly scripts: readonly (PerformanceEntry & {
    readonly invoker: string
    readonly sourceURL: string
    readonly sourceFunctionName: string
  })[]
}

/**
 * Observes the main thread from now on. The Long Tasks API reports the duration of a task, but not its scripts. The frame that
 * contains the task reports every script that ran for 5 ms or more.
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
