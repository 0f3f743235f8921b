import {
  type Row,
  type SaveOutcome,
  type Snapshot,
  type SnapshotChange,
  sleep,
  type TimerHandle,
} from '@kube-informer/core'
import { CollectionAccess } from './collection-access.ts'
import type { CollectionFacts, CommitResult } from './collection-file.ts'
import type { CollectionWriter } from './collection-writer.ts'
import type { DiskContext } from './disk-context.ts'
import { DamagedError, DiskError, errorName, failureWords } from './disk-error.ts'
import type { HeadRecord } from './disk-schema.ts'
import type { FirstPaintSnapshots } from './first-paint.ts'
import { FirstPaintStore } from './first-paint-store.ts'
import { WriterLock } from './writer-lock.ts'
import type { OwnerGeneration } from './owners.ts'
import type { DiskCollection } from './snapshot-disk.ts'
import { sizeOfRow } from './split-content.ts'
import { within } from './within.ts'

/** A load that takes longer is given up: the server is asked instead. */
const LONGEST_LOAD_MS = 6_000
/** A write that takes longer has failed, as far as we are concerned; nothing is built on what became of it. */
const LONGEST_SAVE_MS = 60_000
/**
 * A write of so many characters counts for a millisecond more than it took. Informers rest in proportion to that before they
 * write again, so that while everything changes all the time, each state of an object is not written on its own.
 */
const CHARACTERS_A_MS = 100_000
/** Small writes are not worth a timer. */
const SHORTEST_PACE_MS = 10
/** Between two steps of compaction, which begin some time after a write. */
const COMPACTION_PAUSE_MS = 200

/**
 * One collection for one informer. It is read by everybody and written by its keeper; whoever is not, or is not any more,
 * answers `'not-owner'`. Nothing here throws or rejects but `save`, and that only where the disk is at fault.
 */
export class CollectionStore implements DiskCollection {
  readonly firstPaint: FirstPaintSnapshots
  readonly #context: DiskContext
  readonly #facts: CollectionFacts
  readonly #generation: OwnerGeneration
  readonly #keeping: WriterLock
  readonly #access: CollectionAccess
  readonly #onReleased: () => void
  readonly #end = new AbortController()
  /** Goes on from what is known to be on disk; absent before a load or a replacement, and after anything went wrong. */
  #collection: CollectionWriter | undefined
  /** Aborts what is under way to the disk. */
  #attempt = new AbortController()
  #turn: Promise<unknown> = Promise.resolve()
  #compactionTimer: TimerHandle | undefined

  constructor(
    context: DiskContext,
    facts: CollectionFacts,
    generation: OwnerGeneration,
    onReleased: () => void,
  ) {
    this.#onReleased = onReleased
    this.#context = context
    this.#facts = facts
    this.#generation = generation
    this.#access = new CollectionAccess(context, facts, generation)
    const { locks, takeOver, name } = context
    const keptHead = () => this.#keptHead()
    this.firstPaint = new FirstPaintStore({ context, facts, generation, access: this.#access, keptHead })
    this.#keeping = new WriterLock({ name: `kube-informer:${name}:${facts.id}`, locks, takeOver })
  }

  async load(signal: AbortSignal): Promise<Snapshot<Row> | undefined> {
    if (this.#isOver || signal.aborted) return undefined
    const { clock } = this.#context
    void this.#keeping.isOurs()
    try {
      const loaded = await within(clock, LONGEST_LOAD_MS, this.#access.read(this.#attempt.signal))
      if (!loaded) throw new DiskError('the browser takes too long to read')
      if (loaded === 'nothing' || this.#isOver) return undefined
      const { collection, directory } = loaded
      this.#collection = collection
      this.#tellUsage()
      return { resourceVersion: collection.head.resourceVersion, objects: directory.rows() }
    } catch (error) {
      this.#reportFailedLoad(error)
      return undefined
    }
  }

  async save(change: SnapshotChange<Row>, signal: AbortSignal): Promise<SaveOutcome> {
    if (this.#isOver) return 'not-owner'
    const isOurs = await this.#keeping.isOurs()
    if (!isOurs) this.#forget()
    if (!isOurs || this.#isOver) return 'not-owner'
    const outcome = await this.#inTurn(() => this.#save(change))
    const paceMs = Math.floor(sizeOf(change) / CHARACTERS_A_MS)
    if (outcome === undefined && paceMs >= SHORTEST_PACE_MS)
      await sleep(this.#context.clock, paceMs, AbortSignal.any([signal, this.#end.signal]))
    return outcome
  }

  /** Hands the keeping on, once what is under way has ended. Idempotent. */
  release(): void {
    if (this.#end.signal.aborted) return
    this.#end.abort()
    this.#forget()
    this.#onReleased()
    const { owner, id } = this.#facts
    this.#context.housekeeping.released(id)
    this.#context.report.forget(owner, id)
    void this.#inTurn(async () => this.#keeping.release())
  }

  #keptHead(): HeadRecord | undefined {
    const head = this.#isOver ? undefined : this.#collection?.head
    return head && this.#access.isOurs(head) ? head : undefined
  }

  #reportFailedLoad(error: unknown): void {
    const { owner, id, title } = this.#facts
    const { report, database } = this.#context
    if (error instanceof DamagedError)
      report.noted(owner, id, `what was kept of ${title} was damaged and is not used: ${error.message}`)
    else if (database.isUsable) report.failed(owner, id, `${title} could not be read: ${failureWords(error)}`)
  }

  get #isOver(): boolean {
    return this.#end.signal.aborted || this.#generation.isOver
  }

  async #save(change: SnapshotChange<Row>): Promise<SaveOutcome> {
    const { owner, id, title } = this.#facts
    const { report, clock } = this.#context
    try {
      const saved = await within(
        clock,
        LONGEST_SAVE_MS,
        this.#withRoom(() => this.#write(change), change),
      )
      if (!saved) throw new DiskError('the browser takes too long to write')
      if (saved !== 'done') return this.#refused(saved)
      report.kept(owner, id)
      this.#tellUsage()
      this.#compactSoon()
      return undefined
    } catch (error) {
      this.#forget()
      if (this.#isOver) return 'not-owner'
      const failure = `${title} cannot be kept: ${failureWords(error)}`
      if (this.#context.database.isUsable) report.failed(owner, id, failure)
      throw new DiskError(failure, { cause: error })
    }
  }

  /** Where there is no space, collections that nobody uses make room, once. */
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
      return (await this.#collection?.append(upserts, deletions, resourceVersion)) ?? 'deposed'
    }
    this.#refuseTooLarge(change)
    const { signal } = this.#attempt
    const claimed = await this.#access.claim(signal)
    if (typeof claimed === 'string') return claimed
    const result = await claimed.replace(change.objects, change.resourceVersion)
    if (result === 'done' && !signal.aborted) this.#collection = claimed
    return result
  }

  /** Changes of ours are refused: what we know of the disk is worth nothing any more. */
  #refused(result: Exclude<CommitResult, 'done'>): SaveOutcome {
    this.#forget()
    if (result === 'deposed') this.#access.deposed()
    else {
      this.#generation.end()
      const { owner, id } = this.#facts
      this.#context.report.noted(owner, id, 'what was kept has been erased; what runs now is not kept again')
    }
    return 'not-owner'
  }

  #refuseTooLarge({ objects }: Extract<SnapshotChange<Row>, { type: 'replace' }>): void {
    const { maxBytes } = this.#context
    const bytes = objects.reduce((sum, row) => sum + sizeOfRow(row), 0)
    if (bytes > maxBytes) throw new DiskError(`it takes ${bytes} bytes, more than the limit of ${maxBytes}`)
  }

  #compactSoon(): void {
    if (this.#compactionTimer !== undefined || this.#isOver || !this.#collection?.isCompactionDue) return
    this.#compactionTimer = this.#context.clock.setTimeout(() => {
      this.#compactionTimer = undefined
      void this.#inTurn(() => this.#compact())
    }, COMPACTION_PAUSE_MS)
  }

  async #compact(): Promise<void> {
    const { clock } = this.#context
    try {
      const result = this.#collection && (await within(clock, LONGEST_SAVE_MS, this.#collection.compact()))
      if (result !== 'done') this.#forget()
      this.#tellUsage()
      this.#compactSoon()
    } catch (error) {
      // A full disk leaves everything as it was; after anything else we do not know.
      if (errorName(error) !== 'QuotaExceededError') this.#forget()
    }
  }

  #tellUsage(): void {
    const { owner, id } = this.#facts
    if (this.#collection) this.#context.housekeeping.uses(owner, id, this.#collection.head)
  }

  /** What is under way has no consequences any more, and the next change has to be a whole one. */
  #forget(): void {
    this.#attempt.abort(new DiskError('given up'))
    this.#attempt = new AbortController()
    this.#collection = undefined
    if (this.#compactionTimer !== undefined) this.#context.clock.clearTimeout(this.#compactionTimer)
    this.#compactionTimer = undefined
  }

  /** One thing at a time. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => {})
    return turn
  }
}

const sizeOf = (change: SnapshotChange<Row>): number => {
  const rows = change.type === 'replace' ? change.objects : [...change.upserts.values()]
  return rows.reduce((sum, row) => sum + sizeOfRow(row), 0)
}
