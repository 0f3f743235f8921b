import { type Slice, type SliceGroup, subscriptionKey } from '../../api/subscription.ts'
import type { ViewUser } from '../held-view/held-view.ts'
import { createGroupCounter, createView, type ViewBase } from '../slices/create-view.ts'
import type { ScopeFilter } from '../slices/scope-filter.ts'
import type { SliceView } from '../slices/slice-view.ts'
import { OpenViews } from './open-views.ts'

/** A view, and its users. */
interface SharedView {
  readonly slice: Slice
  readonly scopeFilter: ScopeFilter | undefined
  /** Replaced together with the cache. */
  view: SliceView
  readonly users: Set<ViewUser>
}

/** One use of a shared view. */
export interface ViewUse {
  readonly view: SliceView
  readonly countGroups: (() => readonly SliceGroup[]) | undefined
  /** Returns whether this has ended the use. Idempotent. */
  release(): boolean
}

/** The views of an informer. Windows of the same rows share one. */
export class SharedViews {
  readonly #cache: Omit<ViewBase, 'scopeFilter'>
  readonly #views = new OpenViews<SharedView>()

  constructor(cache: Omit<ViewBase, 'scopeFilter'>) {
    this.#cache = cache
  }

  get size(): number {
    return this.#views.size
  }

  /** Throws a UsageError for a name that the definition does not have. */
  use(slice: Slice, user: ViewUser, scopeFilter: ScopeFilter | undefined): ViewUse {
    const { filter, sort, target } = slice
    const key = subscriptionKey({ resource: scopeFilter?.key ?? '', slice: { target, filter, sort } })
    const base = { ...this.#cache, scopeFilter }
    const shared = this.#views.get(key) ?? {
      slice,
      scopeFilter,
      users: new Set(),
      view: createView(slice, base),
    }
    const groupCounter = () => createGroupCounter(slice, base, shared.view)
    groupCounter()
    this.#views.set(key, shared)
    shared.users.add(user)
    return {
      get view() {
        return shared.view
      },
      get countGroups() {
        return groupCounter()
      },
      release: () => {
        const isReleased = shared.users.delete(user)
        if (isReleased && shared.users.size === 0) this.#views.delete(key)
        return isReleased
      },
    }
  }

  /** Objects have changed: notifies the users of the views that may show them. */
  changed(keys: readonly string[]): void {
    for (const { users } of this.#views.mark(keys)) for (const user of [...users]) user.onRows(keys)
  }

  /** Creates the views again: the cache was replaced. */
  recreate(): void {
    for (const shared of this.#views.list()) {
      const { slice, scopeFilter } = shared
      shared.view = createView(slice, { ...this.#cache, scopeFilter })
    }
  }

  /** Notifies all users. One may leave while it is notified. */
  notify(each: (user: ViewUser) => void): void {
    for (const { users } of this.#views.list()) for (const user of [...users]) each(user)
  }
}
