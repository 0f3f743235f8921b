import { DatabaseSync } from 'node:sqlite'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { UsageError } from '../../api/errors.ts'
import type { Row } from '../../api/row.ts'
import type { StoredEvent, StoredRow, StoredState } from '../../api/stored-state.ts'
import { pods, secrets } from '../../resources/core-v1.ts'
import { createRow } from '../../row/create-row.ts'
import { encodeRow } from '../../row/encode-row.ts'
import { pod } from '../../test/scripted-lister-watcher.ts'
import { createSqlBodyStore } from './sql-body-store.ts'
import type { SqlPort } from './sql-port.ts'
import { databaseSql } from './sql-ports.ts'
import { SqlStateStore } from './sql-state-store.ts'

const server = 'https://cluster.example'
const collection = { server, resource: pods }
const limits = { rowChars: 1_000, mergeChars: 4_000, mostRows: 100 }

function setUp(keptChars = 2_000) {
  const database = new DatabaseSync(':memory:')
  const sql = databaseSql(database)
  const clock = new FakeClock()
  const errors: unknown[] = []
  const open = () =>
    new SqlStateStore({ sql, collection, clock, keptChars, limits, onError: error => errors.push(error) })
  const count = () => Number(database.prepare('SELECT count(*) AS n FROM kube_informer_log_v3').get()?.n)
  return { database, sql, clock, errors, open, store: open(), count }
}

const row = (name: string, version: number) => encodeRow(pod(name, version))
const event = (type: 'ADDED' | 'MODIFIED' | 'DELETED', name: string, version: number): StoredEvent => ({
  type,
  row: row(name, version),
})
const bookmark = (resourceVersion: string): StoredEvent => ({ type: 'BOOKMARK', resourceVersion })

/** A row with its text. */
function read(stored: Row | StoredRow): Row {
  if (!('page' in stored)) return stored
  const text = stored.page.read()[stored.position] ?? ''
  expect(text).toHaveLength(stored.size)
  return createRow(stored, text)
}

const contentOf = (state: StoredState | undefined) =>
  state && {
    resourceVersion: state.resourceVersion,
    rows: Array.from(state.rows, read),
    events: Array.from(state.events, event =>
      event.type === 'BOOKMARK' ? event : { type: event.type, row: read(event.row) },
    ),
  }

describe('SqlStateStore', () => {
  test('returns the checkpoint, the events after it, and what they cover', async () => {
    const { store, open, clock } = setUp()
    expect(store.load()).toBeUndefined()
    store.replace([row('a', 1), row('b', 2)], '5')
    store.append([event('MODIFIED', 'a', 6), event('DELETED', 'b', 7)])
    store.append([event('ADDED', 'b', 8), bookmark('9')])
    await clock.advance(1_000)
    expect(contentOf(open().load())).toEqual({
      resourceVersion: '5',
      rows: [row('a', 1), row('b', 2)],
      events: [event('MODIFIED', 'a', 6), event('DELETED', 'b', 7), event('ADDED', 'b', 8), bookmark('9')],
    })
  })

  test('writes the events of a window as one row, and does not claim them before', async () => {
    const { store, open, clock, count } = setUp()
    store.replace([], '5')
    store.append([event('ADDED', 'a', 6)])
    store.append([event('ADDED', 'b', 7)])
    expect(contentOf(open().load())?.events).toEqual([bookmark('5')])
    await clock.advance(1_000)
    expect(count()).toBe(2)
    store.append([event('ADDED', 'c', 8)])
    store.close()
    expect(count()).toBe(3)
    expect(clock.pendingTimers).toBe(0)
  })

  test('a merge leaves the newest events as history', async () => {
    const { store, open, clock } = setUp()
    store.replace([row('a', 1), row('b', 1)], '1')
    for (let version = 2; version < 200; version++) {
      store.append([event('MODIFIED', 'a', version)])
      await clock.advance(1_000)
    }
    const { resourceVersion = '', rows = [], events = [] } = contentOf(open().load()) ?? {}
    expect(Number(resourceVersion)).toBeGreaterThan(100)
    expect(rows).toEqual(expect.arrayContaining([row('a', Number(resourceVersion)), row('b', 1)]))
    const versions = events.map(each =>
      each.type === 'BOOKMARK' ? each.resourceVersion : each.row.resourceVersion,
    )
    expect(events.length).toBeGreaterThan(5)
    expect(versions).toEqual([...events.slice(1).map((_, i) => `${Number(resourceVersion) + 1 + i}`), '199'])
  })

  test('the next process continues the log', async () => {
    const { store, open, clock } = setUp()
    store.replace([row('a', 1)], '5')
    const next = open()
    next.load()
    next.append([event('ADDED', 'b', 6)])
    await clock.advance(1_000)
    expect(contentOf(open().load())?.events).toEqual([event('ADDED', 'b', 6), bookmark('6')])
  })

  test('T: a full database is reported, and the events are written when there is space', async () => {
    const { store, open, clock, errors, database } = setUp()
    store.replace([row('a', 1)], '5')
    database.exec('PRAGMA max_page_count = 1')
    store.append([{ type: 'ADDED', row: encodeRow({ ...pod('big', 6), text: 'x'.repeat(5_000) }) }])
    await clock.advance(1_000)
    expect(String(errors[0])).toMatch(/full/)
    expect(contentOf(open().load())?.events).toEqual([bookmark('5')])
    database.exec('PRAGMA max_page_count = 10000')
    store.append([event('ADDED', 'b', 7)])
    await clock.advance(1_000)
    expect(contentOf(open().load())?.events.map(({ type }) => type)).toEqual(['ADDED', 'ADDED', 'BOOKMARK'])
  })

  test('adds nothing to a state that another process has replaced', async () => {
    const { store, open, clock, errors } = setUp()
    store.replace([row('a', 1)], '5')
    open().replace([row('b', 9)], '9')
    store.append([event('ADDED', 'c', 6)])
    await clock.advance(1_000)
    expect(String(errors[0])).toMatch(/another process/)
    store.append([event('ADDED', 'd', 10)])
    await clock.advance(1_000)
    expect(contentOf(open().load())).toEqual({
      resourceVersion: '9',
      rows: [row('b', 9)],
      events: [bookmark('9')],
    })
  })

  test('damage is reported, and nothing is appended to damaged rows', () => {
    const { store, open, errors, database } = setUp()
    store.replace([row('a', 1)], '5')
    database.exec('DELETE FROM kube_informer_log_v3 WHERE covers IS NOT NULL')
    database.exec('INSERT INTO kube_informer_log_v3 SELECT 4294967299, 0, 1, 1, 5, 5, 5, 5, 5, 5')
    expect(open().load()).toBeUndefined()
    expect(String(errors[0])).toMatch(/damaged/)
  })

  test('a start reads the index, and each row with texts once', () => {
    const { sql, store } = setUp()
    store.replace([row('a', 1), row('b', 2)], '5')
    const statements: string[] = []
    const spied: SqlPort = {
      ...sql,
      run: (statement, ...parameters) => {
        statements.push(statement)
        return sql.run(statement, ...parameters)
      },
    }
    const state = new SqlStateStore({ sql: spied, collection, limits }).load()
    const rows = [...(state?.rows ?? [])]
    expect([...(state?.events ?? [])]).toEqual([bookmark('5')])
    expect(statements.filter(each => /\bbodies\b/.test(each))).toEqual([])
    expect(rows.map(read)).toEqual([row('a', 1), row('b', 2)])
    expect(new Set(rows.map(each => 'page' in each && each.page)).size).toBe(1)
  })

  test('texts that one row cannot hold are read completely, and those beside them', () => {
    const { store, open } = setUp()
    const large = (name: string, length: number) =>
      encodeRow({ ...pod(name, 1), text: `${name}${'😀'.repeat(length)}` })
    const rows = [row('a', 1), large('b', 2_000), row('c', 1), large('d', 600), large('e', 600), row('f', 1)]
    store.replace(rows, '5')
    expect(contentOf(open().load())?.rows).toEqual(rows)
    // Each page by itself, in another order.
    const stored = [...(open().load()?.rows ?? [])]
    expect(stored.toReversed().map(read)).toEqual(rows.toReversed())
  })

  test('nothing is merged before the texts were read', async () => {
    const { open, clock, count, store } = setUp()
    store.replace([row('a', 1)], '1')
    const next = open()
    const state = next.load()
    const rows = [...(state?.rows ?? [])]
    const write = async (version: number) => {
      next.append([event('MODIFIED', 'a', version)])
      await clock.advance(1_000)
    }
    for (let version = 2; version < 150; version++) await write(version)
    expect(count()).toBe(149)
    expect(rows.map(read)).toEqual([row('a', 1)])
    state?.release?.()
    await write(150)
    expect(count()).toBeLessThan(80)
    expect(() => rows.map(read)).toThrow(/damaged/)
  })

  test('a state that another process has replaced cannot be read', () => {
    const { store, open } = setUp()
    store.replace([row('a', 1)], '5')
    const rows = [...(open().load()?.rows ?? [])]
    store.replace([row('a', 9)], '9')
    expect(() => rows.map(read)).toThrow(/damaged/)
  })

  test('Secrets are stored only if `persist` is set', () => {
    const { sql } = setUp()
    const secret = { server, resource: secrets }
    expect(() => new SqlStateStore({ sql, collection: secret })).toThrow(UsageError)
    expect(() => createSqlBodyStore({ sql, collection: secret })).toThrow(UsageError)
    expect(() => createSqlBodyStore({ sql, collection: secret, persist: true })).not.toThrow()
  })
})

describe('createSqlBodyStore', () => {
  const createStore = () => createSqlBodyStore({ sql: setUp().sql, collection })

  test('has one version of a key', () => {
    const store = createStore()
    store.put('default/a', '1', 'one')
    store.put('default/a', '2', 'two')
    store.delete('default/a', '1')
    expect([store.get('default/a', '1'), store.get('default/a', '2')]).toEqual([undefined, 'two'])
    store.delete('default/a', '2')
    expect(store.get('default/a', '2')).toBeUndefined()
  })

  test('stores texts that one row cannot hold, and shorter ones after them', () => {
    const store = createStore()
    const text = `x${'😀'.repeat(500_000)}`
    store.put('default/a', '1', text)
    expect(store.get('default/a', '1')).toBe(text)
    store.put('default/a', '1', 'short')
    expect(store.get('default/a', '1')).toBe('short')
  })

  test('writes nothing if it already has the text', () => {
    const { sql } = setUp()
    createSqlBodyStore({ sql, collection }).put('default/a', '1', 'one')
    const writes = () => sql.run('SELECT total_changes() AS n')[0]?.n
    const store = createSqlBodyStore({ sql, collection })
    const before = writes()
    store.put('default/a', '1', 'one')
    expect(writes()).toBe(before)
    store.clear()
    expect(store.get('default/a', '1')).toBeUndefined()
  })
})
