import { encodeRow } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Cacher, type CacherOptions } from '../cacher.ts'
import { POD, podAt, podFields } from '../test/cacher-rig.ts'
import { CachedRow } from './cached-row.ts'
import { createMemoryBodyStore } from './memory-body-store.ts'

const rowAt = (key: string, revision: number, labels: Record<string, string> = {}) =>
  encodeRow({
    ...podAt(key, revision, { labels }),
    metadata: { ...podAt(key, revision, { labels }).metadata, uid: key },
  })

const sizeOf = rowAt('ns/pod-0', 1000).body as unknown as string

/** A cache that is fed with rows, and its store. */
function start(options: Partial<CacherOptions> = {}) {
  const store = createMemoryBodyStore()
  const cacher = new Cacher({
    type: POD,
    source: {
      list: async () => ({ resourceVersion: '1', items: [] }),
      get: async () => undefined,
      currentResourceVersion: async () => '1',
    },
    clock: new FakeClock(),
    random: () => 0,
    fieldsOf: podFields,
    bodyStore: store,
    maxBodyBytes: 0,
    ...options,
  })
  return { store, cacher }
}

const current = async (cacher: Cacher): Promise<readonly CachedRow[]> => {
  const { items } = await cacher.list({ resourceVersion: '0' })
  return items.filter(item => item instanceof CachedRow)
}

describe('the texts of rows', () => {
  test('of a listed state are in memory up to the budget, and then in the store', async () => {
    const { cacher, store } = start({ maxBodyBytes: 2 * sizeOf.length })
    cacher.replace(
      [0, 1, 2, 3, 4].map(each => rowAt(`ns/pod-${each}`, 1000)),
      '1000',
    )
    expect(store.size).toBe(3)
    expect(cacher.bodyBytes).toBe(2 * sizeOf.length)
    expect((await current(cacher)).map(({ name, object }) => [name, object.metadata?.name])).toEqual(
      [0, 1, 2, 3, 4].map(each => [`pod-${each}`, `pod-${each}`]),
    )
  })

  test('of recent events are in memory until the history drops them', () => {
    const { cacher, store } = start({ historyBytes: 3 * sizeOf.length })
    cacher.replace([], '999')
    for (let each = 0; each < 5; each++) cacher.add(rowAt(`ns/pod-${each}`, 1000 + each))
    expect(store.size).toBe(2)
    expect(cacher.historyBytes).toBe(3 * sizeOf.length)
  })

  test('that a write replaced are no longer in the store, and a reader that has them can still read them', async () => {
    const { cacher, store } = start()
    cacher.replace([rowAt('ns/pod-0', 1000)], '1000')
    const [before] = await current(cacher)
    expect(store.get('ns/pod-0', '1000')).toBeDefined()
    cacher.update(rowAt('ns/pod-0', 1001))
    expect(store.size).toBe(0)
    expect(before?.object.metadata?.resourceVersion).toBe('1000')
    cacher.delete(rowAt('ns/pod-0', 1002))
    expect(store.size).toBe(0)
  })

  test('of a state that is replaced leave the store; a response that still needs one fails', async () => {
    const { cacher, store } = start()
    cacher.replace([rowAt('ns/pod-0', 1000), rowAt('ns/pod-1', 1000)], '1000')
    const [first, second] = await current(cacher)
    cacher.replace([rowAt('ns/pod-1', 1000)], '1001')
    expect(store.size).toBe(1)
    expect(() => first?.text).toThrow('the state that contains ns/pod-0 at 1000 was replaced')
    // The version is the same, and so is its item.
    expect((await current(cacher))[0]).toBe(second)
  })

  test('of a restored cluster replace those that have the same resourceVersion', async () => {
    const { cacher, store } = start()
    cacher.replace([rowAt('ns/pod-0', 1000, { app: 'before' })], '1000')
    cacher.replace([rowAt('ns/pod-0', 1000, { app: 'after' })], '1000')
    expect(store.size).toBe(1)
    const [item] = await current(cacher)
    expect(item?.object.metadata?.labels).toEqual({ app: 'after' })
    expect(item?.labels).toEqual({ app: 'after' })
  })

  test('of a part of a state that was not completed leave the store', () => {
    const { cacher, store } = start()
    cacher.replace([rowAt('ns/pod-0', 1000)], '1000')
    cacher.dismiss(cacher.admit([rowAt('ns/pod-1', 1001), rowAt('ns/pod-0', 1000)]))
    expect(store.size).toBe(1)
    expect(store.get('ns/pod-0', '1000')).toBeDefined()
  })

  test('a page of a list that names a key twice leaves one text', () => {
    const { cacher, store } = start({ maxBodyBytes: sizeOf.length })
    cacher.replace([rowAt('ns/pod-0', 1000), rowAt('ns/pod-0', 1001)], '1001')
    expect(cacher.size).toBe(1)
    expect(cacher.bodyBytes).toBe(0)
    expect(store.size).toBe(1)
  })

  test('after any writes, only current versions are stored or counted, and every one is complete', async () => {
    const step = fc.record({
      type: fc.constantFrom('write', 'write', 'delete', 'replace'),
      name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    })
    const options = fc.record({
      maxBodyBytes: fc.constantFrom(0, 300, 600),
      historyBytes: fc.constantFrom(0, 500, 1000, 100_000),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), options, async (steps, limits) => {
        const { cacher, store } = start(limits)
        const state = new Map<string, ReturnType<typeof rowAt>>()
        cacher.replace([], '1000')
        for (const [index, { type, name }] of steps.entries()) {
          const row = rowAt(`ns/${name}`, 1001 + index)
          if (type === 'delete') {
            state.delete(row.key)
            cacher.delete(row)
          } else if (type === 'write') {
            state.set(row.key, row)
            cacher.update(row)
          } else cacher.replace([...state.values()], String(1001 + index))
          const items = await current(cacher)
          expect(items.map(item => item.text).toSorted()).toEqual(
            [...state.values()].map(each => each.body as unknown as string).toSorted(),
          )
          const stored = items.filter(item => store.get(item.key, item.resourceVersion) !== undefined)
          expect(store.size).toBe(stored.length)
          expect(cacher.bodyBytes).toBeLessThanOrEqual(limits.maxBodyBytes)
          const inMemory = items
            .filter(item => !stored.includes(item))
            .reduce((sum, { size }) => sum + size, 0)
          expect(inMemory - cacher.bodyBytes).toBeLessThanOrEqual(cacher.historyBytes)
          expect(inMemory).toBeGreaterThanOrEqual(cacher.bodyBytes)
        }
      }),
      { numRuns: 200 },
    )
  })
})
