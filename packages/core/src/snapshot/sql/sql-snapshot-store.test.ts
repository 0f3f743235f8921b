import { DatabaseSync } from 'node:sqlite'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { UsageError } from '../../api/errors.ts'
import type { KubernetesObject } from '../../api/object.ts'
import { defineResource } from '../../api/resource.ts'
import { pods, secrets } from '../../resources/core-v1.ts'
import { encodeRow } from '../../row/encode-row.ts'
import { informerOver } from '../../test/informer-rig.ts'
import { LOG_DAMAGES } from '../../test/log-damages.ts'
import { added, pod, podList } from '../../test/scripted-lister-watcher.ts'
import { CollectionLog } from './collection-log.ts'
import { objectForm } from './entry-form.ts'
import { LOG_LIMITS } from './log-limits.ts'
import { databaseSql } from './sql-ports.ts'
import { createSqlSnapshotStore, retainSqlSnapshots, snapshotStoreOf } from './sql-snapshot-store.ts'

const { signal } = new AbortController()
const server = 'https://cluster.example'
const ROWS = 'kube_informer_log_v3'

function setUp() {
  const database = new DatabaseSync(':memory:')
  const sql = databaseSql(database)
  const collection = { server, resource: pods }
  const open = () => createSqlSnapshotStore<KubernetesObject>({ sql, collection })
  const count = () => database.prepare(`SELECT count(*) AS rows FROM ${ROWS}`).get()?.rows
  return { database, sql, open, store: open(), count }
}

const replace = (resourceVersion: string, ...objects: KubernetesObject[]) =>
  ({ type: 'replace', resourceVersion, objects }) as const
const delta = (resourceVersion: string, ...objects: KubernetesObject[]) => {
  const upserts = new Map(objects.map(object => [`default/${object.metadata?.name}`, object]))
  return { type: 'delta', resourceVersion, upserts, deletions: [] } as const
}
const large = (name: string, version: number, length: number) => ({
  ...pod(name, version),
  text: '😀'.repeat(length),
})

describe('createSqlSnapshotStore', () => {
  test('writes one row per save', async () => {
    const { store, count } = setUp()
    await store.save(replace('5', pod('a', 1), pod('b', 2)), signal)
    await store.save(delta('6', pod('a', 6), pod('c', 6)), signal)
    expect(count()).toBe(2)
  })

  test('creates no table before the first save', async () => {
    const { store, database } = setUp()
    await store.load(signal)
    expect(database.prepare('SELECT * FROM sqlite_schema').all()).toEqual([])
  })

  test('stores objects that one row cannot hold, without cutting a character', async () => {
    const { store, open, count } = setUp()
    // One of the two lengths cuts between the halves of a character, unless it is avoided.
    const objects = [large('a', 1, 500_000), { ...large('b', 2, 500_000), odd: 'x' }]
    await store.save(replace('5', ...objects), signal)
    expect(count()).toBeGreaterThan(4)
    expect((await open().load(signal))?.objects).toEqual(objects)
  })

  test('merges changes when they are larger than the state', async () => {
    const { store, open, count } = setUp()
    await store.save(replace('1', pod('a', 1), pod('b', 1)), signal)
    for (let version = 2; version < 40; version++)
      await store.save(delta(String(version), large('a', version, 50_000)), signal)
    expect(count()).toBeLessThan(15)
    const loaded = await open().load(signal)
    expect(loaded).toEqual({
      resourceVersion: '39',
      objects: expect.arrayContaining([large('a', 39, 50_000), pod('b', 1)]),
    })
  })

  test('merges many small changes, all of which a load has to read', async () => {
    const { sql, count } = setUp()
    const limits = { ...LOG_LIMITS, mostRows: 10 }
    const store = snapshotStoreOf(new CollectionLog({ sql, name: 'pods', limits }), objectForm)
    await store.save(replace('1'), signal)
    for (let version = 2; version < 30; version++)
      await store.save(delta(String(version), pod('a', version)), signal)
    expect(count()).toBeLessThan(12)
    expect(await store.load(signal)).toEqual({ resourceVersion: '29', objects: [pod('a', 29)] })
  })

  test('objects and rows have one format', async () => {
    const { sql, open, store } = setUp()
    await store.save(replace('5', pod('a', 1)), signal)
    const rows = createSqlSnapshotStore<KubernetesObject>({
      sql,
      collection: { server, resource: pods },
      form: 'row',
    })
    expect((await rows.load(signal))?.objects).toEqual([encodeRow(pod('a', 1))])
    const upserts = new Map([['default/b', encodeRow(pod('b', 6))]])
    await rows.save({ type: 'delta', resourceVersion: '6', upserts, deletions: ['default/a'] }, signal)
    expect(await open().load(signal)).toEqual({ resourceVersion: '6', objects: [pod('b', 6)] })
  })

  test('rejects a save of an object without a name, and saves nothing of it', async () => {
    const { store, open } = setUp()
    await store.save(replace('5', pod('a', 1)), signal)
    await expect(store.save(replace('6', pod('b', 6), { metadata: {} }), signal)).rejects.toThrow(/name/)
    expect(await open().load(signal)).toEqual({ resourceVersion: '5', objects: [pod('a', 1)] })
  })
})

describe('several collections', () => {
  const others = [
    { server: 'https://other.example', resource: pods },
    { server, resource: pods, identity: 'jane' },
    { server, resource: pods, namespace: 'kube-system' },
    { server, resource: pods, labelSelector: 'app=web' },
    { server, resource: pods, fieldSelector: 'spec.nodeName=a' },
    { server, resource: pods, shape: '2' },
    { server, resource: defineResource({ ...pods, group: 'metrics.k8s.io' }) },
    { server, resource: defineResource({ ...pods, version: 'v2' }) },
  ]

  test('each is separate', async () => {
    const { sql, store } = setUp()
    await store.save(replace('5', pod('a', 1)), signal)
    for (const collection of others) {
      const other = createSqlSnapshotStore<KubernetesObject>({ sql, collection })
      expect(await other.load(signal)).toBeUndefined()
      await other.save(replace('6', pod('b', 6)), signal)
    }
    expect(await store.load(signal)).toEqual({ resourceVersion: '5', objects: [pod('a', 1)] })
  })

  test('retainSqlSnapshots deletes the others, whose stores can save again only everything', async () => {
    const { sql, store, count } = setUp()
    const collection = { server, resource: pods, identity: 'jane' }
    const kept = createSqlSnapshotStore<KubernetesObject>({ sql, collection })
    retainSqlSnapshots(sql, [])
    await store.save(replace('5', pod('a', 1)), signal)
    await kept.save(replace('6', pod('b', 6)), signal)
    retainSqlSnapshots(sql, [collection])
    expect(await store.load(signal)).toBeUndefined()
    expect(await store.save(delta('7', pod('a', 7)), signal)).toBe('not-owner')
    expect(await kept.save(delta('8', pod('c', 8)), signal)).toBeUndefined()
    expect(count()).toBe(2)
  })

  test('a deleted collection that another store has written again is not appended to', async () => {
    const { sql, store, open } = setUp()
    await store.save(replace('5', pod('a', 1)), signal)
    retainSqlSnapshots(sql, [])
    const other = open()
    await other.save(replace('6', pod('b', 6)), signal)
    expect(await store.save(delta('7', pod('c', 7)), signal)).toBe('not-owner')
    expect(await open().load(signal)).toEqual({ resourceVersion: '6', objects: [pod('b', 6)] })
  })
})

describe('credentials', () => {
  test('Secrets are stored only if `persist` is set', () => {
    const { sql } = setUp()
    const collection = { server, resource: secrets }
    expect(() => createSqlSnapshotStore({ sql, collection })).toThrow(UsageError)
    expect(() => createSqlSnapshotStore({ sql, collection, persist: true })).not.toThrow()
  })

  test('the URL of the server contains none', () => {
    const { sql } = setUp()
    const collection = { server: 'https://admin:password@cluster.example', resource: pods }
    expect(() => createSqlSnapshotStore({ sql, collection })).toThrow(/contains credentials/)
  })
})

describe('T: damage is an error, and never wrong data', () => {
  test.each(Object.entries(LOG_DAMAGES))('%s', async (_, damage) => {
    const { store, open, database } = setUp()
    await store.save(replace('5', large('a', 1, 300_000), pod('b', 2)), signal)
    await store.save(delta('6', pod('a', 6)), signal)
    await store.save(delta('7', pod('c', 7)), signal)
    database.exec(damage)
    const damaged = open()
    await expect(damaged.load(signal)).rejects.toThrow(/damaged and was not used/)
    expect(await damaged.save(delta('8', pod('d', 8)), signal)).toBe('not-owner')
    await damaged.save(replace('9', pod('e', 9)), signal)
    expect(await open().load(signal)).toEqual({ resourceVersion: '9', objects: [pod('e', 9)] })
  })

  test('a table of another application', async () => {
    const { store, database } = setUp()
    database.exec(`CREATE TABLE ${ROWS} (id INTEGER PRIMARY KEY)`)
    await expect(store.load(signal)).rejects.toThrow(/unknown schema/)
    await expect(store.save(replace('5', pod('a', 1)), signal)).rejects.toThrow(/unknown schema/)
  })
})

test('T: a full database is an error in the status, the stored state remains, and a later save succeeds', async () => {
  const { store, open, database } = setUp()
  await store.save(replace('1', pod('a', 1)), signal)
  database.exec('PRAGMA max_page_count = 20')
  const clock = new FakeClock()
  const watches = [{ reads: [[added(large('b', 2, 100_000))]], stayOpen: true }]
  const { informer, controller, start } = informerOver(
    clock,
    { lists: [podList(1)], watches },
    { snapshotStore: open() },
  )
  const running = start()
  await clock.advance(2_000)
  expect(informer.status.error?.message).toMatch(/full/)
  expect(informer.indexer.listKeys()).toEqual(['default/a', 'default/b'])
  expect(await open().load(signal)).toEqual({ resourceVersion: '1', objects: [pod('a', 1)] })
  database.exec('PRAGMA max_page_count = 10000')
  await clock.advance(60_000)
  expect((await open().load(signal))?.resourceVersion).toBe('2')
  controller.abort()
  await running
})
