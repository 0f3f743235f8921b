import { type Clock, ConnectionError } from '@kube-informer/core'
import { onAbort, Timer } from '@kube-informer/core/internal'
import type { EnsureOptions } from '../api/connection.ts'
import type { SliceState } from '../api/subscription.ts'
import type { ObservedSlice } from './observed-slice.ts'
import type { Replica } from './replica.ts'
import { CLOSED, type StatusStore } from './status-store.ts'

/** How long the data are kept for a subscription that follows, in ms, at least: React mounts what waited for them later. */
const KEPT_MS = 1_000

/** Subscribes to a slice until it has data, or until something prevents it. */
export function ensure(
  slice: ObservedSlice<Replica>,
  { signal, timeoutMs, ignore }: EnsureOptions,
  clock: Clock,
  connection: StatusStore,
): Promise<SliceState<unknown>> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const timer = new Timer(clock)
    const end = (): void => {
      timer.stop()
      for (const stop of stops) stop()
    }
    const fail = (error: unknown): void => {
      end()
      reject(error)
    }
    const check = (): void => {
      const state = slice.getState()
      const { error, data, link } = state.status
      if (data !== 'none' && slice.replica.hasOwnRows) {
        slice.minGraceMs = KEPT_MS
        end()
        resolve(state)
      } else if (error && error !== ignore && link !== 'connecting') fail(error)
      else if (connection.current.state === 'closed') fail(new ConnectionError(CLOSED))
    }
    const stops = [slice.subscribe(check), connection.subscribe(check), onAbort(signal, fail)]
    if (timeoutMs !== undefined)
      timer.start(timeoutMs, () => fail(new DOMException(`no data within ${timeoutMs} ms`, 'TimeoutError')))
    check()
  })
}
