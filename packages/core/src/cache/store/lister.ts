import { StatusError } from '../../api/errors.ts'
import { type ObjectAccess, objectAccess } from '../../api/object-access.ts'
import type { LabelMatcher } from '../../api/selectors.ts'
import { NAMESPACE_INDEX } from './index-function.ts'
import type { Indexer } from './indexer.ts'

/** Restricts a list. */
export interface ListerOptions {
  /**
   * A parsed selector, as in client-go: `labelMatcher({ app: 'web' })`, `labelMatcher('app=web,tier!=cache')`. A page without
   * selectors does not load the parser this way.
   * @default everything
   */
  readonly labelSelector?: LabelMatcher | undefined
}

/** Reads one namespace of a cache (client-go's namespace listers). */
export interface NamespaceLister<T> {
  list(options?: ListerOptions): readonly T[]
  /** Throws a StatusError of reason NotFound when there is no such object. */
  get(name: string): T
}

/** Reads the cache of a namespaced resource: an object has a namespace and a name (client-go's generated listers). */
export interface NamespacedLister<T> {
  /** All objects, of every namespace. */
  list(options?: ListerOptions): readonly T[]
  namespace(namespace: string): NamespaceLister<T>
}

/** Reads the cache of a cluster-scoped resource: an object has a name (client-go's generated listers). */
export interface ClusterLister<T> {
  list(options?: ListerOptions): readonly T[]
  /** Throws a StatusError of reason NotFound when there is no such object. */
  get(name: string): T
}

/**
 * Reads a cache like a client reads the server, without requests (client-go's generated listers). Objects are shared:
 * do not write to them.
 */
export class Lister<T> implements NamespacedLister<T>, ClusterLister<T> {
  readonly #indexer: Indexer<T>
  readonly #access: ObjectAccess<T>

  constructor(indexer: Indexer<T>, access: ObjectAccess<T> = objectAccess as ObjectAccess<T>) {
    this.#indexer = indexer
    this.#access = access
  }

  /** All objects; without a selector, the same array until one of them changes. */
  list({ labelSelector }: ListerOptions = {}): readonly T[] {
    return this.#select(this.#indexer.list(), labelSelector)
  }

  /** A cluster-scoped object by its name. Throws a StatusError of reason NotFound when there is none. */
  get(name: string): T {
    return this.#getByKey(name, name)
  }

  namespace(namespace: string): NamespaceLister<T> {
    if (namespace === '') return this
    return {
      list: ({ labelSelector } = {}) => this.#select(this.#inNamespace(namespace), labelSelector),
      get: name => this.#getByKey(`${namespace}/${name}`, name),
    }
  }

  #inNamespace(namespace: string): readonly T[] {
    if (Object.hasOwn(this.#indexer.getIndexers(), NAMESPACE_INDEX))
      return this.#indexer.byIndex(NAMESPACE_INDEX, namespace)
    return this.#indexer.list().filter(object => this.#access.namespace(object) === namespace)
  }

  #select(objects: readonly T[], matches: LabelMatcher | undefined): readonly T[] {
    return matches ? objects.filter(object => matches(this.#access.labels(object))) : objects
  }

  #getByKey(key: string, name: string): T {
    const object = this.#indexer.getByKey(key)
    if (object !== undefined) return object
    throw new StatusError({
      status: 'Failure',
      code: 404,
      reason: 'NotFound',
      message: `${JSON.stringify(name)} not found`,
    })
  }
}
