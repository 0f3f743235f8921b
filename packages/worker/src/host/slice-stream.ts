import type { Clock, InformerStatus, Row, TimerHandle } from '@kube-informer/core'
import type { SliceUpdate } from '../protocol.ts'
import type { Slice, SliceGroup, Subscription } from '../subscription.ts'
import type { Cluster } from './cluster.ts'
import { sameGroups } from './count-groups.ts'
import type { HeldView, ViewUser } from './scoped-informer.ts'
import { statusDiffers, unanswerable } from './status-change.ts'
import { diffWindow } from './window-diff.ts'

/** How often counters are sent to those who asked for the status alone. */
const COUNTERS_EVERY_MS = 250

/** What {@link SliceStream} takes. */
export interface SliceStreamOptions {
  readonly id: number
  readonly subscription: Subscription
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
  readonly #held: HeldView | undefined
  /** Why the slice cannot be answered now. */
  #refusal: InformerStatus | undefined
  #rowsDirty = true
  #sentRows: readonly Row[] | undefined
  #sentTotal: number | undefined
  #sentGroups: readonly SliceGroup[] | undefined
  #sentStatus: InformerStatus | undefined
  #sentStatusAt = 0
  #timer: TimerHandle | undefined

  constructor({ id, subscription, cluster, clock, onDirty }: SliceStreamOptions) {
    this.#id = id
    this.#slice = subscription.slice ?? {}
    this.#clock = clock
    this.#onDirty = onDirty
    this.#held = this.#open(cluster, subscription)
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
    if (this.#held) this.#takeRows(update, this.#held)
    this.#takeStatus(update)
    return Object.keys(update).length > 1 ? update : undefined
  }

  close(): void {
    this.#clearTimer()
    this.#held?.release()
  }

  #open(cluster: Cluster, { resource, scope }: Subscription): HeldView | undefined {
    try {
      const informer = cluster.informer(resource, scope)
      try {
        return informer.open(this.#slice, this)
      } catch (error) {
        informer.stopWhenIdle()
        throw error
      }
    } catch (error) {
      this.#refusal = unanswerable(error)
      return undefined
    }
  }

  /** Before the first list is in the cache there is nothing to show: part of it would look like all of it. */
  #takeRows(update: Update, held: HeldView): void {
    if (!this.#rowsDirty || held.status.data === 'none') return
    this.#rowsDirty = false
    try {
      this.#takeWindow(update, held)
      this.#takeTotal(update, held)
      this.#takeGroups(update, held)
      this.#refusal = undefined
    } catch (error) {
      // A function of the definition threw. It is asked again when the rows change; other slices go on.
      this.#refusal = unanswerable(error, held.status)
    }
  }

  #takeWindow(update: Update, { view }: HeldView): void {
    const { offset = 0, limit } = this.#slice.window ?? {}
    // A window without rows only counts: nothing need be sorted for it.
    const wanted =
      limit === 0 ? [] : view.rows().slice(offset, limit === undefined ? undefined : offset + limit)
    const first = this.#sentRows === undefined
    const { rows, order } = diffWindow(this.#sentRows ?? [], wanted)
    if (rows.length > 0) update.rows = rows
    if (order) update.order = order
    if (first) {
      update.order = order ?? { at: 0, remove: 0, insert: [] }
      if (this.#slice.window) update.window = this.#slice.window
    }
    this.#sentRows = wanted
  }

  #takeTotal(update: Update, { view }: HeldView): void {
    const total = view.size
    if (total !== this.#sentTotal) update.total = total
    this.#sentTotal = total
  }

  #takeGroups(update: Update, { countGroups }: HeldView): void {
    if (!countGroups) return
    const groups = countGroups()
    if (!this.#sentGroups || !sameGroups(groups, this.#sentGroups)) update.groups = groups
    this.#sentGroups = groups
  }

  #takeStatus(update: Update): void {
    const status = this.#refusal ?? this.#held?.status
    if (!status || status === this.#sentStatus) return
    if (!statusDiffers(this.#sentStatus, status) && !this.#countersAreDue()) return
    update.status = status
    this.#sentStatus = status
    this.#sentStatusAt = this.#clock.now()
    this.#clearTimer()
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
