import type { InformerStatus, Row } from '@kube-informer/core'
import type { HeldView, ViewUser } from '../held-view/held-view.ts'
import type { RelatedResource } from './related-item.ts'
import type { RelatedTree } from './related-tree.ts'

export interface RelatedSourceOptions {
  readonly resource: RelatedResource
  readonly open: (user: ViewUser) => HeldView
  /** Called when the rows or the status may have changed. */
  readonly onDirty: () => void
}

/** Up to this many changed keys are stored; beyond that, all rows are read again. */
const MANY = 10_000

/** One resource of a tree: the keys that have changed since they were last read, and the status. */
export class RelatedSource {
  readonly resource: RelatedResource
  readonly #held: HeldView
  readonly #onDirty: () => void
  /** Undefined where any key may have changed. */
  #changed: Set<string> | undefined
  #data: InformerStatus['data'] = 'none'
  #takenVersion = ''

  constructor({ resource, open, onDirty }: RelatedSourceOptions) {
    this.resource = resource
    this.#onDirty = onDirty
    this.#held = open({
      onRows: keys => this.#mark(keys),
      onStatus: () => this.#statusChanged(),
    })
  }

  get status(): InformerStatus {
    return this.#held.status
  }

  get coveredResourceVersion(): string {
    return this.#held.coveredResourceVersion
  }

  get parts(): HeldView['parts'] {
    return this.#held.parts
  }

  /** The resourceVersion of the rows that were taken last. */
  get takenVersion(): string {
    return this.#takenVersion
  }

  /** Applies what has changed to the tree. */
  takeInto(tree: RelatedTree): void {
    const changed = this.#changed
    this.#changed = new Set()
    if (changed?.size === 0) return
    this.#takenVersion = this.#held.newestResourceVersion
    if (changed) for (const key of changed) this.#apply(tree, key, this.#held.view.get(key))
    else tree.replace(this.resource, this.#held.view.rows())
  }

  close(): void {
    this.#held.release()
  }

  #apply(tree: RelatedTree, key: string, row: Row | undefined): void {
    if (row) tree.set(this.resource, row)
    else tree.delete(this.resource, key)
  }

  #mark(keys: readonly string[] | undefined): void {
    if (keys) for (const key of keys) this.#changed?.add(key)
    if (!keys || (this.#changed && this.#changed.size > MANY)) this.#changed = undefined
    this.#onDirty()
  }

  #statusChanged(): void {
    const { data } = this.#held.status
    // A view without data has no rows, whatever its informer holds.
    if ((data === 'none') !== (this.#data === 'none')) this.#changed = undefined
    this.#data = data
    this.#onDirty()
  }
}
