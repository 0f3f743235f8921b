import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { KubernetesObject } from '../../api/object.ts'
import type { SnapshotChange } from '../../api/snapshot-store.ts'
import { pod } from '../../test/scripted-lister-watcher.ts'
import { CollectionLog } from './collection-log.ts'
import { objectForm } from './entry-form.ts'
import type { LogLimits } from './log-limits.ts'
import type { SqlPort } from './sql-port.ts'
import { databaseSql } from './sql-ports.ts'
import { snapshotStoreOf } from './sql-snapshot-store.ts'

const { signal } = new AbortController()
/** Small enough for writes of several rows, and merges. */
const limits: LogLimits = { rowChars: 150, mergeChars: 600, mostRows: 10 }

/** A port whose transaction fails at a statement, as in a crash, or when the disk is full. */
class FailingSql implements SqlPort {
  /** How many statements succeed. */
  remaining = Number.POSITIVE_INFINITY
  readonly #sql = databaseSql(new DatabaseSync(':memory:'))

  run(statement: string, ...parameters: Parameters<SqlPort['run']>[1][]) {
    if (this.remaining-- <= 0) throw new Error('crash')
    return this.#sql.run(statement, ...parameters)
  }

  transaction<T>(write: () => T): T {
    return this.#sql.transaction(write)
  }
}

const rarely = fc.integer({ min: 0, max: 9 }).map(number => number === 0)
const name = fc.integer({ min: 0, max: 5 }).map(number => `pod-${number}`)
/** Longer than a row, empty, and with characters of two code units. */
const note = fc.oneof(fc.string({ maxLength: 20 }), fc.string({ unit: 'grapheme', maxLength: 300 }))
const object = fc.record({ name, note })
const change = fc.record({
  isReplace: rarely,
  objects: fc.uniqueArray(object, { selector: ({ name }) => name, maxLength: 6 }),
  deletions: fc.uniqueArray(name, { maxLength: 4 }),
})
const step = fc.record({
  /** Which of two stores saves. */
  store: rarely.map(Number),
  /** Whether the process starts anew first. */
  restarts: rarely,
  /** Whether an informer loads the snapshot first. */
  loads: fc.boolean(),
  /** The statement of the save that fails. */
  failsAt: rarely.chain(fails =>
    fails ? fc.integer({ min: 0, max: 12 }) : fc.constant(Number.POSITIVE_INFINITY),
  ),
  change,
})

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type State = ReadonlyMap<string, string>

const textOf = (found: KubernetesObject): string => JSON.stringify(found)

function objectsOf({ change: { objects } }: Step, version: number): KubernetesObject[] {
  return objects.map(({ name, note }) => ({ ...pod(name, version), note }))
}

const byKey = (objects: readonly KubernetesObject[]) =>
  new Map(objects.map(found => [`default/${found.metadata?.name}`, found]))

function changeOf(taken: Step, version: number): SnapshotChange<KubernetesObject> {
  const objects = objectsOf(taken, version)
  const resourceVersion = String(version)
  if (taken.change.isReplace) return { type: 'replace', resourceVersion, objects }
  const upserts = byKey(objects)
  const deletions = taken.change.deletions.map(name => `default/${name}`).filter(key => !upserts.has(key))
  return { type: 'delta', resourceVersion, upserts, deletions }
}

/** The naive oracle. */
function applied(state: State, saved: SnapshotChange<KubernetesObject>): State {
  const next = new Map(saved.type === 'replace' ? [] : state)
  const changed = saved.type === 'replace' ? byKey(saved.objects) : saved.upserts
  for (const [key, found] of changed) next.set(key, textOf(found))
  if (saved.type === 'delta') for (const key of saved.deletions) next.delete(key)
  return next
}

test('T: after any saves, failures and restarts of two writers, the stored state is that of the last save', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(0, 400), fc.array(step, { maxLength: 60 }), async (keptChars, steps) => {
      const sql = new FailingSql()
      const open = () =>
        snapshotStoreOf(new CollectionLog({ sql, name: 'pods', keptChars, limits }), objectForm)
      const stores = [open(), open()]
      let expected: { readonly state: State; readonly resourceVersion: string } | undefined
      /** The store whose state is the stored one. */
      let current: unknown
      for (const [version, taken] of steps.entries()) {
        if (taken.restarts) stores[taken.store] = open()
        const store = stores[taken.store] ?? open()
        if (taken.restarts && current === store) current = undefined
        if (taken.loads) {
          await store.load(signal)
          if (expected) current = store
        }
        const saved = changeOf(taken, version)
        sql.remaining = taken.failsAt
        const outcome = await store.save(saved, signal).catch((error: Error) => error.message)
        sql.remaining = Number.POSITIVE_INFINITY
        if (outcome === undefined) {
          expect(saved.type === 'replace' || current === store).toBe(true)
          const state = applied(expected?.state ?? new Map(), saved)
          expected = { state, resourceVersion: saved.resourceVersion }
          current = store
        } else if (outcome === 'not-owner') {
          expect(saved.type).toBe('delta')
          expect(current).not.toBe(store)
        } else {
          expect(outcome).toBe('crash')
          // A replacement fails after the store has forgotten what it had; a delta can be repeated.
          if (current === store && saved.type === 'replace') current = undefined
        }
        const loaded = await open().load(signal)
        expect(loaded?.resourceVersion).toBe(expected?.resourceVersion)
        const found = loaded?.objects.map(textOf).toSorted()
        expect(found).toEqual(expected && [...expected.state.values()].toSorted())
      }
    }),
    { numRuns: 100 },
  )
})
