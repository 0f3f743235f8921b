import type { KubernetesObject, ObjectMeta } from '@kube-informer/core'
import type { Kind } from '../../kinds/kind.ts'
import { type AnyObject, withMetadata } from '../../object/any-object.ts'
import { stampInOrder } from '../stored-form.ts'
import { type ControllerOptions, deleteNow, storedKinds } from './controller-options.ts'

/** An object and its location. */
interface Found {
  readonly kind: Kind
  readonly key: string
  readonly object: KubernetesObject
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
    const uids = new Set(all.map(({ object }) => object.metadata?.uid ?? ''))
    for (const found of all) {
      if (isAbandoned(found, uids, gone)) this.#delete(found)
      else if (holds(found, ORPHAN)) this.#release(found, all)
      else if (holds(found, FOREGROUND)) this.#endForeground(found, all)
    }
  }

  #all(): readonly Found[] {
    return storedKinds(this.#options.kinds).flatMap(kind => {
      const collection = this.#options.storage.collection(kind.resource)
      return collection.keys.flatMap(key => {
        const object = collection.get(key)?.object
        return object ? [{ kind, key, object }] : []
      })
    })
  }

  #delete({ kind, object }: Found, policy: 'Background' | 'Foreground' = 'Background'): void {
    deleteNow(this.#options, kind, placeOf(object.metadata ?? {}), policy)
  }

  /** Removes the owner from its dependents, then completes its deletion. */
  #release(owner: Found, all: readonly Found[]): void {
    const uid = owner.object.metadata?.uid
    for (const dependent of dependentsOf(owner, all))
      this.#store(dependent, {
        ownerReferences: (dependent.object.metadata?.ownerReferences ?? []).filter(
          other => other.uid !== uid,
        ),
      })
    this.#letGo(owner, ORPHAN)
  }

  /** Deletes the dependents first. */
  #endForeground(owner: Found, all: readonly Found[]): void {
    const dependents = dependentsOf(owner, all)
    if (dependents.length === 0) this.#letGo(owner, FOREGROUND)
    for (const dependent of dependents)
      if (!dependent.object.metadata?.deletionTimestamp) this.#delete(dependent, 'Foreground')
  }

  /** Removes the collector's finalizer; without another one the object is deleted. */
  #letGo(found: Found, finalizer: string): void {
    const { kind, key, object } = found
    const finalizers = (object.metadata?.finalizers ?? []).filter(name => name !== finalizer)
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

function isAbandoned({ object }: Found, uids: ReadonlySet<string>, gone: ReadonlySet<string>): boolean {
  const owners = object.metadata?.ownerReferences ?? []
  if (object.metadata?.deletionTimestamp) return false
  return owners.some(({ uid }) => gone.has(uid)) && owners.every(({ uid }) => !uids.has(uid))
}

const holds = ({ object }: Found, finalizer: string): boolean =>
  object.metadata?.deletionTimestamp !== undefined && (object.metadata.finalizers ?? []).includes(finalizer)

const dependentsOf = ({ object }: Found, all: readonly Found[]): readonly Found[] =>
  all.filter(({ object: other }) =>
    (other.metadata?.ownerReferences ?? []).some(({ uid }) => uid === object.metadata?.uid),
  )

const placeOf = ({ namespace = '', name = '' }: ObjectMeta) => ({ namespace, name })
