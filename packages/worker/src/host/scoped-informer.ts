import {
  type Clock,
  createListWatch,
  type Indexer,
  type InformerStatus,
  type KubeClient,
  type Random,
  type Row,
  SharedIndexInformer,
  type TimerHandle,
} from '@kube-informer/core'
import { type Scope, type Slice, type SliceGroup, subscriptionKey } from '../subscription.ts'
import type { CompiledDefinition } from './compiled-definition.ts'
import { groupCounter } from './count-groups.ts'
import { rowFilter } from './row-filter.ts'
import { rowOrder } from './row-order.ts'
import { rowSource } from './row-source.ts'
import { SliceView } from './slice-view.ts'

/** What {@link ScopedInformer} takes. */
export interface ScopedInformerOptions {
  readonly definition: CompiledDefinition
  readonly scope: Scope
  readonly client: KubeClient
  readonly clock: Clock
  readonly random: Random
  /** How long it runs on after its last user has left. */
  readonly idleGraceMs: number
  readonly onStopped: () => void
}

/** Somebody who looks at a view, and wants to know when to look again. */
export interface ViewUser {
  /** The rows of the view may have changed. */
  onRows(): void
  /** The informer's status has changed. */
  onStatus(): void
}

/** What a user of a view holds; `release` is its undo. */
export interface HeldView {
  readonly view: SliceView
  readonly status: InformerStatus
  readonly countGroups: (() => readonly SliceGroup[]) | undefined
  release(): void
}

interface SharedView {
  readonly view: SliceView
  readonly users: Set<ViewUser>
}

/**
 * The one informer of a resource in a scope, and the views into its cache. Windows into the same rows share a
 * view. It starts with its first user and stops a while after its last.
 */
export class ScopedInformer {
  readonly #definition: CompiledDefinition
  readonly #informer: SharedIndexInformer<Row>
  readonly #clock: Clock
  readonly #idleGraceMs: number
  readonly #onStopped: () => void
  readonly #stop = new AbortController()
  readonly #views = new Map<string, SharedView>()
  #idleTimer: TimerHandle | undefined

  constructor({ definition, scope, client, clock, random, idleGraceMs, onStopped }: ScopedInformerOptions) {
    this.#definition = definition
    this.#clock = clock
    this.#idleGraceMs = idleGraceMs
    this.#onStopped = onStopped
    const { trim, pick, resource } = definition
    const keeping = { trim, pick, countAhead: true, form: 'row' } as const
    const listerWatcher = createListWatch(client, resource, { ...scope, ...keeping })
    this.#informer = new SharedIndexInformer<Row>({
      listerWatcher,
      indexers: definition.indexers,
      clock,
      random,
    })
    // The rows are read from the cache when it is time to send; here it only matters which ones.
    this.#informer.addEventHandler({
      onAdd: row => this.#changed(row.key),
      onUpdate: (_, row) => this.#changed(row.key),
      onDelete: gone => this.#changed(gone.key),
    })
    this.#informer.subscribeStatus(() => this.#statusChanged())
    void this.#informer.run(this.#stop.signal)
  }

  /** Opens a view of a slice; throws a UsageError for a name that the definition does not have. */
  open({ target = { type: 'all' }, filter, sort, groupBy }: Slice, user: ViewUser): HeldView {
    const informer = this.#informer
    const definition = this.#definition
    const indexer: Indexer<Row> = informer.indexer
    const source = rowSource(target, indexer, definition)
    const countGroups =
      groupBy === undefined ? undefined : groupCounter(groupBy, target, { source, indexer, definition })
    const key = subscriptionKey({ resource: '', slice: { target, filter, sort } })
    const shared = this.#views.get(key) ?? {
      users: new Set(),
      view: new SliceView({
        source,
        order: rowOrder(sort, definition),
        filter: filter && rowFilter(filter, definition),
      }),
    }
    this.#views.set(key, shared)
    shared.users.add(user)
    this.#keep()
    return {
      view: shared.view,
      get status() {
        return informer.status
      },
      countGroups,
      release: () => this.#release(key, shared, user),
    }
  }

  /** Ends the watch at once. Idempotent. */
  stop(): void {
    if (this.#stop.signal.aborted) return
    this.#keep()
    this.#stop.abort()
    this.#onStopped()
  }

  /** Runs on for the grace period unless somebody opens a view. */
  stopWhenIdle(): void {
    if (this.#views.size > 0 || this.#stop.signal.aborted) return
    this.#keep()
    this.#idleTimer = this.#clock.setTimeout(() => this.stop(), this.#idleGraceMs)
  }

  #keep(): void {
    if (this.#idleTimer !== undefined) this.#clock.clearTimeout(this.#idleTimer)
    this.#idleTimer = undefined
  }

  #release(key: string, shared: SharedView, user: ViewUser): void {
    if (!shared.users.delete(user) || shared.users.size > 0) return
    this.#views.delete(key)
    this.stopWhenIdle()
  }

  #changed(key: string): void {
    for (const { view, users } of this.#views.values()) {
      if (view.mark(key)) for (const user of users) user.onRows()
    }
  }

  #statusChanged(): void {
    for (const { users } of this.#views.values()) for (const user of users) user.onStatus()
  }
}
