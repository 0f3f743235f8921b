import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { ConnectionError } from '../../api/errors.ts'
import type { KubernetesObject } from '../../api/object.ts'
import type { ListerWatcher } from '../../client/lister-watcher.ts'
import { ReconnectBus } from './reconnect-bus.ts'
import { Relister } from './relister.ts'

/** A server that takes a request, sends some bytes each minute, and never comes to an end. */
function silentAfter(minutes: number) {
  const clock = new FakeClock()
  const listerWatcher: ListerWatcher<KubernetesObject> = {
    description: 'pods',
    list: (_, { signal, onBytes }) => {
      for (let minute = 1; minute <= minutes; minute++)
        clock.setTimeout(() => onBytes?.(1), minute * 60_000 - 1)
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
    watch: () => Promise.reject(new Error('nobody watches')),
  }
  const reconnectBus = new ReconnectBus(clock)
  const relister = new Relister({ clock, listerWatcher, observer: {}, pageSize: undefined, reconnectBus })
  const stopping = new AbortController()
  let outcome: unknown
  const done = relister.list('', stopping.signal).catch(error => {
    outcome = error
  })
  return { clock, relister, stopping, done, outcome: () => outcome }
}

describe('a list that falls silent', () => {
  test.each([
    ['before its first byte, behind whatever a busy server asks to wait for', 0, 300_000],
    ['in its middle, for as long as a server has for all of a request', 3, 3 * 60_000 - 1 + 60_000],
  ])('%s is given up', async (_, minutes, givenUpAt) => {
    const { clock, outcome } = silentAfter(minutes)
    await clock.advance(givenUpAt - 1)
    expect(outcome()).toBeUndefined()
    await clock.advance(1)
    expect(outcome()).toBeInstanceOf(ConnectionError)
    expect(outcome()).toMatchObject({ message: 'list pods: it fell silent before its end' })
    expect(clock.pendingTimers).toBe(0)
  })

  test('is no error to whoever stopped it', async () => {
    const { clock, stopping, done, outcome } = silentAfter(0)
    await clock.settle()
    stopping.abort()
    await done
    expect(outcome()).toMatchObject({ name: 'AbortError' })
    expect(clock.pendingTimers).toBe(0)
  })

  test('says nothing about a version', async () => {
    const { clock, relister, stopping } = silentAfter(0)
    const answer = relister.whyUnreachable('5', stopping.signal)
    await clock.advance(60_000)
    expect(await answer).toBeUndefined()
  })
})
