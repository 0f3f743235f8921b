import { type KubernetesObject, type ObjectMeta, type Row, readObject } from '@kube-informer/core'

/** An object in the pool; `holders` counts the slices that show it. */
export interface PooledObject {
  readonly id: string
  /** Undefined where the row's text cannot be parsed. */
  readonly object: unknown
  holders: number
}

/**
 * The decoded objects of one resource and form. One uid at one resourceVersion is one object in all slices, so that a row
 * keeps its reference while a list scrolls, and is decoded once. Rows of Tables with other columns are other objects.
 */
export class ObjectPool {
  readonly #objects = new Map<string, PooledObject>()

  acquire(row: Row): PooledObject {
    return this.#acquire(row, () => decode(row), row.columns)
  }

  /** The object itself, unless the pool has it already. */
  adopt(object: KubernetesObject): PooledObject {
    return this.#acquire(object.metadata ?? {}, () => object)
  }

  release(pooled: PooledObject): void {
    if (--pooled.holders === 0) this.#objects.delete(pooled.id)
  }

  #acquire({ uid, resourceVersion }: ObjectMeta, read: () => unknown, columns = ''): PooledObject {
    const id = uid && resourceVersion ? `${uid} ${resourceVersion} ${columns}` : ''
    const known = this.#objects.get(id)
    if (known) {
      known.holders++
      return known
    }
    const object = read()
    // An unreadable row is decoded again for each slice: the text of the next one may be valid.
    const added = { id: object === undefined ? '' : id, object, holders: 1 }
    if (added.id) this.#objects.set(id, added)
    return added
  }
}

function decode(row: Row): unknown {
  try {
    return readObject(row)
  } catch {
    return undefined
  }
}
