import type { Slice } from '../../api/subscription.ts'
import type { SliceView } from '../slices/slice-view.ts'

/** A view that {@link OpenViews} marks. */
interface MarkedView {
  readonly slice: Slice
  /** May be replaced. */
  readonly view: Pick<SliceView, 'mark'>
}

/**
 * The open views of an informer. The views of one object are found by the key of a changed object: however many there are,
 * a change costs one look-up.
 */
export class OpenViews<TView extends MarkedView> {
  readonly #all = new Map<string, TView>()
  /** The views that may show several objects. */
  readonly #wide = new Set<TView>()
  /** By the key of their object: the views of one object. */
  readonly #narrow = new Map<string, Set<TView>>()

  get size(): number {
    return this.#all.size
  }

  get(id: string): TView | undefined {
    return this.#all.get(id)
  }

  /** A copy: a view may be removed while its users are notified. */
  list(): TView[] {
    return [...this.#all.values()]
  }

  set(id: string, view: TView): void {
    this.#all.set(id, view)
    const { target } = view.slice
    if (target?.type !== 'key') this.#wide.add(view)
    else this.#narrow.set(target.key, (this.#narrow.get(target.key) ?? new Set()).add(view))
  }

  delete(id: string): void {
    const view = this.#all.get(id)
    if (!view) return
    this.#all.delete(id)
    this.#wide.delete(view)
    const { target } = view.slice
    if (target?.type !== 'key') return
    const views = this.#narrow.get(target.key)
    views?.delete(view)
    if (views?.size === 0) this.#narrow.delete(target.key)
  }

  /** Marks objects as changed; returns the views that may be affected. */
  mark(keys: readonly string[]): TView[] {
    const marked = new Set<TView>()
    for (const key of keys) {
      for (const view of this.#wide) if (view.view.mark(key)) marked.add(view)
      for (const view of this.#narrow.get(key) ?? []) if (view.view.mark(key)) marked.add(view)
    }
    return [...marked]
  }
}
