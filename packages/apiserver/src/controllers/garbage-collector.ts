import type { ObjectMeta, OwnerReference } from '@kube-informer/core'
import type { Kind } from '../kinds/kind.ts'
import { type AnyObject, withMetadata } from '../object/any-object.ts'
import { keyOf } from '../object/object-location.ts'
import { stampInOrder } from '../registry/stored-form.ts'
import { knownMetadata } from '../storage/stored-object.ts'
import { namespaceOf, ownersOf } from './base/stored-metadata.ts'
import { type ControllerOptions, deleteNow, storedKinds } from './controller-options.ts'

/** An object's location, and its metadata. It builds no lazy object. */
interface Found {
  readonly kind: Kind
  readonly key: string
  readonly metadata: ObjectMeta
}

const FOREGROUND = 'foregroundDeletion'
const ORPHAN = 'orphan'

/** Deletes objects whose last owner is gone, and completes foreground and orphan deletions. */
export class GarbageCollector {
  readonly #options: ControllerOptions

  constructor(options: ControllerOptions) {
    this.#options = options
  }

  /**
   * Processes all objects.
   *
   * @param gone the uids of deleted objects: only their dependents can have lost an owner
   */
  run(gone: ReadonlySet<string>): void {
    const all = this.#all()
    for (const found of all) {
      if (this.#isAbandoned(found, gone)) this.#delete(found)
      else if (holds(found, ORPHAN)) this.#release(found, all)
      else if (holds(found, FOREGROUND)) this.#endForeground(found, all)
    }
  }

  #all(): readonly Found[] {
    return storedKinds(this.#options.kinds).flatMap(kind => {
      const collection = this.#options.storage.collection(kind.resource)
      return collection.keys.flatMap(key => {
        const stored = collection.get(key)
        return stored ? [{ kind, key, metadata: knownMetadata(stored) }] : []
      })
    })
  }

  #isAbandoned(found: Found, gone: ReadonlySet<string>): boolean {
    const { metadata } = found
    const owners = ownersOf(found)
    if (metadata.deletionTimestamp || !owners.some(({ uid }) => gone.has(uid))) return false
    return owners.every(owner => !this.#exists(owner, namespaceOf(found)))
  }

  /** Whether an owner is stored: cluster-scoped, or in the namespace of its dependent. */
  #exists(
    { apiVersion, kind: name, name: ownerName, uid }: OwnerReference,
    dependentNamespace: string,
  ): boolean {
    const [version = '', group = ''] = apiVersion.split('/').reverse()
    const kind = this.#options.kinds.ofKind(group, version, name)
    if (!kind) return false
    const namespace = kind.resource.namespaced ? dependentNamespace : ''
    const stored = this.#options.storage.collection(kind.resource).get(keyOf({ namespace, name: ownerName }))
    return stored?.object.metadata?.uid === uid
  }

  #delete({ kind, metadata }: Found, policy: 'Background' | 'Foreground' = 'Background'): void {
    deleteNow(this.#options, kind, placeOf(metadata), policy)
  }

  /** Removes the owner from its dependents, then completes its deletion. */
  #release(owner: Found, all: readonly Found[]): void {
    const uid = owner.metadata.uid
    for (const dependent of dependentsOf(owner, all))
      this.#store(dependent, {
        ownerReferences: ownersOf(dependent).filter(other => other.uid !== uid),
      })
    this.#letGo(owner, ORPHAN)
  }

  /** Deletes the dependents first. */
  #endForeground(owner: Found, all: readonly Found[]): void {
    const dependents = dependentsOf(owner, all)
    if (dependents.length === 0) this.#letGo(owner, FOREGROUND)
    for (const dependent of dependents)
      if (!dependent.metadata.deletionTimestamp) this.#delete(dependent, 'Foreground')
  }

  /** Removes the collector's finalizer; without another one the object is deleted. */
  #letGo(found: Found, finalizer: string): void {
    const { kind, key, metadata } = found
    const finalizers = (metadata.finalizers ?? []).filter(name => name !== finalizer)
    if (finalizers.length > 0) this.#store(found, { finalizers })
    else this.#options.storage.collection(kind.resource).remove(key)
  }

  #store({ kind, key }: Found, members: Readonly<Record<string, unknown>>): void {
    const collection = this.#options.storage.collection(kind.resource)
    const stored = collection.get(key)
    if (!stored) return
    const next = withMetadata(stored.object as AnyObject, members)
    collection.put(key, revision => stampInOrder(next, revision))
  }
}

const holds = ({ metadata }: Found, finalizer: string): boolean =>
  metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).includes(finalizer)

const dependentsOf = (owner: Found, all: readonly Found[]): readonly Found[] =>
  all.filter(found => ownersOf(found).some(({ uid }) => uid === owner.metadata.uid))

const placeOf = ({ namespace = '', name = '' }: ObjectMeta) => ({ namespace, name })
