import { type Clock, sleep } from '../../api/clock.ts'
import type { SnapshotChange, SnapshotStore } from '../../api/snapshot-store.ts'
import type { Indexer } from '../store/indexer.ts'
import { type CacheChange, isEffective } from './cache-change.ts'

/** Shortest pause after a failed write; doubled up to the longest. */
const FIRST_PAUSE_MS = 500
/** Longest pause after failed writes. */
const LONGEST_PAUSE_MS = 60_000
/** The pause after a write, as a multiple of its duration: writing takes a twentieth of the time at most. */
const REST_FACTOR = 20
/** Upper limit of that pause: a write that includes a sleep of the machine takes hours. */
const LONGEST_REST_MS = 120_000

export interface SnapshotWriterOptions<T> {
  readonly store: SnapshotStore<T>
  readonly indexer: Indexer<T>
  readonly clock: Clock
  /** The shortest time between two writes; the pause is also at least twenty times as long as the previous write. */
  readonly throttleMs: number
  /** A write is due: call `covered` now, or as soon as nothing is queued. */
  readonly onDue: () => void
  readonly onError: (error: unknown) => void
  readonly signal: AbortSignal
}

/**
 * Saves a cache in the background: changes are collected and written together. A resourceVersion is saved only while
 * the cache has all changes up to it, so that the stored one never exceeds the stored objects.
 */
export class SnapshotWriter<T> {
  readonly #options: SnapshotWriterOptions<T>
  /** Changes since the last write; undefined: write everything. */
  #changes: Map<string, T | undefined> | undefined
  #savedResourceVersion = ''
  #pauseMs: number
  /** Whether a write, or the pause after one, is in progress. */
  #busy = false
  #isDue = false
  /** Whether the cache lacks a change that the server sent, so that it covers no resourceVersion. */
  #hasGap = false

  constructor(options: SnapshotWriterOptions<T>) {
    this.#options = options
    this.#pauseMs = options.throttleMs
  }

  /** The store has this resourceVersion already: from now on, only changes are written. */
  loaded(resourceVersion: string): void {
    this.#savedResourceVersion = resourceVersion
    this.#changes = new Map()
  }

  /** A batch of changes was applied to the cache. */
  applied(changes: readonly CacheChange<T>[]): void {
    const { indexer } = this.#options
    // If a write never completes, changes must not accumulate without limit: beyond this, a full write is smaller.
    if ((this.#changes?.size ?? 0) > 2 * indexer.size + 1_000) this.#changes = undefined
    for (const change of this.#changes ? changes : []) {
      if (isEffective(change)) this.#changes?.set(change.key, indexer.getByKey(change.key))
    }
  }

  /** The cache rejected an object: nothing is saved until the cache is {@link whole} again. */
  missed(): void {
    this.#hasGap = true
  }

  /** The cache has the server's whole state. */
  whole(): void {
    if (this.#hasGap) this.#changes = undefined
    this.#hasGap = false
  }

  /** The cache has all changes up to this resourceVersion, and nothing is queued. */
  covered(resourceVersion: string): void {
    if (this.#hasGap || resourceVersion === '' || resourceVersion === this.#savedResourceVersion) return
    if (this.#isDue) void this.#write(resourceVersion)
    else if (!this.#busy) void this.#pause()
  }

  async #pause(pauseMs = this.#pauseMs): Promise<void> {
    const { clock, onDue, signal } = this.#options
    this.#busy = true
    await sleep(clock, pauseMs, signal)
    if (signal.aborted) return
    this.#busy = false
    this.#isDue = true
    onDue()
  }

  async #write(resourceVersion: string): Promise<void> {
    const { store, clock, throttleMs, onError, signal } = this.#options
    const startedAt = clock.now()
    const change = this.#takeChange(resourceVersion)
    this.#isDue = false
    this.#busy = true
    try {
      if ((await store.save(change, signal)) === 'not-owner') this.#notWritten()
      else this.#pauseMs = throttleMs
    } catch (error) {
      this.#notWritten()
      if (!signal.aborted) onError(error)
    }
    if (signal.aborted) return
    const restMs = Math.min(REST_FACTOR * (clock.now() - startedAt), LONGEST_REST_MS)
    await this.#pause(Math.max(this.#pauseMs, restMs))
  }

  /** Changes of a failed write are dropped, since they might accumulate without limit: the next write is a full one. */
  #notWritten(): void {
    this.#changes = undefined
    this.#savedResourceVersion = ''
    this.#pauseMs = Math.min(Math.max(2 * this.#pauseMs, FIRST_PAUSE_MS), LONGEST_PAUSE_MS)
  }

  #takeChange(resourceVersion: string): SnapshotChange<T> {
    const changes = this.#changes
    this.#changes = new Map()
    this.#savedResourceVersion = resourceVersion
    if (!changes) return { type: 'replace', resourceVersion, objects: this.#options.indexer.list() }
    const upserts = new Map<string, T>()
    const deletions: string[] = []
    for (const [key, object] of changes) {
      if (object === undefined) deletions.push(key)
      else upserts.set(key, object)
    }
    return { type: 'delta', resourceVersion, upserts, deletions }
  }
}
