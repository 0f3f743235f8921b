import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { ConnectionError } from '../../api/errors.ts'
import type { ListerWatcher } from '../../api/lister-watcher.ts'
import type { KubernetesObject } from '../../api/object.ts'
import { ReconnectBus } from './reconnect-bus.ts'
import { Relister } from './relister.ts'
import { SyncPosition } from './sync-position.ts'

/** A server whose answer to a list sends some bytes each minute and never ends. */
function silentAfter(minutes: number) {
  const clock = new FakeClock()
  const listerWatcher: ListerWatcher<KubernetesObject> = {
    description: 'pods',
    list: (_, { signal, onBytes }) => {
      for (let minute = 1; minute <= minutes; minute++)
        clock.setTimeout(() => onBytes?.(1), minute * 60_000 - 1)
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
    watch: () => Promise.reject(new Error('not watched')),
  }
  const reconnectBus = new ReconnectBus(clock)
  const relister = new Relister({
    ...{ clock, listerWatcher, observer: {}, pageSize: undefined, reconnectBus },
    position: new SyncPosition(),
    onRetry: () => {},
  })
  const stopping = new AbortController()
  let outcome: unknown
  const done = relister.list(stopping.signal).catch(error => {
    outcome = error
  })
  return { clock, relister, stopping, done, outcome: () => outcome }
}

describe('a list without data', () => {
  test.each([
    ['before its first byte, after the retries that a busy server requests', 0, 300_000],
    ['in its middle, for the longest time of a request', 3, 3 * 60_000 - 1 + 60_000],
  ])('%s times out', async (_, minutes, timeoutAt) => {
    const { clock, outcome } = silentAfter(minutes)
    await clock.advance(timeoutAt - 1)
    expect(outcome()).toBeUndefined()
    await clock.advance(1)
    expect(outcome()).toBeInstanceOf(ConnectionError)
    expect(outcome()).toMatchObject({ message: 'list pods: timed out, since no data arrived' })
    expect(clock.pendingTimers).toBe(0)
  })

  test('rejects with an AbortError after an abort', async () => {
    const { clock, stopping, done, outcome } = silentAfter(0)
    await clock.settle()
    stopping.abort()
    await done
    expect(outcome()).toMatchObject({ name: 'AbortError' })
    expect(clock.pendingTimers).toBe(0)
  })

  test('tells nothing about a resourceVersion', async () => {
    const { clock, relister, stopping } = silentAfter(0)
    const answer = relister.verifyPosition(stopping.signal)
    await clock.advance(60_000)
    expect(await answer).toBe('unknown')
  })
})
