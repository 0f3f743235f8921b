import { DatabaseSync } from 'node:sqlite'
import type { Cacher } from '@kube-informer/cacher'
import { cacheFrom, createMemoryBodyStore } from '@kube-informer/cacher'
import { createFakeApiserver, FakeClock, generatePods, pods } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import type { KubernetesObject } from '../../api/object.ts'
import type { Row } from '../../api/row.ts'
import { createKubeClient } from '../../client/kube-client.ts'
import { createListWatch } from '../../client/list-watch.ts'
import { encodeRow } from '../../row/encode-row.ts'
import { LOG_DAMAGES } from '../../test/log-damages.ts'
import { pod } from '../../test/scripted-lister-watcher.ts'
import { databaseSql } from './sql-ports.ts'
import { SqlStateStore } from './sql-state-store.ts'

const collection = { server: 'https://cluster.example', resource: pods }
const limits = { rowChars: 400_000, mergeChars: 1_000_000, mostRows: 100 }
const small = (name: string, version: number) => encodeRow(pod(name, version))
const large = (name: string, version: number) => {
  const object = { ...pod(name, version), text: '😀'.repeat(300_000) }
  return encodeRow<KubernetesObject>(object)
}

/** The stored state of an earlier process: Pods a, b and c. The apiserver has others. */
async function setUp() {
  const database = new DatabaseSync(':memory:')
  const clock = new FakeClock()
  const errors: unknown[] = []
  const open = () =>
    new SqlStateStore({
      sql: databaseSql(database),
      collection,
      clock,
      limits,
      onError: error => errors.push(error),
    })
  const earlier = open()
  earlier.replace([large('a', 1), small('b', 2)], '5')
  for (const [name, version] of [
    ['a', 6],
    ['c', 7],
  ] as const) {
    earlier.append([{ type: 'MODIFIED', row: small(name, version) }])
    earlier.flush()
  }
  const server = createFakeApiserver({
    clock,
    random: () => 0.5,
    objects: generatePods({ count: 5, seed: 1 }),
  })
  const start = () => {
    const client = createKubeClient({ baseUrl: 'http://x', fetch: server.fetch, clock })
    const store = open()
    const { cacher, run } = cacheFrom<KubernetesObject>({
      listerWatcher: createListWatch<KubernetesObject>(client, pods, {
        form: 'row',
        trim: [],
        encoding: 'json',
      }),
      type: { kind: 'Pod', apiVersion: 'v1' },
      clock,
      random: () => 0.5,
      stored: store.load(),
      log: store,
      bodyStore: createMemoryBodyStore(),
      maxBodyBytes: 0,
    })
    const stopping = new AbortController()
    const running = run(stopping.signal)
    const stop = async () => {
      stopping.abort()
      await running
      store.close()
    }
    return { cacher, stop }
  }
  const lists = () => server.requests.filter(({ kind }) => kind === 'list').length
  return { database, clock, errors, server, start, lists }
}

/** The rows of a list whose texts can be read, and the number of the others. */
async function readRows(cacher: Cacher) {
  const { items } = await cacher.list({ resourceVersion: '0' })
  let failed = 0
  const rows = items.flatMap((item): Row[] => {
    try {
      return [item.row]
    } catch {
      failed++
      return []
    }
  })
  return { rows, failed }
}

test.each(Object.entries(LOG_DAMAGES))(
  'T: a cache whose stored state has %s never serves it, and lists',
  async (_, damage) => {
    const { database, clock, start, server, lists } = await setUp()
    database.exec(damage)
    const { cacher, stop } = start()
    const stored = [large('a', 1), small('a', 6), small('b', 2), small('c', 7)]
    if (cacher.isReady) {
      const { rows, failed } = await readRows(cacher)
      for (const row of rows) expect(stored).toContainEqual(row)
      expect(failed).toBeGreaterThan(0)
    }
    await clock.advance(2_000)
    expect(lists()).toBe(1)
    expect(cacher.size).toBe(5)
    const { rows, failed } = await readRows(cacher)
    expect(failed).toBe(0)
    expect(rows.map(({ name }) => name).toSorted()).toEqual(
      server
        .list(pods)
        .map(({ metadata }) => metadata.name)
        .toSorted(),
    )
    await stop()
    // What was listed is stored.
    const next = start()
    expect(next.cacher.size).toBe(5)
    await clock.advance(2_000)
    expect(lists()).toBe(1)
    await next.stop()
  },
)

test('an undamaged state is served without a list', async () => {
  const { start, errors, clock } = await setUp()
  const { cacher, stop } = start()
  const { rows, failed } = await readRows(cacher)
  expect(rows).toEqual([small('a', 6), small('b', 2), small('c', 7)])
  expect([failed, errors]).toEqual([0, []])
  await stop()
  expect(clock.pendingTimers).toBe(0)
})
