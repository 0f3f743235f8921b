import type { Clock, InformerStatus, Row, TableColumn, TimerHandle } from '@kube-informer/core'
import type { Scope, Slice, Subscription } from '../../api/subscription.ts'
import type { FirstPaintSnapshot } from '../../persistence/snapshot-disk.ts'
import type { SliceUpdate } from '../../wire/protocol.ts'
import type { Cluster } from '../clusters/cluster.ts'
import { isDeniedStatus } from '../held-view/denials.ts'
import type { HeldView, ViewUser } from '../held-view/held-view.ts'
import { ReadFollower } from '../held-view/read-follower.ts'
import { statusDiffers } from '../held-view/status-differs.ts'
import { isOlder } from '../held-view/versions.ts'
import { hydratedSnapshot } from '../informers/hydrated-store.ts'
import { prepareWhere } from '../query/prepare-where.ts'
import { readContents, type SliceContents } from '../slices/slice-contents.ts'
import { WindowLocator } from '../slices/window-locator.ts'
import type { InformerQuota } from '../views/counted-view.ts'
import { contentsChange } from './contents-change.ts'
import { StalenessGuard } from './staleness-guard.ts'
import { NOTHING_YET, toWireStatus, unanswerable } from './status-change.ts'

/** How often counters are sent for a subscription to a status. */
const COUNTERS_EVERY_MS = 250

/** Options of {@link SliceStream}. */
export interface SliceStreamOptions {
  readonly id: number
  readonly subscription: Subscription
  /** The resourceVersion of the rows that the page already shows; see {@link SubscribeMessage.shownResourceVersion}. */
  readonly shownResourceVersion?: string | undefined
  /** See {@link SubscribeMessage.hydratedRows}. */
  readonly hydratedRows?: readonly unknown[] | undefined
  readonly cluster: Cluster
  /** Counts the informers of the page. */
  readonly informers: InformerQuota
  readonly clock: Clock
  /** Called when there may be an update to send. */
  readonly onDirty: () => void
}

type Update = { -readonly [TMember in keyof SliceUpdate]: SliceUpdate[TMember] }

/**
 * The host's side of one subscription. It stores what the page holds and no history: however long the page does not
 * read, the next update is the difference to the present state.
 */
export class SliceStream implements ViewUser {
  readonly #id: number
  readonly #slice: Slice
  readonly #columnsOf: (rows: readonly Row[]) => readonly TableColumn[] | undefined
  readonly #locator: WindowLocator
  readonly #clock: Clock
  readonly #onDirty: () => void
  readonly #staleness: StalenessGuard
  readonly #reads: ReadFollower
  /** Undefined where the slice cannot be evaluated, or not yet. */
  #held: HeldView | undefined
  /** The status of a slice that cannot be evaluated. */
  #failure: InformerStatus | undefined
  #rowsDirty = true
  /** The first-paint snapshot, shown until the informer has data. */
  #snapshot: FirstPaintSnapshot | undefined
  #sent: SliceContents | undefined
  /** Whether the content that was sent is recorded, or must not be. */
  #isKept = true
  /** Whether the last content that was read could not be recorded. */
  #isWithheld = false
  #sentStatus: InformerStatus | undefined
  #sentStatusAt = 0
  #timer: TimerHandle | undefined
  readonly #end = new AbortController()

  constructor(options: SliceStreamOptions) {
    const { id, subscription, shownResourceVersion, cluster, clock, onDirty } = options
    this.#id = id
    this.#slice = subscription.slice ?? {}
    this.#columnsOf = rows => cluster.columnsOf(subscription, rows)
    this.#locator = new WindowLocator(this.#slice.window)
    this.#clock = clock
    this.#onDirty = onDirty
    this.#staleness = new StalenessGuard({ shownResourceVersion, clock, onOver: onDirty })
    this.#reads = new ReadFollower(cluster.followReads, onDirty)
    const open = () => {
      this.#held = this.#open(options)
      if (shownResourceVersion === undefined && this.#held?.status.data === 'none')
        void this.#showFirstPaint()
    }
    const loading = prepareWhere(this.#slice.filter?.where)
    if (loading) void this.#openAfter(loading, open)
    else open()
  }

  onRows(): void {
    this.#rowsDirty = true
    this.#onDirty()
  }

  onStatus(): void {
    this.#onDirty()
  }

  /** The next update for the page; undefined when nothing has changed. */
  take(): SliceUpdate | undefined {
    const update: Update = { id: this.#id }
    if (this.#held) this.#takeFrom(this.#held, update)
    this.#recordFirstPaint()
    this.#takeStatus(update)
    this.#reads.update(this.#staleness.isHolding)
    return Object.keys(update).length > 1 ? update : undefined
  }

  close(): void {
    this.#end.abort()
    this.#clearTimer()
    this.#staleness.close()
    this.#reads.update(false)
    this.#held?.release()
  }

  /** Until the code for an expression is loaded, the page sees a slice whose informer connects. */
  async #openAfter(loading: Promise<void>, open: () => void): Promise<void> {
    try {
      await loading
      if (!this.#end.signal.aborted) open()
    } catch (error) {
      this.#failure = unanswerable(error)
    }
    this.#onDirty()
  }

  #open(options: SliceStreamOptions): HeldView | undefined {
    const { cluster, subscription, informers, shownResourceVersion = '' } = options
    let rows = options.hydratedRows
    try {
      const takeHydrated = (scope: Scope) => rows && hydratedSnapshot(rows, shownResourceVersion, scope)
      return cluster.open(subscription, this, informers, takeHydrated)
    } catch (error) {
      this.#failure = unanswerable(error)
      return undefined
    } finally {
      // An informer that is started later would start with rows that are older than those on the page.
      rows = undefined
    }
  }

  /**
   * Shows the persisted first-paint snapshot, which loads long before its collection, or else the first page of the list.
   * A list may be older than its first page, which was requested separately: it is shown all the same.
   */
  async #showFirstPaint(): Promise<void> {
    const persisted = await this.#held?.snapshot?.load()
    const { signal } = this.#end
    const isNeeded = () => !signal.aborted && this.#held?.status.data === 'none'
    const snapshot = persisted ?? (isNeeded() ? await this.#held?.firstPage?.(signal) : undefined)
    if (!snapshot || !isNeeded()) return
    this.#snapshot = snapshot
    if (persisted) this.#staleness.hold(persisted.resourceVersion)
    this.#onDirty()
  }

  /** Before the first list is complete only a snapshot is shown: a part of the list would look like all of it. */
  #takeFrom(held: HeldView, update: Update): void {
    if (isDeniedStatus(held.status)) this.#empty(update, held)
    else if (held.status.data !== 'none' && !this.#staleness.isStale(held)) this.#takeRows(update, held)
    else if (this.#snapshot && !this.#sent) this.#takeContents(update, this.#snapshot)
  }

  /** The server denies the rows: they leave the page, also those of a previous host or of a snapshot. */
  #empty(update: Update, { countGroups }: HeldView): void {
    this.#rowsDirty = true
    this.#isKept = true
    this.#snapshot = undefined
    this.#staleness.close()
    const groups = countGroups && []
    const window = this.#locator.initial
    this.#takeContents(update, { rows: [], total: 0, groups, window, resourceVersion: '' })
  }

  #takeRows(update: Update, held: HeldView): void {
    if (!this.#rowsDirty) return
    this.#rowsDirty = false
    this.#snapshot = undefined
    try {
      // A snapshot contains every change up to its resourceVersion, and no pending write.
      const isExact = held.coveredResourceVersion === held.newestResourceVersion && !held.isOverlaid?.()
      const contents = readContents(held, this.#locator)
      const columns = this.#columnsOf(contents.rows)
      const isChanged = this.#takeContents(update, columns ? { ...contents, columns } : contents)
      // What could not be recorded is recorded once it is confirmed, even if nothing has changed since.
      if (isChanged || this.#isWithheld) this.#isKept = !isExact
      this.#isWithheld = !isExact
      this.#failure = undefined
    } catch (error) {
      // A function of the definition threw. It is called again when the rows change; other slices are not affected.
      this.#failure = unanswerable(error, held.status)
    }
  }

  /** Only rows that the server has confirmed are recorded. */
  #recordFirstPaint(): void {
    if (this.#isKept || !this.#sent || this.#held?.status.data !== 'complete') return
    this.#isKept = true
    this.#held.snapshot?.shown(this.#sent)
  }

  /** @returns whether anything has changed */
  #takeContents(update: Update, contents: SliceContents): boolean {
    const change = contentsChange(this.#sent, contents)
    Object.assign(update, change)
    this.#sent = contents
    return Object.keys(change).length > 0
  }

  /** While a first-paint snapshot is shown, the status describes it. */
  get #status(): InformerStatus | undefined {
    const status = this.#failure ?? this.#held?.status
    if (!status || !this.#snapshot) return status
    return { ...status, data: 'cached', resourceVersion: this.#snapshot.resourceVersion }
  }

  #takeStatus(update: Update): void {
    const status = this.#status
    if (!status || status === this.#sentStatus) return
    if (!statusDiffers(this.#sentStatus ?? NOTHING_YET, status) && !this.#countersAreDue()) return
    update.status = toWireStatus(this.#atLeastRows(status))
    this.#sentStatus = status
    this.#sentStatusAt = this.#clock.now()
    this.#clearTimer()
  }

  /** The status with a resourceVersion that is not older than the one of the rows that the page shows. */
  #atLeastRows(status: InformerStatus): InformerStatus {
    const resourceVersion = this.#sent?.resourceVersion ?? ''
    return isOlder(status.resourceVersion, resourceVersion) ? { ...status, resourceVersion } : status
  }

  /** Whether counters may be sent now. If it is too early, a timer marks the slice as dirty later. */
  #countersAreDue(): boolean {
    if (this.#slice.target?.type !== 'status') return false
    const waitMs = this.#sentStatusAt + COUNTERS_EVERY_MS - this.#clock.now()
    if (waitMs <= 0) return true
    this.#timer ??= this.#clock.setTimeout(() => {
      this.#timer = undefined
      this.#onDirty()
    }, waitMs)
    return false
  }

  #clearTimer(): void {
    if (this.#timer !== undefined) this.#clock.clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
