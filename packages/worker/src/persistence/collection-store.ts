import {
  type Row,
  type SaveOutcome,
  type Snapshot,
  type SnapshotChange,
  sleep,
  type TimerHandle,
} from '@kube-informer/core'
import { onAbort } from '@kube-informer/core/internal'
import { CollectionAccess } from './collection-access.ts'
import type { CommitResult } from './collection-file.ts'
import type { CollectionNames } from './collection-names.ts'
import type { CollectionWriter } from './collection-writer.ts'
import type { DiskContext } from './disk-context.ts'
import { DamagedError, DiskError, describeFailure, errorName } from './disk-error.ts'
import type { HeadRecord } from './disk-schema.ts'
import type { FirstPaintSnapshots } from './first-paint.ts'
import { FirstPaintStore } from './first-paint-store.ts'
import type { OwnerGeneration } from './owners.ts'
import { sizeOfRow } from './row-content.ts'
import type { DiskCollection } from './snapshot-disk.ts'
import { within } from './within.ts'
import { WriterLock } from './writer-lock.ts'

/** A load that takes longer is abandoned: the informer lists instead. */
const LOAD_TIMEOUT_MS = 6_000
/** A write that takes longer counts as failed; its outcome is unknown. */
const SAVE_TIMEOUT_MS = 60_000
/**
 * `save` resolves one millisecond later per this many characters. Informers pause in proportion to the duration of a save, so
 * that under constant change several states of an object are merged into one write.
 */
const CHARACTERS_PER_MS = 100_000
/** Shorter pauses are skipped. */
const MIN_PACE_MS = 10
/** The pause before each compaction step. */
const COMPACTION_PAUSE_MS = 200

/**
 * The snapshot store of one collection for one informer. Every store can load it; only the holder of the writer lock can
 * save, others resolve with `'not-owner'`. `load` never rejects; `save` rejects only when the disk fails.
 */
export class CollectionStore implements DiskCollection {
  readonly firstPaint: FirstPaintSnapshots
  readonly #context: DiskContext
  readonly #names: CollectionNames
  readonly #generation: OwnerGeneration
  readonly #writerLock: WriterLock
  readonly #access: CollectionAccess
  readonly #onReleased: () => void
  readonly #end = new AbortController()
  /** Appends to the known state on disk; absent before a load or a full save, and after a failure. */
  #collection: CollectionWriter | undefined
  /** Aborts transactions that have not begun. */
  #attempt = new AbortController()
  #queue: Promise<unknown> = Promise.resolve()
  #compactionTimer: TimerHandle | undefined
  /** A save that began before an erasure must not follow it. */
  #erasures = 0

  constructor(
    context: DiskContext,
    names: CollectionNames,
    generation: OwnerGeneration,
    onReleased: () => void,
  ) {
    this.#onReleased = onReleased
    this.#context = context
    this.#names = names
    this.#generation = generation
    this.#access = new CollectionAccess(context, names, generation)
    const { locks, takeOver, name } = context
    const writableHead = () => this.#writableHead()
    this.firstPaint = new FirstPaintStore({ context, generation, access: this.#access, writableHead })
    // Lock names are not stored, and only the pages of this origin can list them.
    this.#writerLock = new WriterLock({ name: `kube-informer:${name}:${names.id}`, locks, takeOver })
  }

  async load(signal: AbortSignal): Promise<Snapshot<Row> | undefined> {
    if (this.#isOver || signal.aborted) return undefined
    const { clock } = this.#context
    void this.#writerLock.isHeld()
    try {
      const loaded = await within(clock, LOAD_TIMEOUT_MS, this.#access.read(this.#attempt.signal))
      if (!loaded) throw new DiskError('reading timed out')
      if (loaded === 'nothing' || this.#isOver) return undefined
      const { collection, directory } = loaded
      this.#collection = collection
      this.#reportUsage()
      return { resourceVersion: collection.head.resourceVersion, objects: directory.rows() }
    } catch (error) {
      this.#reportFailedLoad(error)
      return undefined
    }
  }

  async save(change: SnapshotChange<Row>, signal: AbortSignal): Promise<SaveOutcome> {
    if (this.#isOver) return 'not-owner'
    const erasures = this.#erasures
    const isHeld = await this.#writerLock.isHeld()
    if (!isHeld) this.#forget()
    if (!isHeld || this.#isOver || erasures !== this.#erasures) return 'not-owner'
    const outcome = await this.#enqueue(() => this.#save(change))
    const paceMs = Math.floor(sizeOf(change) / CHARACTERS_PER_MS)
    if (outcome === undefined && paceMs >= MIN_PACE_MS) await this.#pace(paceMs, signal)
    return outcome
  }

  async erase(): Promise<void> {
    if (this.#isOver) return
    const { owner, id, title } = this.#names
    const { housekeeping, report } = this.#context
    this.#erasures++
    this.#forget()
    try {
      const number = await this.#enqueue(() => this.#access.erase())
      if (number !== undefined) housekeeping.removed(number)
    } catch (error) {
      const failure = `${title} could not be deleted: ${describeFailure(error)}`
      report.failed(owner, id, failure)
      throw new DiskError(failure, { cause: error })
    }
  }

  /** Releases the writer lock after pending work. Idempotent. */
  release(): void {
    if (this.#end.signal.aborted) return
    this.#end.abort()
    this.#forget()
    this.#onReleased()
    const { owner, id } = this.#names
    this.#context.housekeeping.released(id)
    this.#context.report.forget(owner, id)
    void this.#enqueue(async () => this.#writerLock.release())
  }

  /** Ends early when the signal aborts, or the store is released. */
  async #pace(paceMs: number, signal: AbortSignal): Promise<void> {
    const end = new AbortController()
    const unsubscribes = [signal, this.#end.signal].map(each => onAbort(each, reason => end.abort(reason)))
    try {
      await sleep(this.#context.clock, paceMs, end.signal)
    } finally {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }

  #writableHead(): HeadRecord | undefined {
    const head = this.#isOver ? undefined : this.#collection?.head
    return head && this.#access.isOwn(head) ? head : undefined
  }

  #reportFailedLoad(error: unknown): void {
    const { owner, id, title } = this.#names
    const { report, database } = this.#context
    if (error instanceof DamagedError)
      report.noted(owner, id, `the snapshot of ${title} is damaged and was not used: ${error.message}`)
    else if (database.isUsable)
      report.failed(owner, id, `${title} could not be read: ${describeFailure(error)}`)
  }

  get #isOver(): boolean {
    return this.#end.signal.aborted || this.#generation.isOver
  }

  async #save(change: SnapshotChange<Row>): Promise<SaveOutcome> {
    const { owner, id, title } = this.#names
    const { report, clock } = this.#context
    try {
      const saved = await within(
        clock,
        SAVE_TIMEOUT_MS,
        this.#withRoom(() => this.#write(change), change),
      )
      if (!saved) throw new DiskError('writing timed out')
      if (saved !== 'done') return this.#rejected(saved)
      report.saved(owner, id)
      this.#reportUsage()
      this.#compactSoon()
      return undefined
    } catch (error) {
      this.#forget()
      if (this.#isOver) return 'not-owner'
      const failure = `${title} cannot be persisted: ${describeFailure(error)}`
      if (this.#context.database.isUsable) report.failed(owner, id, failure)
      throw new DiskError(failure, { cause: error })
    }
  }

  /** Writes; if the quota is exceeded, evicts unused collections and retries once. */
  async #withRoom(write: () => Promise<CommitResult>, change: SnapshotChange<Row>): Promise<CommitResult> {
    try {
      return await write()
    } catch (error) {
      const isFull = errorName(error) === 'QuotaExceededError'
      if (!isFull || !(await this.#context.housekeeping.makeRoom(sizeOf(change)))) throw error
      return write()
    }
  }

  async #write(change: SnapshotChange<Row>): Promise<CommitResult> {
    if (change.type === 'delta') {
      const { upserts, deletions, resourceVersion } = change
      return (await this.#collection?.append(upserts, deletions, resourceVersion)) ?? 'preempted'
    }
    this.#rejectTooLarge(change)
    const { signal } = this.#attempt
    const claimed = await this.#access.claim(signal)
    if (typeof claimed === 'string') return claimed
    const result = await claimed.replace(change.objects, change.resourceVersion)
    if (result === 'done' && !signal.aborted) this.#collection = claimed
    return result
  }

  /** The write was rejected: the known state on disk is outdated. */
  #rejected(result: Exclude<CommitResult, 'done'>): SaveOutcome {
    this.#forget()
    if (result === 'preempted') this.#access.preempted()
    else {
      this.#generation.end()
      const { owner, id } = this.#names
      this.#context.report.noted(
        owner,
        id,
        'the persisted data was erased; running informers do not persist again',
      )
    }
    return 'not-owner'
  }

  #rejectTooLarge({ objects }: Extract<SnapshotChange<Row>, { type: 'replace' }>): void {
    const { maxBytes } = this.#context
    const bytes = objects.reduce((sum, row) => sum + sizeOfRow(row), 0)
    if (bytes > maxBytes) throw new DiskError(`it takes ${bytes} bytes, over the limit of ${maxBytes}`)
  }

  #compactSoon(): void {
    if (this.#compactionTimer !== undefined || this.#isOver || !this.#collection?.isCompactionDue) return
    this.#compactionTimer = this.#context.clock.setTimeout(() => {
      this.#compactionTimer = undefined
      void this.#enqueue(() => this.#compact())
    }, COMPACTION_PAUSE_MS)
  }

  async #compact(): Promise<void> {
    const { clock } = this.#context
    try {
      const result = this.#collection && (await within(clock, SAVE_TIMEOUT_MS, this.#collection.compact()))
      if (result !== 'done') this.#forget()
      this.#reportUsage()
      this.#compactSoon()
    } catch (error) {
      // A full disk leaves the state unchanged; after any other error it is unknown.
      if (errorName(error) !== 'QuotaExceededError') this.#forget()
    }
  }

  #reportUsage(): void {
    const owner = this.#generation.id
    if (this.#collection && owner !== undefined)
      this.#context.housekeeping.uses(owner, this.#names.id, this.#collection.head)
  }

  /** Abandons pending transactions. The next save must be a full replacement. */
  #forget(): void {
    this.#attempt.abort(new DiskError('given up'))
    this.#attempt = new AbortController()
    this.#collection = undefined
    if (this.#compactionTimer !== undefined) this.#context.clock.clearTimeout(this.#compactionTimer)
    this.#compactionTimer = undefined
  }

  /** Runs work after all earlier work has settled. */
  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work)
    this.#queue = result.catch(() => {})
    return result
  }
}

const sizeOf = (change: SnapshotChange<Row>): number => {
  const rows = change.type === 'replace' ? change.objects : [...change.upserts.values()]
  return rows.reduce((sum, row) => sum + sizeOfRow(row), 0)
}
