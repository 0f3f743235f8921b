import { type Clock, sleep } from '../../api/clock.ts'
import type { SnapshotChange, SnapshotStore } from '../../api/snapshot-store.ts'
import type { Indexer } from '../store/indexer.ts'
import { type CacheChange, isEffective } from './cache-change.ts'

/** After refusals the pause between two attempts grows from this at least, */
const FIRST_PAUSE_MS = 500
/** up to this. */
const LONGEST_PAUSE_MS = 60_000
/** The pause behind a write is so many times as long as the write: writing takes a twentieth of the time at most. */
const REST_FACTOR = 20
/** It is no longer than this: a write that a machine slept through took hours. */
const LONGEST_REST_MS = 120_000

/** Options of {@link SnapshotWriter}. */
export interface SnapshotWriterOptions<T> {
  readonly store: SnapshotStore<T>
  readonly indexer: Indexer<T>
  readonly clock: Clock
  /** The least time between two writes; the pause is at least twenty times as long as the write before it took. */
  readonly throttleMs: number
  /** A write is due: to be answered with `covered`, now or as soon as the cache is not in the middle of something. */
  readonly onDue: () => void
  readonly onError: (error: unknown) => void
  readonly signal: AbortSignal
}

/**
 * Writes a cache behind its back: what changed is collected and saved together, now and then. A version is saved only
 * in the very moment in which the cache holds everything up to it, so that disk never claims what it does not have.
 */
export class SnapshotWriter<T> {
  readonly #options: SnapshotWriterOptions<T>
  /** What has changed since the last write; undefined: write everything. */
  #changes: Map<string, T | undefined> | undefined
  #savedResourceVersion = ''
  #pauseMs: number
  /** A write, or the pause after one, is under way. */
  #busy = false
  #isDue = false
  /** The cache misses something that the server told, so that no version is covered. */
  #hasGap = false

  constructor(options: SnapshotWriterOptions<T>) {
    this.#options = options
    this.#pauseMs = options.throttleMs
  }

  /** The store holds this version already: from here on, changes will do. */
  loaded(resourceVersion: string): void {
    this.#savedResourceVersion = resourceVersion
    this.#changes = new Map()
  }

  /** The cache has changed. */
  applied(changes: readonly CacheChange<T>[]): void {
    const { indexer } = this.#options
    // A store that never settles must not make the changes grow without bound: a whole write is less by then.
    if ((this.#changes?.size ?? 0) > 2 * indexer.size + 1_000) this.#changes = undefined
    for (const change of this.#changes ? changes : []) {
      if (isEffective(change)) this.#changes?.set(change.key, indexer.getByKey(change.key))
    }
  }

  /** The cache refused something: what is kept stays as it is until the cache is {@link whole} again. */
  missed(): void {
    this.#hasGap = true
  }

  /** The cache has taken a whole state from the server. */
  whole(): void {
    if (this.#hasGap) this.#changes = undefined
    this.#hasGap = false
  }

  /** In this moment the cache holds everything up to this version, and nothing is queued. */
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

  /** What was not written is not kept for later, which might grow without bound: the next write is a whole one. */
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
