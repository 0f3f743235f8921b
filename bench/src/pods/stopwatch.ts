/** What passed: on the wall, and on all the cores this process had; the latter doesn't mind a busy machine. */
export type Lap = { readonly ms: number; readonly cpuMs: number }

/** Starts a stopwatch; each call of it reads it. */
export function startStopwatch(): () => Lap {
  const cpu = process.cpuUsage()
  const started = performance.now()
  return () => {
    const ms = performance.now() - started
    const { user, system } = process.cpuUsage(cpu)
    return { ms, cpuMs: (user + system) / 1000 }
  }
}

/** So many events in that time. */
export const rateOf = (lap: Lap, events: number): Lap & { readonly eventsPerSecond: number } => ({
  ...lap,
  eventsPerSecond: (events / lap.ms) * 1000,
})
