import { encodeRow, type KubernetesObject } from '@kube-informer/core'
import type { StoredEvent, StoredRow, TextPage } from '@kube-informer/core/snapshot'
import { FakeClock } from '@kube-informer/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CachedRow } from '../items/cached-row.ts'
import { createMemoryBodyStore } from '../items/memory-body-store.ts'
import { keysOf, POD, podAt, podFields, WatchReader } from '../test/cacher-rig.ts'
import { ScriptedListerWatcher, type WatchScript } from '../test/scripted-lister-watcher.ts'
import { type CacheFromOptions, cacheFrom } from './cache-from.ts'

const { signal } = new AbortController()

/** A page of a storage, which counts how often it is read. */
class Page implements TextPage {
  reads = 0
  isDamaged = false
  readonly #texts: string[] = []

  add(key: string, version: number, labels: Record<string, string> = {}): StoredRow {
    const { body, ...identity } = encodeRow(podAt(key, version, { labels }))
    const text = body as unknown as string
    return { ...identity, page: this, position: this.#texts.push(text) - 1, size: text.length }
  }

  read(): readonly string[] {
    this.reads++
    if (this.isDamaged) throw new Error('a checksum does not match')
    return this.#texts
  }
}

const page = (...keys: readonly string[]): readonly StoredRow[] => {
  const created = new Page()
  return keys.map(key => created.add(key, 5, { name: key }))
}
const listAt = (version: number, ...items: KubernetesObject[]) => ({
  metadata: { resourceVersion: String(version) },
  items,
})
const open: WatchScript = { reads: [], stayOpen: true }

interface Stored {
  readonly rows: readonly StoredRow[]
  readonly events?: readonly StoredEvent<KubernetesObject, StoredRow>[]
}

function start(
  { rows, events = [] }: Stored,
  options: Partial<CacheFromOptions<KubernetesObject>> = {},
  upstream: ScriptedListerWatcher = new ScriptedListerWatcher({ lists: [], watches: [open] }),
) {
  const clock = new FakeClock()
  let releases = 0
  const stored = { resourceVersion: '10', rows, events, release: () => releases++ }
  const { cacher, run } = cacheFrom<KubernetesObject>({
    listerWatcher: upstream,
    type: POD,
    fieldsOf: podFields,
    clock,
    random: () => 0,
    stored,
    ...options,
  })
  const stopping = new AbortController()
  const running = run(stopping.signal)
  const stop = async () => {
    stopping.abort()
    await running
  }
  const texts = async () =>
    (await cacher.list({ resourceVersion: '0', signal })).items.map(({ object }) => object.metadata)
  return { clock, cacher, upstream, stop, texts, releases: () => releases }
}

const pagesOf = (rows: readonly StoredRow[]) => [...new Set(rows.map(row => row.page as Page))]

test('a start reads no text, a read only the pages that it needs, and each page is read once', async () => {
  const [first, second] = [page('ns/a', 'ns/b'), page('ns/c')]
  const { cacher, clock, texts, stop } = start({ rows: [...first, ...second] })
  const pages = pagesOf([...first, ...second])
  const list = await cacher.list({ resourceVersion: '0' })
  const { items } = list
  expect(keysOf(list)).toEqual(['ns/a', 'ns/b', 'ns/c'])
  expect(pages.map(({ reads }) => reads)).toEqual([0, 0])
  expect(items[1]?.object).toEqual(podAt('ns/b', 5, { labels: { name: 'ns/b' } }))
  expect(items[0]?.labels).toEqual({ name: 'ns/a' })
  expect(pages.map(({ reads }) => reads)).toEqual([1, 0])
  await clock.advance(10)
  expect(await texts()).toHaveLength(3)
  expect(pages.map(({ reads }) => reads)).toEqual([1, 1])
  await stop()
  expect(clock.pendingTimers).toBe(0)
})

test('all texts are read in the background; then the storage is released', async () => {
  const rows = [...page('ns/a'), ...page('ns/b'), ...page('ns/c')]
  const { clock, releases } = start({ rows })
  expect(pagesOf(rows).map(({ reads }) => reads)).toEqual([0, 0, 0])
  expect(releases()).toBe(0)
  await clock.advance(10)
  expect(pagesOf(rows).map(({ reads }) => reads)).toEqual([1, 1, 1])
  expect(releases()).toBe(1)
})

test('a stop ends the reading', async () => {
  const rows = [...page('ns/a'), ...page('ns/b')]
  const { clock, stop } = start({ rows })
  await stop()
  expect(clock.pendingTimers).toBe(0)
  expect(pagesOf(rows).map(({ reads }) => reads)).toEqual([0, 0])
})

test('watches resume in a history whose texts were not read', async () => {
  const [before, after] = [new Page(), new Page()]
  const rows = [before.add('ns/a', 5), before.add('ns/b', 6)]
  const events = [
    { type: 'MODIFIED', row: after.add('ns/a', 11) },
    { type: 'DELETED', row: after.add('ns/b', 12) },
    { type: 'BOOKMARK', resourceVersion: '20' },
  ] as const
  const { cacher, clock } = start({ rows, events })
  expect([before.reads, after.reads]).toEqual([0, 0])
  const reader = new WatchReader(await cacher.watch({ resourceVersion: '10' }))
  await clock.settle()
  expect(reader.received).toEqual(['M ns/a@11', 'D ns/b@12'])
})

test('a page that cannot be read is never served: the state is listed again', async () => {
  const rows = [...page('ns/a', 'ns/b'), ...page('ns/c')]
  const [damaged] = pagesOf(rows)
  if (damaged) damaged.isDamaged = true
  const upstream = new ScriptedListerWatcher({
    lists: [listAt(20, podAt('ns/a', 15))],
    watches: [open, open],
  })
  const errors: unknown[] = []
  const { cacher, clock, releases } = start(
    { rows },
    { onStoredError: error => errors.push(error) },
    upstream,
  )
  const { items } = await cacher.list({ resourceVersion: '0' })
  // A reader finds it first.
  expect(() => items[1]?.object).toThrow('a checksum does not match')
  expect(items[2]?.object.metadata?.name).toBe('c')
  const reader = new WatchReader(await cacher.watch({ resourceVersion: '10' }))
  await clock.advance(10)
  expect(reader.isOver).toBe(true)
  expect(errors).toEqual([new Error('a checksum does not match')])
  expect(upstream.lists).toHaveLength(1)
  expect(upstream.open).toBe(1)
  expect(cacher.resourceVersion).toBe('20')
  expect(keysOf(await cacher.list({ resourceVersion: '0' }))).toEqual(['ns/a'])
  expect(() => items[0]?.object).toThrow('was replaced')
  expect(releases()).toBe(0)
})

test('a list while texts are unread needs none of them', async () => {
  const rows = [...page('ns/a'), ...page('ns/b')]
  const { cacher, clock } = start({ rows })
  for (const each of pagesOf(rows)) each.isDamaged = true
  const [old] = (await cacher.list({ resourceVersion: '0' })).items
  cacher.replace(cacher.admit([encodeRow(podAt('ns/a', 5, { labels: { name: 'ns/a' } }))]), '20')
  await clock.advance(10)
  expect(pagesOf(rows).map(({ reads }) => reads)).toEqual([0, 0])
  expect(() => old?.object).toThrow('was replaced')
  const [current] = (await cacher.list({ resourceVersion: '0' })).items
  expect(current?.object.metadata?.name).toBe('a')
})

test('after any writes and reads, a state whose texts are read late equals one that has them', async () => {
  const step = fc.record({
    type: fc.constantFrom('write', 'write', 'delete', 'read', 'advance'),
    name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  })
  const world = fc.record({
    maxBodyBytes: fc.constantFrom(0, 300, 100_000),
    historyBytes: fc.constantFrom(1, 600, 100_000),
    pageOf: fc.array(fc.nat(2), { minLength: 5, maxLength: 5 }),
    logged: fc.array(step, { maxLength: 8 }),
    steps: fc.array(step, { maxLength: 20 }),
  })
  await fc.assert(
    fc.asyncProperty(world, async ({ maxBodyBytes, historyBytes, pageOf, logged, steps }) => {
      const pages = [new Page(), new Page(), new Page()]
      const late = (name: string, version: number) =>
        (pages[pageOf[name.charCodeAt(0) - 97] ?? 0] ?? new Page()).add(`ns/${name}`, version, { name })
      const early = (name: string, version: number) =>
        encodeRow(podAt(`ns/${name}`, version, { labels: { name } }))
      const eventsOf = <R>(
        rowOf: (name: string, version: number) => R,
      ): StoredEvent<KubernetesObject, R>[] => {
        const present = new Set(['a', 'b', 'c'])
        return logged.flatMap(({ type, name }, index): StoredEvent<KubernetesObject, R>[] => {
          const row = rowOf(name, 11 + index)
          if (type === 'write') {
            present.add(name)
            return [{ type: 'MODIFIED', row }]
          }
          return present.delete(name) ? [{ type: 'DELETED', row }] : []
        })
      }
      const worlds = [late, early].map(rowOf => {
        const bodyStore = createMemoryBodyStore()
        const stored = {
          resourceVersion: '10',
          rows: ['a', 'b', 'c'].map(name => rowOf(name, 5)),
          events: eventsOf<StoredRow | ReturnType<typeof early>>(rowOf),
        }
        return { ...start({ rows: [] }, { bodyStore, maxBodyBytes, historyBytes, stored }), bodyStore }
      })
      const contents = await Promise.all(
        worlds.map(async ({ cacher, clock, bodyStore, stop }) => {
          const seen: unknown[] = []
          for (const [index, { type, name }] of steps.entries()) {
            if (type === 'write') cacher.update(early(name, 100 + index))
            if (type === 'delete') cacher.delete(early(name, 100 + index))
            if (type === 'advance') await clock.advance(1)
            const { items } = await cacher.list({ resourceVersion: '0', labelSelector: `name=${name}` })
            if (type === 'read') seen.push(items.map(item => item instanceof CachedRow && item.text))
          }
          await clock.advance(10)
          const reader = new WatchReader(await cacher.watch({ resourceVersion: cacher.resourceVersion }))
          const { items } = await cacher.list({ resourceVersion: '0' })
          seen.push(items.map(item => item instanceof CachedRow && item.text))
          seen.push(reader.isOver, cacher.historyBytes, cacher.bodyBytes <= maxBodyBytes)
          if (maxBodyBytes !== 300) seen.push(cacher.bodyBytes, bodyStore.size)
          await stop()
          return seen
        }),
      )
      expect(contents[0]).toEqual(contents[1])
    }),
    { numRuns: 100 },
  )
})
