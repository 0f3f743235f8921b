/** Elapsed wall time and CPU time; other load on the machine does not affect the latter. */
export type Lap = { readonly ms: number; readonly cpuMs: number }

/** Starts a stopwatch; each call returns the elapsed times. */
export function startStopwatch(): () => Lap {
  const cpu = process.cpuUsage()
  const started = performance.now()
  return () => {
    const ms = performance.now() - started
    const { user, system } = process.cpuUsage(cpu)
    return { ms, cpuMs: (user + system) / 1000 }
  }
}

/** The rate of this many events in that time. */
export const rateOf = (lap: Lap, events: number): Lap & { readonly eventsPerSecond: number } => ({
  ...lap,
  eventsPerSecond: (events / lap.ms) * 1000,
})
