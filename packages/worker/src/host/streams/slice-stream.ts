import type { Clock, InformerStatus, Row, TableColumn } from '@kube-informer/core'
import type { Scope, Slice, Subscription } from '../../api/subscription.ts'
import type { FirstPaintSnapshot } from '../../persistence/snapshot-disk.ts'
import type { SliceUpdate, SliceVersions } from '../../wire/protocol.ts'
import type { Cluster } from '../clusters/cluster.ts'
import { isDeniedStatus } from '../held-view/denials.ts'
import { type HeldView, type ViewUser, versionsOf } from '../held-view/held-view.ts'
import { ReadFollower } from '../held-view/read-follower.ts'
import { isOlder } from '../held-view/versions.ts'
import { hydratedSnapshot } from '../informers/hydrated-store.ts'
import { prepareWhere } from '../query/prepare-where.ts'
import { readContents, type SliceContents } from '../slices/slice-contents.ts'
import { WindowLocator } from '../slices/window-locator.ts'
import type { InformerQuota } from '../views/counted-view.ts'
import { contentsChange } from './contents-change.ts'
import { type FirstPaintRecord, recordAfter } from './first-paint-record.ts'
import { SentStatus } from './sent-status.ts'
import { StalenessGuard } from './staleness-guard.ts'
import { toWireStatus, unanswerable } from './status-change.ts'

export interface SliceStreamOptions {
  readonly id: number
  readonly subscription: Subscription
  /** The resourceVersion of the rows that the page already shows; see {@link SubscribeMessage.shownResourceVersion}. */
  readonly shownResourceVersion?: string | undefined
  /** See {@link SubscribeMessage.shownVersions}. */
  readonly shownVersions?: SliceVersions | undefined
  /** See {@link SubscribeMessage.hydratedRows}. */
  readonly hydratedRows?: readonly unknown[] | undefined
  readonly cluster: Cluster
  /** Counts the informers of the page. */
  readonly informers: InformerQuota
  readonly clock: Clock
  /** Called when there may be an update to send. */
  readonly onDirty: () => void
}

/** What is read for the page. */
type StreamState =
  /** Nothing: the code for an expression is loading, or the page has unsubscribed. */
  | { readonly type: 'idle' }
  /** Nothing: the slice cannot be evaluated. */
  | { readonly type: 'failed'; readonly failure: InformerStatus }
  /** No rows of the view yet; the first paint, once there is any. */
  | { readonly type: 'opened'; readonly held: HeldView; readonly firstPaint?: FirstPaintSnapshot }
  /** The rows of the view. With a failure, a function of the definition threw when they were read. */
  | { readonly type: 'showing'; readonly held: HeldView; readonly failure?: InformerStatus | undefined }

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
  readonly #onDirty: () => void
  readonly #staleness: StalenessGuard
  readonly #reads: ReadFollower
  readonly #sentStatus: SentStatus
  readonly #end = new AbortController()
  #state: StreamState = { type: 'idle' }
  #rowsDirty = true
  #sent: SliceContents | undefined
  #record: FirstPaintRecord = 'done'

  constructor(options: SliceStreamOptions) {
    const { id, subscription, shownResourceVersion, shownVersions, cluster, clock, onDirty } = options
    this.#id = id
    this.#slice = subscription.slice ?? {}
    this.#columnsOf = rows => cluster.columnsOf(subscription, rows)
    this.#locator = new WindowLocator(this.#slice)
    this.#onDirty = onDirty
    this.#staleness = new StalenessGuard({ shownResourceVersion, shownVersions, clock, onOver: onDirty })
    this.#reads = new ReadFollower(cluster.followReads, onDirty)
    const hasCounters = this.#slice.target?.type === 'status'
    this.#sentStatus = new SentStatus({ clock, hasCounters, onDue: onDirty })
    const loading = prepareWhere(this.#slice.filter?.where)
    if (loading) void this.#openAfter(loading, options)
    else this.#open(options)
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
    this.#takeContents(update)
    this.#recordFirstPaint()
    this.#takeStatus(update)
    this.#reads.update(this.#staleness.isHolding)
    return Object.keys(update).length > 1 ? update : undefined
  }

  close(): void {
    const held = this.#held
    this.#state = { type: 'idle' }
    this.#end.abort()
    this.#sentStatus.close()
    this.#staleness.close()
    this.#reads.update(false)
    held?.release()
  }

  get #held(): HeldView | undefined {
    return 'held' in this.#state ? this.#state.held : undefined
  }

  /** Until the code for an expression is loaded, the page sees a slice whose informer connects. */
  async #openAfter(loading: Promise<void>, options: SliceStreamOptions): Promise<void> {
    try {
      await loading
      if (!this.#end.signal.aborted) this.#open(options)
    } catch (error) {
      this.#state = { type: 'failed', failure: unanswerable(error) }
    }
    this.#onDirty()
  }

  #open({ cluster, subscription, informers, hydratedRows, shownResourceVersion }: SliceStreamOptions): void {
    let rows = hydratedRows
    const takeHydrated = (scope: Scope) => rows && hydratedSnapshot(rows, shownResourceVersion ?? '', scope)
    try {
      const held = cluster.open(subscription, this, informers, takeHydrated)
      this.#state = { type: 'opened', held }
      if (shownResourceVersion === undefined) void this.#loadFirstPaint(held)
    } catch (error) {
      this.#state = { type: 'failed', failure: unanswerable(error) }
    } finally {
      // An informer that is started later would start with rows that are older than those on the page.
      rows = undefined
    }
  }

  /**
   * The persisted first paint, which loads long before its collection, or else the first page of the list. A list may be older
   * than its first page, which was requested separately: it is shown all the same.
   */
  async #loadFirstPaint(held: HeldView): Promise<void> {
    const isNeeded = () => this.#state.type === 'opened' && held.status.data === 'none'
    if (!isNeeded()) return
    const persisted = await held.snapshot?.load()
    const firstPaint = persisted ?? (isNeeded() ? await held.firstPage?.(this.#end.signal) : undefined)
    if (!firstPaint || !isNeeded()) return
    this.#state = { type: 'opened', held, firstPaint }
    if (persisted) this.#staleness.hold(persisted.resourceVersion)
    this.#onDirty()
  }

  /** Before the first list is complete only a first paint is shown: a part of the list would look like all of it. */
  #takeContents(update: Update): void {
    const state = this.#state
    if (!('held' in state)) return
    const { held } = state
    if (isDeniedStatus(held.status)) {
      if (state.type === 'opened') this.#state = { type: 'showing', held }
      this.#empty(update, held)
    } else if (held.status.data !== 'none' && !this.#staleness.isStale(held)) this.#takeRows(update, held)
    else if (state.type === 'opened' && state.firstPaint && !this.#sent) this.#send(update, state.firstPaint)
  }

  /** The server denies the rows: they leave the page, also those of a previous host or of a first paint. */
  #empty(update: Update, { countGroups }: HeldView): void {
    this.#rowsDirty = true
    if (this.#record === 'due') this.#record = 'done'
    this.#staleness.close()
    const groups = countGroups && []
    const window = this.#locator.initial
    this.#send(update, { rows: [], total: 0, groups, window, resourceVersion: '' })
  }

  #takeRows(update: Update, held: HeldView): void {
    if (!this.#rowsDirty) return
    this.#rowsDirty = false
    try {
      const isExact = held.coveredResourceVersion === held.newestResourceVersion && !held.isOverlaid?.()
      const contents = { ...readContents(held, this.#locator), versions: versionsOf(held) }
      const columns = this.#columnsOf(contents.rows)
      const isChanged = this.#send(update, columns ? { ...contents, columns } : contents)
      this.#record = recordAfter(this.#record, { isChanged, isExact })
      this.#state = { type: 'showing', held }
    } catch (error) {
      // A function of the definition threw. It is called again when the rows change; other slices are not affected.
      this.#state = { type: 'showing', held, failure: unanswerable(error, held.status) }
    }
  }

  /** Only rows that the server has confirmed are recorded. */
  #recordFirstPaint(): void {
    const held = this.#held
    if (this.#record !== 'due' || !this.#sent || held?.status.data !== 'complete') return
    this.#record = 'done'
    held.snapshot?.shown(this.#sent)
  }

  /** @returns whether anything has changed */
  #send(update: Update, contents: SliceContents): boolean {
    const change = contentsChange(this.#sent, contents)
    Object.assign(update, change)
    this.#sent = contents
    return Object.keys(change).length > 0
  }

  #takeStatus(update: Update): void {
    const status = statusOf(this.#state)
    if (status && this.#sentStatus.take(status)) update.status = toWireStatus(this.#atLeastRows(status))
  }

  /** The status with a resourceVersion that is not older than the one of the rows that the page shows. */
  #atLeastRows(status: InformerStatus): InformerStatus {
    const resourceVersion = this.#sent?.resourceVersion ?? ''
    return isOlder(status.resourceVersion, resourceVersion) ? { ...status, resourceVersion } : status
  }
}

function statusOf(state: StreamState): InformerStatus | undefined {
  switch (state.type) {
    case 'idle':
      return undefined
    case 'failed':
      return state.failure
    case 'opened':
      return statusWith(state.firstPaint, state.held.status)
    case 'showing':
      return state.failure ?? state.held.status
  }
}

/** While a first paint is shown, the status describes it. */
const statusWith = (firstPaint: FirstPaintSnapshot | undefined, status: InformerStatus): InformerStatus =>
  firstPaint ? { ...status, data: 'cached', resourceVersion: firstPaint.resourceVersion } : status
