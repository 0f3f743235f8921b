import {
  type CacheChange,
  type Clock,
  createListWatch,
  type InformerStatus,
  type KubeClient,
  type ListerWatcher,
  NAMESPACE_INDEX,
  type Random,
  type Row,
  SharedIndexInformer,
  type TimerHandle,
} from '@kube-informer/core'
import { type Scope, type Slice, type SliceGroup, subscriptionKey } from '../../api/subscription.ts'
import type { CompiledDefinition } from '../view/compiled-definition.ts'
import { createGroupCounter, createView } from '../view/create-view.ts'
import { RowTransform } from '../view/row-transform.ts'
import type { ScopeFilter } from '../view/scope-filter.ts'
import type { SliceView } from '../view/slice-view.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import { firstPageRequest, type RequestFirstPage } from './first-page.ts'
import type { FirstPaintRecorder } from './first-paint-recorder.ts'
import { FirstPaintRecorders, type HeldRecorder } from './first-paint-recorders.ts'
import type { HeldStore } from './retained-snapshots.ts'

/** Options of {@link ScopedInformer}. */
export interface ScopedInformerOptions {
  readonly definition: CompiledDefinition
  readonly scope: Scope
  readonly client: KubeClient
  readonly breaker: CircuitBreaker
  /** The store of its rows. */
  readonly kept: HeldStore
  readonly clock: Clock
  readonly random: Random
  /** How long it runs after its last user has left. */
  readonly idleGraceMs: number
  readonly onStatus: () => void
  readonly onStopped: () => void
}

/** A user of a view, notified when the view may have changed. */
export interface ViewUser {
  /** The rows of the view may have changed. */
  onRows(): void
  /** The informer's status has changed. */
  onStatus(): void
}

/** One use of a view. */
export interface HeldView {
  readonly view: Pick<SliceView, 'size' | 'rows'>
  readonly status: InformerStatus
  /** Every change up to this resourceVersion is in the view, and perhaps later ones. */
  readonly coveredResourceVersion: string
  /** No change after this resourceVersion is in the view. */
  readonly newestResourceVersion: string
  readonly countGroups: (() => readonly SliceGroup[]) | undefined
  /**
   * Records first-paint snapshots of the slice; absent where nothing is persisted, or where they would not be found
   * again.
   */
  readonly snapshot?: FirstPaintRecorder | undefined
  /** Requests the slice's first rows while the complete list is in flight. */
  readonly firstPage?: RequestFirstPage | undefined
  release(): void
}

interface SharedView {
  readonly view: SliceView
  readonly users: Set<ViewUser>
}

/**
 * The informer of a resource in a scope, and the views of its cache. Windows of the same rows share a view. It starts
 * with its first user and stops a while after its last.
 */
export class ScopedInformer {
  readonly definition: CompiledDefinition
  readonly scope: Scope
  readonly #listerWatcher: ListerWatcher<Row>
  readonly #informer: SharedIndexInformer<Row>
  readonly #transform: RowTransform | undefined
  readonly #kept: HeldStore
  readonly #clock: Clock
  readonly #idleGraceMs: number
  readonly #onStatus: () => void
  readonly #onStopped: () => void
  readonly #stop = new AbortController()
  readonly #views = new Map<string, SharedView>()
  readonly #firstPaint: FirstPaintRecorders
  #idleTimer: TimerHandle | undefined

  constructor(options: ScopedInformerOptions) {
    const { definition, scope, clock, idleGraceMs, kept, onStatus, onStopped } = options
    const { transform } = definition
    this.definition = definition
    this.scope = scope
    this.#kept = kept
    this.#firstPaint = new FirstPaintRecorders({ firstPaint: kept.firstPaint, clock })
    this.#clock = clock
    this.#idleGraceMs = idleGraceMs
    this.#onStatus = onStatus
    this.#onStopped = onStopped
    this.#transform = transform && new RowTransform(transform, () => this.#statusChanged())
    this.#listerWatcher = this.#createListerWatcher(options)
    this.#informer = this.#createInformer(options)
    // Rows are read from the cache when they are sent; only their keys matter here.
    this.#informer.subscribeChanges(changes => this.#changed(changes))
    this.#informer.subscribeStatus(() => this.#statusChanged())
    void this.#informer.run(this.#stop.signal)
  }

  get status(): InformerStatus {
    const { status } = this.#informer
    const failure = this.#transform?.failure
    return failure && !status.error ? { ...status, error: failure } : status
  }

  /** The number of cached objects in a namespace. */
  countIn(namespace: string): number {
    return this.#informer.indexer.countByIndex(NAMESPACE_INDEX, namespace)
  }

  /**
   * Opens a view of a slice; throws a UsageError for a name that the definition does not have.
   *
   * @param scopeFilter the rows that belong to the slice's scope; absent for all of them
   */
  open(slice: Slice, user: ViewUser, scopeFilter?: ScopeFilter): HeldView {
    const { filter, sort, target } = slice
    const key = subscriptionKey({ resource: scopeFilter?.key ?? '', slice: { target, filter, sort } })
    const base = { indexer: this.#informer.indexer, definition: this.definition, scopeFilter }
    const countGroups = createGroupCounter(slice, base)
    const shared = this.#views.get(key) ?? { users: new Set(), view: createView(slice, base) }
    this.#views.set(key, shared)
    shared.users.add(user)
    this.#keep()
    const snapshot = scopeFilter ? undefined : this.#firstPaint.hold(slice)
    const informer = this.#informer
    const statusNow = () => this.status
    return {
      view: shared.view,
      get status() {
        return statusNow()
      },
      get coveredResourceVersion() {
        return informer.coveredResourceVersion
      },
      get newestResourceVersion() {
        return informer.lastSyncResourceVersion
      },
      countGroups,
      snapshot: snapshot?.keeper,
      firstPage:
        this.definition.firstPage && !scopeFilter ? firstPageRequest(slice, this.#listerWatcher) : undefined,
      release: () => this.#release(key, shared, user, snapshot),
    }
  }

  /**
   * Opens a new watch that resumes where the old one was: its connection may be broken, or its token must not be used any
   * longer (`force`).
   */
  reconnect(options?: { readonly force?: boolean }): void {
    this.#informer.reconnect(options)
  }

  /** Stops the informer at once. Idempotent. */
  stop(): void {
    if (this.#stop.signal.aborted) return
    this.#keep()
    this.#stop.abort()
    this.#kept.release()
    this.#onStopped()
  }

  /** Stops after the grace period unless a view is opened. */
  stopWhenIdle(): void {
    if (this.#views.size > 0 || this.#stop.signal.aborted) return
    this.#keep()
    this.#idleTimer = this.#clock.setTimeout(() => this.stop(), this.#idleGraceMs)
  }

  #createListerWatcher({ definition, scope, client, breaker }: ScopedInformerOptions): ListerWatcher<Row> {
    const { trim, pick, resource } = definition
    const asRows = { ...scope, trim, pick, countAhead: true, form: 'row' } as const
    const asSent = breaker.guard(createListWatch(client, resource, asRows))
    return this.#transform?.over(asSent) ?? asSent
  }

  #createInformer({ definition, kept, clock, random }: ScopedInformerOptions): SharedIndexInformer<Row> {
    const { indexers } = definition
    const listerWatcher = this.#listerWatcher
    const snapshotStore = this.#transform?.keeping(kept.store) ?? kept.store
    return new SharedIndexInformer<Row>({ listerWatcher, indexers, snapshotStore, clock, random })
  }

  #keep(): void {
    if (this.#idleTimer !== undefined) this.#clock.clearTimeout(this.#idleTimer)
    this.#idleTimer = undefined
  }

  #release(key: string, shared: SharedView, user: ViewUser, snapshot: HeldRecorder | undefined): void {
    if (!shared.users.delete(user)) return
    snapshot?.release()
    if (shared.users.size > 0) return
    this.#views.delete(key)
    this.stopWhenIdle()
  }

  #changed(changes: readonly CacheChange<Row>[]): void {
    for (const { view, users } of [...this.#views.values()]) {
      let isMarked = false
      for (const { key } of changes) if (view.mark(key)) isMarked = true
      if (isMarked) for (const user of [...users]) user.onRows()
    }
  }

  #statusChanged(): void {
    // A user may leave while it is notified.
    for (const { users } of [...this.#views.values()]) for (const user of [...users]) user.onStatus()
    this.#onStatus()
  }
}
