import { type Row, readObject } from '@kube-informer/core'

/** An object in the pool; `holders` counts the slices that show it. */
export interface PooledObject {
  readonly id: string
  /** Undefined where the row's text cannot be parsed. */
  readonly object: unknown
  holders: number
}

/**
 * The decoded objects of one resource. One uid at one resourceVersion is one object in all slices, so that a row keeps
 * its reference while a list scrolls, and is decoded once.
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
    const object = decode(row)
    // An unreadable row is decoded again for each slice: the text of the next one may be valid.
    const added = { id: object === undefined ? '' : id, object, holders: 1 }
    if (added.id) this.#objects.set(id, added)
    return added
  }

  release(pooled: PooledObject): void {
    if (--pooled.holders === 0) this.#objects.delete(pooled.id)
  }
}

function decode(row: Row): unknown {
  try {
    return readObject(row)
  } catch {
    return undefined
  }
}
