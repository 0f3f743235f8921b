import { type Clock, systemClock } from '../../api/clock.ts'
import type { KubernetesObject } from '../../api/object.ts'
import type { Row } from '../../api/row.ts'
import type { StateLog, StoredEvent, StoredRow, StoredState } from '../../api/stored-state.ts'
import { Timer } from '../../internal/timer.ts'
import { CollectionLog } from './collection-log.ts'
import { entryOfRow, rowForm } from './entry-form.ts'
import type { LogEntry } from './log-entry.ts'
import type { LogLimits } from './log-limits.ts'
import type { IndexEntry } from './log-pages.ts'
import { SnapshotError } from './snapshot-error.ts'
import type { SqlPort } from './sql-port.ts'
import { checkStorable, collectionName, type StoredCollection } from './stored-collection.ts'

const FLUSH_MS = 1_000
const KEPT_CHARS = 8_000_000
/** Events that could not be written are retained up to this size. */
const MOST_PENDING_CHARS = 8_000_000

/** The database, which collection is stored in it, and how much of its history. */
export interface SqlStateStoreOptions {
  readonly sql: SqlPort
  readonly collection: StoredCollection
  /** Stores objects of a resource whose name says that they hold credentials, such as Secrets. @default false */
  readonly persist?: boolean | undefined
  /** How long events are collected before they are written together, in milliseconds. @default 1000 */
  readonly flushMs?: number | undefined
  /** How much of the newest events remains readable as history, in characters. @default 8_000_000 */
  readonly keptChars?: number | undefined
  /** Receives errors of the database. The state in memory is not affected. @default they are ignored */
  readonly onError?: ((error: unknown) => void) | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  /** For tests. */
  readonly limits?: LogLimits | undefined
}

/**
 * Stores the state and the recent events of a cache in SQLite, so that a later process starts without a list, and with a
 * history. Events are written in windows, each in one transaction. What is not written yet is not claimed: the watch
 * upstream delivers it again.
 *
 * @throws {UsageError} for Secrets and similar resources, unless `persist` is set
 */
export class SqlStateStore implements StateLog {
  readonly #options: SqlStateStoreOptions
  readonly #log: CollectionLog
  readonly #timer: Timer
  /** What is not written yet. */
  #pending: LogEntry[] = []
  #pendingChars = 0
  #resourceVersion = ''
  /** Whether the stored state can be continued: nothing between it and {@link #pending} is missing. */
  #isContinuous = false

  constructor(options: SqlStateStoreOptions) {
    const { sql, collection, persist = false, keptChars = KEPT_CHARS, limits } = options
    checkStorable(collection, persist)
    this.#options = options
    this.#log = new CollectionLog({ sql, name: collectionName(collection), keptChars, limits })
    this.#timer = new Timer(options.clock ?? systemClock)
  }

  /**
   * What is stored; undefined if it is nothing usable. The index is read while it is iterated, and a page of texts when one
   * of them is needed. Both throw a SnapshotError if the data is damaged. Events can be appended afterwards.
   */
  load(): StoredState | undefined {
    this.#discard()
    try {
      const stored = this.#log.readIndex()
      if (!stored) return undefined
      this.#isContinuous = true
      return {
        resourceVersion: stored.checkpointResourceVersion,
        rows: stored.checkpoint,
        events: eventsOf(stored.changes, stored.resourceVersion),
        release: () => this.#log.release(),
      }
    } catch (error) {
      this.#options.onError?.(error)
      return undefined
    }
  }

  replace(rows: Iterable<Row>, resourceVersion: string): void {
    this.#discard()
    try {
      this.#log.replace(mapped(rows, rowForm.encode), resourceVersion)
      this.#isContinuous = true
    } catch (error) {
      this.#options.onError?.(error)
    }
  }

  append(events: readonly StoredEvent[]): void {
    if (!this.#isContinuous) return
    for (const event of events) this.#add(event)
    this.#timer.startUnlessPending(this.#options.flushMs ?? FLUSH_MS, () => this.flush())
  }

  /** Writes what was appended. If that fails, it is attempted again with the next events. */
  flush(): void {
    if (this.#resourceVersion === '') return
    this.#timer.stop()
    try {
      const isWritten = this.#log.append(this.#pending, this.#resourceVersion)
      this.#discard()
      this.#isContinuous = isWritten
      if (!isWritten) throw new SnapshotError('another process has replaced the stored state')
    } catch (error) {
      if (this.#pendingChars > MOST_PENDING_CHARS) this.#discard()
      this.#options.onError?.(error)
    }
  }

  /** Writes what was appended, and stops the timer. */
  close(): void {
    this.flush()
    this.#discard()
  }

  #add(event: StoredEvent): void {
    if (event.type === 'BOOKMARK') {
      this.#resourceVersion = event.resourceVersion
      return
    }
    const entry = entryOfRow(event.row, event.type)
    this.#pending.push(entry)
    this.#pendingChars += entry.text.length
    this.#resourceVersion = entry.resourceVersion
  }

  #discard(): void {
    this.#timer.stop()
    this.#pending = []
    this.#pendingChars = 0
    this.#resourceVersion = ''
    this.#isContinuous = false
  }
}

function* mapped<T, R>(items: Iterable<T>, map: (item: T) => R): Generator<R> {
  for (const item of items) yield map(item)
}

/** The events of changes, and a bookmark of the revision that all of them cover. */
function* eventsOf(
  changes: Iterable<IndexEntry>,
  resourceVersion: string,
): Generator<StoredEvent<KubernetesObject, StoredRow>> {
  for (const row of changes) yield { type: row.type, row }
  yield { type: 'BOOKMARK', resourceVersion }
}
