import { getEventListeners } from 'node:events'
import type { ListerWatcher, Row, WatchEvent } from '@kube-informer/core'
import { describe, expect, test, vi } from 'vitest'
import { RestoreCheck } from './restore-check.ts'
import { isOlder } from './revisions.ts'

type Batch = readonly WatchEvent<Row>[]
const EVENTS: Batch = [{ type: 'BOOKMARK', object: { kind: 'Pod', apiVersion: 'v1' } }]

/** Waits for the abort of its signal after its first events. */
async function* waiting(signal: AbortSignal): AsyncGenerator<Batch> {
  yield EVENTS
  await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

function start(events: (signal: AbortSignal) => AsyncIterable<Batch> = waiting) {
  const onRestored = vi.fn()
  const check = new RestoreCheck(onRestored)
  const list = vi.fn(async () => ({ metadata: {}, items: [] }))
  const inner = {
    list,
    watch: async (_query: unknown, { signal }: { readonly signal: AbortSignal }) => events(signal),
  } as unknown as ListerWatcher<Row>
  const feed = check.guard(inner)
  const stopping = new AbortController()
  const context = { signal: stopping.signal }
  const watch = async () => (await feed.watch({}, context))[Symbol.asyncIterator]()
  const listeners = () => getEventListeners(stopping.signal, 'abort').length
  return { onRestored, check, feed, list, context, stopping, watch, listeners }
}

const EXPIRED = expect.objectContaining({ code: 410 })

describe('a feed whose cluster was restored', () => {
  test('ends its watch with a 410, and lists before it watches again', async () => {
    const { onRestored, check, feed, list, context, watch, listeners } = start()
    const events = await watch()
    expect((await events.next()).value).toBe(EVENTS)
    const next = events.next()
    check.restored()
    await expect(next).rejects.toEqual(EXPIRED)
    expect([onRestored.mock.calls.length, listeners()]).toEqual([1, 0])
    await expect(watch()).rejects.toEqual(EXPIRED)
    await feed.list({}, context)
    expect(list).toHaveBeenCalledTimes(1)
    expect((await (await watch()).next()).value).toBe(EVENTS)
  })

  test('ends a watch with a 410 that ended by itself at that time', async () => {
    const { check, watch } = start(async function* () {
      yield EVENTS
    })
    const events = await watch()
    await events.next()
    check.restored()
    await expect(events.next()).rejects.toEqual(EXPIRED)
  })
})

describe('a feed whose cluster was not restored', () => {
  test('passes on the end of its watch, and retains nothing', async () => {
    const { watch, listeners } = start(async function* () {
      yield EVENTS
    })
    const events = await watch()
    await events.next()
    expect(listeners()).toBe(1)
    expect((await events.next()).done).toBe(true)
    expect(listeners()).toBe(0)
  })

  test('passes on an abort', async () => {
    const { watch, stopping, listeners } = start()
    const events = await watch()
    await events.next()
    const next = events.next()
    stopping.abort('stopped')
    await expect(next).rejects.toBe('stopped')
    expect(listeners()).toBe(0)
  })

  test('passes on the error of a watch that does not open, and retains nothing', async () => {
    const { watch, listeners } = start(() => {
      throw new Error('refused')
    })
    await expect(watch()).rejects.toThrow('refused')
    expect(listeners()).toBe(0)
  })
})

test.each([
  ['5', '7', 1],
  ['7', '7', 0],
  ['9', '7', 0],
  ['5', '0', 0],
  ['', '7', 0],
])(
  'a newest resourceVersion of %j is older than %j in the cache: restored %i times',
  (newest, cached, times) => {
    const { check, onRestored } = start()
    check.report(newest, cached)
    expect(onRestored).toHaveBeenCalledTimes(times)
  },
)

test.each([
  ['9', '10', true],
  ['10', '9', false],
  ['9', '9', false],
  ['99999999999999999998', '99999999999999999999', true],
  ['9', '100000000000000000000', false],
  ['09', '10', false],
  ['9', 'x', false],
  ['0', '1', false],
])('%s is older than %s: %s', (a, b, expected) => {
  expect(isOlder(a, b)).toBe(expected)
})
