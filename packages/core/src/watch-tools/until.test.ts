import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { KubernetesObject, WatchEvent } from '../api/object.ts'
import { PlayedWatch } from '../test/played-watch.ts'
import { added, deleted, errorEvent, modified, pod } from '../test/scripted-lister-watcher.ts'
import { until, untilWithoutRetry, type WatchCondition } from './until.ts'
import { UntilError } from './until-error.ts'

type Event = WatchEvent<KubernetesObject>
type Condition = WatchCondition<KubernetesObject>

const events = [added(pod('a', 2)), modified(pod('a', 3)), deleted(pod('a', 4))]
const isType =
  (type: Event['type']): Condition =>
  event =>
    event.type === type

/** A watch that stays open after its events, unless it ends. */
class Stream {
  /** Whether it was closed by its reader. */
  isClosed = false
  readonly #events: readonly Event[]
  readonly #ends: boolean

  constructor(events: readonly Event[], { ends = false } = {}) {
    this.#events = events
    this.#ends = ends
  }

  [Symbol.asyncIterator](): AsyncIterator<Event, undefined> {
    const rest = [...this.#events]
    return {
      next: () => {
        const value = rest.shift()
        if (value) return Promise.resolve({ done: false, value })
        return this.#ends ? Promise.resolve({ done: true, value: undefined }) : new Promise(() => {})
      },
      return: async () => {
        this.isClosed = true
        return { done: true, value: undefined }
      },
    }
  }
}

describe('untilWithoutRetry', () => {
  test('conditions are met one after another, the next one also by the same event', async () => {
    const stream = new Stream(events)
    const asked: string[] = []
    const condition = (name: string, type: Event['type']): Condition => {
      return event => {
        asked.push(`${name} ${event.type}`)
        return event.type === type
      }
    }
    const [first, second, third] = [
      condition('1', 'MODIFIED'),
      condition('2', 'MODIFIED'),
      condition('3', 'DELETED'),
    ]
    expect(await untilWithoutRetry({ events: stream }, first, second, third)).toBe(events[2])
    expect(asked).toEqual(['1 ADDED', '1 MODIFIED', '2 MODIFIED', '3 MODIFIED', '3 DELETED'])
    expect(stream.isClosed).toBe(true)
  })

  test('without conditions it returns at once, and closes the watch', async () => {
    const stream = new Stream(events)
    expect(await untilWithoutRetry({ events: stream })).toBeUndefined()
    expect(stream.isClosed).toBe(true)
  })

  test('T-UNT-3: an abort interrupts it; the error has the last event and the reason', async () => {
    const stream = new Stream(events.slice(0, 2))
    const controller = new AbortController()
    const waiting = untilWithoutRetry(
      { events: stream, signal: controller.signal },
      isType('ADDED'),
      isType('MODIFIED'),
      isType('DELETED'),
    )
    const failure = expect(waiting).rejects.toMatchObject({
      code: 'Interrupted',
      lastEvent: events[1],
      cause: 'too late',
    })
    await new FakeClock().settle()
    controller.abort('too late')
    await failure
    await expect(waiting).rejects.toThrow(UntilError)
    expect(stream.isClosed).toBe(true)
  })

  test('an abort also interrupts a condition that never settles, and a wait that has not begun', async () => {
    const controller = new AbortController()
    const { signal } = controller
    const never: Condition = () => new Promise(() => {})
    const waiting = untilWithoutRetry({ events: new Stream(events), signal }, never)
    const failure = expect(waiting).rejects.toMatchObject({ code: 'Interrupted', lastEvent: events[0] })
    await new FakeClock().settle()
    controller.abort()
    await failure
    const late = untilWithoutRetry({ events: new Stream(events), signal }, isType('ADDED'))
    await expect(late).rejects.toMatchObject({ code: 'Interrupted', lastEvent: undefined })
  })

  test.each([
    [
      'throws',
      () => {
        throw new Error('cannot tell')
      },
    ],
    ['rejects', () => Promise.reject(new Error('cannot tell'))],
  ] as const)('T-UNT-4: a condition that %s ends it with that error', async (_, condition) => {
    const stream = new Stream(events)
    await expect(untilWithoutRetry({ events: stream }, condition)).rejects.toThrow('cannot tell')
    expect(stream.isClosed).toBe(true)
  })

  test('the end of the watch is an error with the last event', async () => {
    const stream = new Stream(events.slice(0, 1), { ends: true })
    await expect(untilWithoutRetry({ events: stream }, isType('DELETED'))).rejects.toMatchObject({
      name: 'UntilError',
      code: 'WatchClosed',
      lastEvent: events[0],
    })
  })

  test('no object appears in the log of the error', () => {
    expect(JSON.stringify(new UntilError('WatchClosed', 'ended', events[0]))).not.toContain('metadata')
  })
})

describe('until', () => {
  test('waits across lost connections, and closes the watch', async () => {
    const clock = new FakeClock()
    const listerWatcher = new PlayedWatch({ events, closeAfter: 1 })
    const waiting = until({ listerWatcher, resourceVersion: '1', clock }, isType('ADDED'), isType('DELETED'))
    await clock.advance(5000)
    expect(await waiting).toBe(events[2])
    expect(listerWatcher).toMatchObject({ open: 0, queries: { length: 3 } })
    expect(clock.pendingTimers).toBe(0)
  })

  test('an abort leaves neither a watch nor a timer', async () => {
    const clock = new FakeClock()
    const controller = new AbortController()
    const listerWatcher = new PlayedWatch({ events: [] })
    const waiting = until(
      { listerWatcher, resourceVersion: '1', clock, signal: controller.signal },
      isType('DELETED'),
    )
    const failure = expect(waiting).rejects.toMatchObject({ code: 'Interrupted' })
    await clock.settle()
    expect(listerWatcher.open).toBe(1)
    controller.abort()
    await failure
    await clock.settle()
    expect([listerWatcher.open, clock.pendingTimers]).toEqual([0, 0])
  })

  test('a version that is too old ends it; conditions see the ERROR', async () => {
    const listerWatcher = new PlayedWatch({ events: [errorEvent(410, 'Expired')] })
    const waiting = until({ listerWatcher, resourceVersion: '1' }, isType('DELETED'))
    await expect(waiting).rejects.toMatchObject({ code: 'WatchClosed', lastEvent: { type: 'ERROR' } })
    const again = new PlayedWatch({ events: [errorEvent(410, 'Expired')] })
    const seen = await until({ listerWatcher: again, resourceVersion: '1' }, isType('ERROR'))
    expect(seen?.type).toBe('ERROR')
  })
})
