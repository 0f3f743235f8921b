import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CollectionLog } from './collection-log.ts'
import { applyEntries, type LogEntry } from './log-entry.ts'
import type { LogLimits } from './log-limits.ts'
import type { SqlPort } from './sql-port.ts'
import { databaseSql } from './sql-ports.ts'

/** A write has several rows, and few writes are a merge. */
const limits: LogLimits = { rowChars: 100, mergeChars: 400, mostRows: 40 }
const RUNS = process.env.LONG ? 10_000 : 100
const TIMEOUT_MS = 20 * 60_000

/** A port that fails at a statement, as if the process were killed there. */
class KilledSql implements SqlPort {
  /** How many statements succeed. */
  remaining = Number.POSITIVE_INFINITY
  readonly #sql = databaseSql(new DatabaseSync(':memory:'))

  run(statement: string, ...parameters: Parameters<SqlPort['run']>[1][]) {
    if (this.remaining-- <= 0) throw new Error('killed')
    return this.#sql.run(statement, ...parameters)
  }

  transaction<T>(write: () => T): T {
    return this.#sql.transaction(write)
  }
}

type Change = Pick<LogEntry, 'type' | 'key' | 'text'>

const change: fc.Arbitrary<Change> = fc.record({
  type: fc.constantFrom('MODIFIED', 'MODIFIED', 'MODIFIED', 'DELETED'),
  key: fc.constantFrom('a', 'b', 'c', 'd'),
  text: fc.integer({ min: 0, max: 180 }).map(length => 'x'.repeat(length)),
})

/** A write, and what happens before it. */
const step = fc.record({
  changes: fc.array(change, { minLength: 1, maxLength: 6 }),
  isReplacement: fc.integer({ min: 0, max: 30 }).map(number => number === 0),
  /** A new process loads the log, and reads its texts before it writes or while it does. */
  restart: fc.constantFrom('none', 'none', 'none', 'released', 'reading'),
  /** Whether the process is killed at each statement in turn, until the write succeeds. */
  isKilled: fc.integer({ min: 0, max: 3 }).map(number => number === 0),
})

interface State {
  readonly objects: ReadonlyMap<string, LogEntry>
  readonly resourceVersion: string
}

/** What is stored: the state, and how many changes are readable as history. */
function stored(sql: SqlPort): State & { readonly history: readonly LogEntry[] } {
  const log = new CollectionLog({ sql, name: 'pods', limits }).read()
  const objects = new Map<string, LogEntry>()
  applyEntries(objects, log?.checkpoint ?? [])
  const history = [...(log?.changes ?? [])]
  applyEntries(objects, history)
  return { objects, history, resourceVersion: log?.resourceVersion ?? '' }
}

/** One process after another that writes a log, beside the state and the changes that the log must have. */
class History {
  readonly sql = new KilledSql()
  readonly #keptChars: number
  #log: CollectionLog
  #isLoaded = false
  #state: State = { objects: new Map(), resourceVersion: '' }
  #changes: LogEntry[] = []

  constructor(keptChars: number) {
    this.#keptChars = keptChars
    this.#log = this.#open()
  }

  take(
    { changes, isReplacement, restart, isKilled }: typeof step extends fc.Arbitrary<infer T> ? T : never,
    version: number,
  ): void {
    if (restart !== 'none') this.#restart(restart === 'reading')
    const resourceVersion = String(version)
    const entries = changes.map(each => ({ ...each, uid: each.key, resourceVersion }))
    const isReplaced = isReplacement || !this.#isLoaded
    for (
      let statements = 0;
      isKilled && !this.#write(entries, resourceVersion, isReplaced, statements);
      statements++
    ) {
      this.check()
      this.#restart(false)
    }
    if (!isKilled) this.#write(entries, resourceVersion, isReplaced)
    this.#expect(entries, resourceVersion, isReplaced)
    this.check()
  }

  check(): void {
    const { history, ...state } = stored(this.sql)
    expect(state.resourceVersion).toBe(this.#state.resourceVersion)
    expect(new Map([...state.objects].sort())).toEqual(new Map([...this.#state.objects].sort()))
    expect(history).toEqual(history.length > 0 ? this.#changes.slice(-history.length) : [])
    const chars = this.#changes.reduce((sum, { text }) => sum + text.length, 0)
    const kept = history.reduce((sum, { text }) => sum + text.length, 0)
    // A write is kept whole or not at all, and the largest one has six texts.
    if (this.#keptChars > 0)
      expect(kept).toBeGreaterThanOrEqual(Math.min(chars, this.#keptChars / 4) - 6 * 180)
  }

  #open(): CollectionLog {
    return new CollectionLog({ sql: this.sql, name: 'pods', keptChars: this.#keptChars, limits })
  }

  #restart(isReading: boolean): void {
    this.#log = this.#open()
    const index = this.#log.readIndex()
    this.#isLoaded = index !== undefined
    for (const { page } of [...(index?.checkpoint ?? []), ...(index?.changes ?? [])]) page.read()
    if (!isReading) this.#log.release()
  }

  /** Returns whether the write succeeded. */
  #write(
    entries: readonly LogEntry[],
    resourceVersion: string,
    isReplaced: boolean,
    statements = Number.POSITIVE_INFINITY,
  ): boolean {
    this.sql.remaining = statements
    try {
      if (isReplaced) this.#log.replace(checkpointOf(entries), resourceVersion)
      else expect(this.#log.append(entries, resourceVersion)).toBe(true)
      this.#isLoaded = true
      return true
    } catch (error) {
      expect(error).toMatchObject({ message: 'killed' })
      return false
    } finally {
      this.sql.remaining = Number.POSITIVE_INFINITY
    }
  }

  #expect(entries: readonly LogEntry[], resourceVersion: string, isReplaced: boolean): void {
    const objects = new Map(isReplaced ? [] : this.#state.objects)
    applyEntries(objects, isReplaced ? checkpointOf(entries) : entries)
    this.#state = { objects, resourceVersion }
    this.#changes = isReplaced ? [] : [...this.#changes, ...entries]
  }
}

/** A state has each object once, and no deleted ones. */
function checkpointOf(entries: readonly LogEntry[]): readonly LogEntry[] {
  const objects = new Map<string, LogEntry>()
  applyEntries(objects, entries)
  return [...objects.values()]
}

test(
  'T: after any writes, merges and kills between any two statements, the log has the state and its newest changes',
  () => {
    fc.assert(
      fc.property(
        fc.constantFrom(0, 300, 1_500, 4_000),
        fc.array(step, { minLength: 10, maxLength: 40 }),
        (keptChars, steps) => {
          const history = new History(keptChars)
          for (const [index, taken] of steps.entries()) history.take(taken, index + 1)
        },
      ),
      { numRuns: RUNS },
    )
  },
  TIMEOUT_MS,
)

test('T: a second merge keeps changes from before the first one readable', () => {
  const sql = databaseSql(new DatabaseSync(':memory:'))
  const log = new CollectionLog({ sql, name: 'pods', keptChars: 2_000, limits })
  log.replace([], '0')
  for (let version = 1; version <= 200; version++) {
    const resourceVersion = String(version)
    log.append(
      [{ type: 'MODIFIED', key: 'a', uid: 'a', resourceVersion, text: 'x'.repeat(50) }],
      resourceVersion,
    )
    expect(stored(sql).resourceVersion).toBe(resourceVersion)
  }
  expect(stored(sql).history.length).toBeGreaterThan(10)
})
