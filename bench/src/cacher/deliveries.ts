import { setImmediate } from 'node:timers/promises'
import type { Sample, Setup } from '../bench-case.ts'

/** Delivers events to many readers. */
export interface FanOutRig {
  write(version: number): void
  /** Resolves when each reader has received that many events. */
  finished: Promise<void>
}

/** Writes `events` events, `burst` of them in each iteration of the event loop, and waits until all readers have received all. */
export async function measureDeliveries(
  { events, readers, burst }: Setup,
  start: (count: { readers: number; events: number }) => Promise<FanOutRig>,
): Promise<Sample> {
  const rig = await start({ readers: Number(readers), events: Number(events) })
  globalThis.gc?.()
  const started = performance.now()
  const cpu = process.cpuUsage()
  for (let version = 1; version <= Number(events); version++) {
    rig.write(version)
    if (version % Number(burst) === 0) await setImmediate()
  }
  await rig.finished
  const ms = performance.now() - started
  const { user, system } = process.cpuUsage(cpu)
  const deliveries = Number(events) * Number(readers)
  return {
    nanoseconds: (ms * 1e6) / deliveries,
    cpuNanoseconds: ((user + system) * 1000) / deliveries,
    deliveriesPerCpuSecond: deliveries / ((user + system) / 1e6),
  }
}
