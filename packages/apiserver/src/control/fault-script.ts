import { withResolvers } from '@kube-informer/core/internal'
import type { FakeApiserver } from '../server/fake-apiserver-api.ts'
import { durationOf, type ServerFault, strike } from './server-fault.ts'

/** A fault and its time. */
export interface FaultStep {
  /** Since the start of the script, on the server's clock. */
  readonly atMs: number
  readonly fault: ServerFault
}

/** A running fault script. */
export interface FaultPlay {
  /**
   * Resolves when all steps have run and all temporary faults have ended, or when the script was stopped. Rejects if a
   * step fails, for example because the server does not have the resource that it names.
   */
  readonly done: Promise<void>
  /** Ends current faults and cancels the remaining steps. */
  stop(): void
}

/**
 * Plays a list of timed faults. The same script on the same clock does the same things at the same times.
 *
 * @example
 * const play = playFaults(server, [
 *   { atMs: 1000, fault: { type: 'dropWatches' } },
 *   { atMs: 5000, fault: { type: 'stallWatchCache', forMs: 2000 } },
 *   { atMs: 9000, fault: { type: 'rule', rule: { action: { type: 'status', code: 503 } }, forMs: 1000 } },
 * ])
 * await clock.advance(10_000)
 * await play.done
 */
export function playFaults(server: FakeApiserver, steps: readonly FaultStep[]): FaultPlay {
  const { clock } = server
  const { promise: done, resolve, reject } = withResolvers<void>()
  const timers = new Set<unknown>()
  const endings = new Set<() => void>()
  const after = (ms: number, act: () => void) => {
    const timer = clock.setTimeout(() => {
      timers.delete(timer)
      try {
        act()
      } catch (error) {
        reject(error)
        stop()
      }
      if (timers.size === 0) resolve()
    }, ms)
    timers.add(timer)
  }
  const begin = (fault: ServerFault) => {
    const endFault = strike(server, fault)
    const forMs = durationOf(fault)
    endings.add(endFault)
    const end = () => {
      if (endings.delete(endFault)) endFault()
    }
    if (forMs !== undefined) after(forMs, end)
  }
  const stop = () => {
    for (const timer of timers) clock.clearTimeout(timer)
    timers.clear()
    for (const endFault of endings) endFault()
    endings.clear()
    resolve()
  }
  for (const { atMs, fault } of steps) after(atMs, () => begin(fault))
  if (timers.size === 0) resolve()
  return { done, stop }
}
