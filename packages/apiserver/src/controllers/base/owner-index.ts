import type { KubernetesObject, OwnerReference } from '@kube-informer/core'
import type { Collection } from '../../storage/collection.ts'
import { LazyStoredObject, type StorageEvent, type StoredObject } from '../../storage/stored-object.ts'

const NONE: ReadonlySet<string> = new Set()

/**
 * The objects of a collection by the uids of their owners, kept up to date by storage events. A lazy object is not built
 * if its metadata has ownerReferences.
 */
export class OwnerIndex {
  readonly #keys = new Map<string, Set<string>>()
  /** The keys of objects without a controller, by namespace. */
  readonly #orphans = new Map<string, Set<string>>()

  constructor(collection: Collection) {
    for (const key of collection.keys) this.#add(key, collection.get(key))
    collection.subscribe(event => this.#apply(event))
  }

  /** The keys of an owner's dependents, in the order in which they were added. */
  keysOf(uid: string): ReadonlySet<string> {
    return this.#keys.get(uid) ?? NONE
  }

  /** The keys of the objects of a namespace that have no controller. */
  orphanKeys(namespace: string): ReadonlySet<string> {
    return this.#orphans.get(namespace) ?? NONE
  }

  #apply({ key, previous, current }: StorageEvent): void {
    if (previous && current && ownersOf(previous) === ownersOf(current)) return
    for (const { uid } of ownersOf(previous)) remove(this.#keys, uid, key)
    remove(this.#orphans, namespaceOf(key), key)
    this.#add(key, current)
  }

  #add(key: string, stored: StoredObject | undefined): void {
    if (!stored) return
    for (const { uid } of ownersOf(stored)) add(this.#keys, uid, key)
    if (controllerUidOf(stored) === undefined) add(this.#orphans, namespaceOf(key), key)
  }
}

function add(sets: Map<string, Set<string>>, name: string, key: string): void {
  const keys = sets.get(name)
  if (keys) keys.add(key)
  else sets.set(name, new Set([key]))
}

function remove(sets: Map<string, Set<string>>, name: string, key: string): void {
  const keys = sets.get(name)
  if (keys?.delete(key) && keys.size === 0) sets.delete(name)
}

const namespaceOf = (key: string): string => key.slice(0, Math.max(0, key.indexOf('/')))

const NO_OWNERS: readonly OwnerReference[] = []

/** The owners of a stored object, without building a lazy one that says them. */
function ownersOf(stored: StoredObject | undefined): readonly OwnerReference[] {
  if (!stored) return NO_OWNERS
  const known = stored instanceof LazyStoredObject ? stored.lazy.metadata.ownerReferences : undefined
  return known ?? stored.object.metadata?.ownerReferences ?? NO_OWNERS
}

/** The owner that controls an object. */
export const controllerOf = ({ metadata }: KubernetesObject): OwnerReference | undefined =>
  metadata?.ownerReferences?.find(({ controller }) => controller)

/** The uid of a stored object's controller, without building a lazy object that says it. */
export const controllerUidOf = (stored: StoredObject | undefined): string | undefined =>
  ownersOf(stored).find(({ controller }) => controller)?.uid
