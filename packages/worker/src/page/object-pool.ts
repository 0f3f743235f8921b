import { type Row, readObject } from '@kube-informer/core'

/** An object in the pool; `holders` counts the slices that show it. */
export interface PooledObject {
  readonly id: string
  readonly object: unknown
  holders: number
}

/**
 * The decoded objects of one resource. One uid at one resourceVersion is one object, whichever slices show
 * it, so that a row keeps its reference while a list scrolls, and is decoded once.
 */
export class ObjectPool {
  readonly #objects = new Map<string, PooledObject>()

  acquire(row: Row): PooledObject {
    const id = row.uid && row.resourceVersion ? `${row.uid} ${row.resourceVersion}` : ''
    const known = this.#objects.get(id)
    if (known) {
      known.holders++
      return known
    }
    const added = { id, object: readObject(row), holders: 1 }
    if (id) this.#objects.set(id, added)
    return added
  }

  release(pooled: PooledObject): void {
    if (--pooled.holders === 0) this.#objects.delete(pooled.id)
  }
}
