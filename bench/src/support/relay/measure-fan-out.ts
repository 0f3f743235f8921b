import type { Sample, Setup } from '../../runner/bench-case.ts'
import { EVENT_BYTES } from './events.ts'

/** A server with its readers. */
export interface FanOutRig {
  /** Sends that many events at once to every reader. */
  readonly push: (events: number) => unknown
  /** Resolves when all readers together have received that many more bytes. Call it before {@link push}. */
  readonly received: (bytes: number) => Promise<void>
  /** CPU time of the server. */
  readonly cpuMs: () => number
}

/**
 * CPU time of the server for events that are flushed one at a time, and in bursts. The next flush follows when every reader
 * has received the one before.
 */
export async function measureFanOut(
  { readers, writes, burst, bursts }: Setup,
  rig: FanOutRig,
): Promise<Sample> {
  const cpuMsOf = async (flushes: number, events: number): Promise<number> => {
    const before = rig.cpuMs()
    for (let flush = 0; flush < flushes; flush++) {
      const received = rig.received(events * Number(readers) * EVENT_BYTES)
      await rig.push(events)
      await received
    }
    return rig.cpuMs() - before
  }
  const [size, single, many] = [Number(burst), Number(writes), Number(bursts)]
  // The first events compile the code.
  await cpuMsOf(single / 4, 1)
  await cpuMsOf(many / 4, size)
  globalThis.gc?.()
  const writesMs = await cpuMsOf(single, 1)
  const burstsMs = await cpuMsOf(many, size)
  return {
    cpuMicroseconds: (writesMs * 1000) / (single * Number(readers)),
    deliveriesPerCpuSecond: (many * size * Number(readers) * 1000) / burstsMs,
  }
}

/** CPU time of this process. */
export const ownCpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
