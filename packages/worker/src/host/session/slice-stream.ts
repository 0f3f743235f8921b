import type { Clock, InformerStatus, TimerHandle } from '@kube-informer/core'
import type { Slice, Subscription } from '../../api/subscription.ts'
import type { FirstPaintSnapshot } from '../../persistence/snapshot-disk.ts'
import type { SliceUpdate } from '../../wire/protocol.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { HeldView, ViewUser } from '../cluster/scoped-informer.ts'
import { readContents, type SliceContents } from '../cluster/slice-contents.ts'
import { contentsChange } from './contents-change.ts'
import { isOlder, StalenessGuard } from './staleness-guard.ts'
import { NOTHING_YET, statusDiffers, toWireStatus, unanswerable } from './status-change.ts'

/** How often counters are sent to those who asked for the status alone. */
const COUNTERS_EVERY_MS = 250

/** What {@link SliceStream} takes. */
export interface SliceStreamOptions {
  readonly id: number
  readonly subscription: Subscription
  /** The version of what the page shows of it already; see {@link SubscribeMessage.shownResourceVersion}. */
  readonly shownResourceVersion?: string | undefined
  readonly cluster: Cluster
  readonly clock: Clock
  /** Called when there may be something to send. */
  readonly onDirty: () => void
}

type Update = { -readonly [TMember in keyof SliceUpdate]: SliceUpdate[TMember] }

/**
 * One subscription of a page, seen from the host. It remembers what the page holds, not what happened since:
 * however long the page does not read, the next update takes it from what it has to what is.
 */
export class SliceStream implements ViewUser {
  readonly #id: number
  readonly #slice: Slice
  readonly #clock: Clock
  readonly #onDirty: () => void
  readonly #staleness: StalenessGuard
  readonly #held: HeldView | undefined
  /** Why the slice cannot be answered now. */
  #refusal: InformerStatus | undefined
  #rowsDirty = true
  /** What it showed in a former life, until the informer has anything to show. */
  #snapshot: FirstPaintSnapshot | undefined
  #sent: SliceContents | undefined
  /** Whether there is nothing in what was sent that the next life should know. */
  #isKept = true
  #sentStatus: InformerStatus | undefined
  #sentStatusAt = 0
  #timer: TimerHandle | undefined
  #isClosed = false

  constructor({ id, subscription, shownResourceVersion, cluster, clock, onDirty }: SliceStreamOptions) {
    this.#id = id
    this.#slice = subscription.slice ?? {}
    this.#clock = clock
    this.#onDirty = onDirty
    this.#staleness = new StalenessGuard({ shownResourceVersion, clock, onOver: onDirty })
    this.#held = this.#open(cluster, subscription)
    if (shownResourceVersion === undefined && this.#held?.status.data === 'none') void this.#lookBack()
  }

  onRows(): void {
    this.#rowsDirty = true
    this.#onDirty()
  }

  onStatus(): void {
    this.#onDirty()
  }

  /** What the page has to be told now; undefined when it knows everything. */
  take(): SliceUpdate | undefined {
    const update: Update = { id: this.#id }
    if (this.#held) this.#takeFrom(this.#held, update)
    this.#recordFirstPaint()
    this.#takeStatus(update)
    return Object.keys(update).length > 1 ? update : undefined
  }

  close(): void {
    this.#isClosed = true
    this.#clearTimer()
    this.#staleness.close()
    this.#held?.release()
  }

  #open(cluster: Cluster, subscription: Subscription): HeldView | undefined {
    try {
      return cluster.open(subscription, this)
    } catch (error) {
      this.#refusal = unanswerable(error)
      return undefined
    }
  }

  /** A snapshot is small, and comes long before its collection has been read. */
  async #lookBack(): Promise<void> {
    const snapshot = await this.#held?.snapshot?.load()
    if (!snapshot || this.#isClosed || this.#held?.status.data !== 'none') return
    this.#snapshot = snapshot
    this.#staleness.hold(snapshot.resourceVersion)
    this.#onDirty()
  }

  /** Before the first list is in the cache there is nothing to show but a snapshot: part of it would look like all of it. */
  #takeFrom(held: HeldView, update: Update): void {
    if (held.status.data !== 'none' && !this.#staleness.isStale(held)) this.#takeRows(update, held)
    else if (this.#snapshot && !this.#sent) this.#takeContents(update, this.#snapshot)
  }

  #takeRows(update: Update, held: HeldView): void {
    if (!this.#rowsDirty) return
    this.#rowsDirty = false
    this.#snapshot = undefined
    try {
      // What the cache has not worked in yet would be missing from a snapshot of that version.
      const isExact = held.coveredResourceVersion === held.newestResourceVersion
      if (this.#takeContents(update, readContents(held, this.#slice))) this.#isKept = !isExact
      this.#refusal = undefined
    } catch (error) {
      // A function of the definition threw. It is asked again when the rows change; other slices go on.
      this.#refusal = unanswerable(error, held.status)
    }
  }

  /** What the server has confirmed is worth keeping. */
  #recordFirstPaint(): void {
    if (this.#isKept || !this.#sent || this.#held?.status.data !== 'complete') return
    this.#isKept = true
    this.#held.snapshot?.shown(this.#sent)
  }

  /** @returns whether it is anything new */
  #takeContents(update: Update, contents: SliceContents): boolean {
    const change = contentsChange(this.#sent, contents, this.#slice.window)
    Object.assign(update, change)
    this.#sent = contents
    return Object.keys(change).length > 0
  }

  /** While a snapshot is shown, that is what the status is about. */
  get #status(): InformerStatus | undefined {
    const status = this.#refusal ?? this.#held?.status
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

  /** Whether counters may be sent now; if it is only too early, a timer comes back to them. */
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
