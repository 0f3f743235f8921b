import {
  type CacheChange,
  type Clock,
  type InformerClient,
  type InformerStatus,
  type ListerWatcher,
  NAMESPACE_INDEX,
  type Random,
  type Row,
  SharedIndexInformer,
  type StatusError,
} from '@kube-informer/core'
import type { Scope, Slice } from '../../api/subscription.ts'
import { type AccessQuestion, questionOf } from '../access/access-question.ts'
import type { AccessReviews } from '../access/access-reviews.ts'
import type { CompiledDefinition } from '../definitions/compiled-definition.ts'
import { RowTransform } from '../definitions/row-transform.ts'
import { isRefused } from '../held-view/denials.ts'
import type { HeldView, RequestFirstPage, ViewUser } from '../held-view/held-view.ts'
import { statusDiffers } from '../held-view/status-differs.ts'
import { newestOf } from '../held-view/versions.ts'
import { OverlaidRows } from '../overlay/overlaid-rows.ts'
import type { WriteOverlay } from '../overlay/write-overlay.ts'
import type { ScopeFilter } from '../slices/scope-filter.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import { DenialGate } from './denial-gate.ts'
import { firstPageRequest } from './first-page.ts'
import { FirstPaintRecorders } from './first-paint-recorders.ts'
import { type BeforeFirstRequest, FirstRequest } from './first-request.ts'
import type { HeldStore } from './retained-snapshots.ts'
import { scopedListWatch } from './scoped-list-watch.ts'
import { SharedViews } from './shared-views.ts'

export interface ScopedInformerOptions {
  readonly definition: CompiledDefinition
  readonly scope: Scope
  /** Of the resource and the scope. */
  readonly key: string
  readonly client: InformerClient
  readonly breaker: CircuitBreaker
  readonly access: Pick<AccessReviews, 'reviewAgain'>
  /** The pending writes of the resource. */
  readonly overlay: WriteOverlay
  /** The store of its rows. */
  readonly kept: HeldStore
  readonly clock: Clock
  readonly random: Random
  /** Awaited before the first request. @default nothing */
  readonly before?: BeforeFirstRequest | undefined
  /** Called after each read, too. */
  readonly onStatus: () => void
  /** Its last user has left. */
  readonly onIdle: () => void
  readonly onStopped: () => void
}

/** The core's informer, and what ends it. They are replaced together with the cache. */
interface Run {
  readonly informer: SharedIndexInformer<Row>
  readonly end: AbortController
}

/**
 * The informer of a resource in a scope, and the views of its cache. Windows of the same rows share a view.
 *
 * Once the server denies the scope, its rows are removed from memory and disk, and it continues with an empty cache: the
 * status has no data and the server's error until a list is allowed.
 */
export class ScopedInformer {
  readonly definition: CompiledDefinition
  readonly scope: Scope
  readonly key: string
  readonly #options: ScopedInformerOptions
  readonly #gate: DenialGate
  readonly #firstRequest: FirstRequest
  readonly #listerWatcher: ListerWatcher<Row>
  readonly #transform: RowTransform | undefined
  readonly #stop = new AbortController()
  readonly #views: SharedViews
  readonly #firstPaint: FirstPaintRecorders
  readonly #rows: OverlaidRows
  #run: Run
  /** Set while the server denies the scope. */
  #denial: StatusError | undefined
  /** The status of which the users were notified last. */
  #notified: InformerStatus | undefined
  /** Changes when what is in flight must not be used. */
  #reads = {}

  constructor(options: ScopedInformerOptions) {
    const { definition, scope, key, clock, random, kept } = options
    const { transform } = definition
    this.#options = options
    this.definition = definition
    this.scope = scope
    this.key = key
    this.#firstPaint = new FirstPaintRecorders({ firstPaint: kept.firstPaint, clock })
    this.#transform = transform && new RowTransform(transform, () => this.#statusChanged())
    this.#gate = new DenialGate({
      clock,
      random,
      onDenied: error => this.#denied(error),
      onAllowed: () => {
        this.#denial = undefined
      },
      onDue: () => this.#run.informer.reconnect(),
      review: signal => this.#options.access.reviewAgain(listQuestion(definition, scope), signal),
    })
    this.#firstRequest = new FirstRequest(options)
    this.#listerWatcher = this.#createListerWatcher(options)
    this.#run = this.#createRun()
    this.#rows = new OverlaidRows({
      ...options,
      informer: () => this.#run.informer,
      isRefused: () => isRefused(this.status),
      onChanged: key => this.#views.changed([key]),
    })
    this.#views = new SharedViews({ indexer: this.#rows, definition })
    this.#start()
  }

  /** Whether the server denies the scope. */
  get isDenied(): boolean {
    return this.#denial !== undefined
  }

  /** Whether it runs without users. */
  get isIdle(): boolean {
    return this.#views.size === 0 && !this.#stop.signal.aborted
  }

  /** A denial is the reason why there is no data, also if a later request fails for another one. */
  get status(): InformerStatus {
    const { status } = this.#run.informer
    const error = this.#denial ?? status.error ?? this.#transform?.failure
    return error && error !== status.error ? { ...status, error } : status
  }

  /** Whether its first request waits for another informer. */
  get isHeld(): boolean {
    return this.#firstRequest.isHeld
  }

  /** Resolves when the first request is sent, waits for another informer, or never will be sent. */
  get firstRequest(): Promise<void> {
    return this.#firstRequest.sent
  }

  /** The namespaces of its cached objects; none of a resource without namespaces. */
  get namespaces(): readonly string[] {
    return this.definition.resource.namespaced
      ? this.#run.informer.indexer.listIndexFuncValues(NAMESPACE_INDEX)
      : []
  }

  /** The number of cached objects in a namespace. */
  countIn(namespace: string): number {
    return this.#run.informer.indexer.countByIndex(NAMESPACE_INDEX, namespace)
  }

  /**
   * Opens a view of a slice; throws a UsageError for a name that the definition does not have.
   *
   * @param scopeFilter the rows that belong to the slice's scope; absent for all of them
   */
  open(slice: Slice, user: ViewUser, scopeFilter?: ScopeFilter): HeldView {
    const use = this.#views.use(slice, user, scopeFilter)
    const snapshot = scopeFilter ? undefined : this.#firstPaint.hold(slice)
    const informer = () => this.#run.informer
    const statusNow = () => this.status
    const rows = this.#rows
    return {
      get view() {
        return use.view
      },
      get status() {
        return statusNow()
      },
      get coveredResourceVersion() {
        return informer().coveredResourceVersion
      },
      get newestResourceVersion() {
        return newestOf([informer().lastSyncResourceVersion, rows.reportedResourceVersion])
      },
      get countGroups() {
        return use.countGroups
      },
      isOverlaid: () => rows.isOverlaid,
      stored: key => rows.stored(key),
      snapshot: snapshot?.keeper,
      firstPage: scopeFilter ? undefined : this.#firstPageOf(slice),
      release: () => {
        if (!use.release()) return
        snapshot?.release()
        if (this.isIdle) this.#options.onIdle()
      },
    }
  }

  /**
   * Opens a new watch that resumes where the old one was: its connection may be broken, or its token must not be used any
   * longer (`force`): then a list in flight is repeated, and a first page in flight is not shown. What was denied is tried
   * again.
   */
  reconnect(options?: { readonly force?: boolean }): void {
    if (options?.force) this.#reads = {}
    this.#gate.open()
    this.#run.informer.reconnect(options)
  }

  /** Tries at once what the server has answered with 403. After a 401, the next attempt asks for a token anyway. */
  retryDenied(): void {
    if (this.#gate.isClosed) this.reconnect()
  }

  /** Stops the informer at once. Idempotent. */
  stop(): void {
    if (this.#stop.signal.aborted) return
    this.#stop.abort()
    this.#run.end.abort()
    this.#rows.close()
    this.#firstRequest.cancel()
    this.#gate.open()
    this.#options.kept.release()
    this.#options.onStopped()
  }

  /** The requests pass, from the outside in, the wait for others, the pause after a denial, and the circuit breaker. */
  #createListerWatcher({ client, breaker }: ScopedInformerOptions): ListerWatcher<Row> {
    const asAllowed = this.#gate.guard(breaker.guard(scopedListWatch(this, client)))
    const asSent = this.#firstRequest.guard(asAllowed)
    return this.#transform?.over(asSent) ?? asSent
  }

  #createRun(): Run {
    const { definition, kept, clock, random } = this.#options
    const { indexers, table } = definition
    const listerWatcher = this.#listerWatcher
    const snapshotStore = this.#transform?.keeping(kept.store) ?? table?.checked(kept.store) ?? kept.store
    const informer = new SharedIndexInformer<Row>({
      listerWatcher,
      indexers,
      snapshotStore,
      clock,
      random,
    })
    // Rows are read from the cache when they are sent; only their keys matter here.
    informer.subscribeChanges(changes => this.#changed(changes))
    informer.subscribeStatus(() => this.#statusChanged())
    return { informer, end: new AbortController() }
  }

  #start(): void {
    const { informer, end } = this.#run
    void informer.run(end.signal)
  }

  #firstPageOf(slice: Slice): RequestFirstPage | undefined {
    const request = this.definition.firstPage ? firstPageRequest(slice, this.#listerWatcher) : undefined
    if (!request) return undefined
    return async signal => {
      const reads = this.#reads
      const page = await request(signal)
      return reads === this.#reads ? page : undefined
    }
  }

  /** Starts with an empty cache. */
  #denied(error: StatusError): void {
    const isNew = !this.#denial
    this.#denial = error
    if (!isNew || this.#stop.signal.aborted) return
    this.#views.notify(user => user.onDenied?.())
    this.#options.kept.forget()
    const { end } = this.#run
    this.#run = this.#createRun()
    end.abort()
    this.#views.recreate()
    this.#start()
    this.#views.notify(user => user.onRows())
    this.#statusChanged()
  }

  #changed(changes: readonly CacheChange<Row>[]): void {
    this.#views.changed(changes.map(({ key }) => key))
    this.#options.overlay.settle()
  }

  #statusChanged(): void {
    const { status } = this
    const last = this.#notified
    this.#notified = status
    // Plans tell attempts apart by their errors, which may have the same text.
    if (!last || last.error !== status.error || statusDiffers(last, status))
      this.#views.notify(user => user.onStatus())
    this.#options.onStatus()
  }
}

/** A scope of one object may be allowed by a rule with its name. */
const listQuestion = (
  { resource }: CompiledDefinition,
  { namespace, fieldSelector = '' }: Scope,
): AccessQuestion =>
  questionOf(resource, 'list', { namespace, name: /^metadata\.name=([^,]+)$/.exec(`${fieldSelector}`)?.[1] })
