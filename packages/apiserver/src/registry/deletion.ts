import { groupResource, type KubernetesObject } from '@kube-informer/core'
import { type AnyObject, fieldsOf, objectMetaOf, withMetadata } from '../object/any-object.ts'
import { keyOf } from '../object/object-location.ts'
import { timestamp } from '../object/timestamp.ts'
import { conflict, notFound, preconditionFailed } from '../status/status-errors.ts'
import type { Collection } from '../storage/collection.ts'
import type { RegistryOptions } from './creation.ts'
import type { DeleteOptions, Preconditions } from './delete-options.ts'
import { finalizersOf } from './deletion-finalizers.ts'
import { awaitsFinalize } from './namespace.ts'
import { protectedNamespaceError } from './namespace-gate.ts'
import { inServerForm, stampInOrder } from './stored-form.ts'
import { type Target, withType } from './target.ts'

/** The result of a delete: the remaining or the removed object. */
export interface Deleted {
  readonly object: KubernetesObject
  /** False if the object waits for finalizers or a grace period. */
  readonly isGone: boolean
}

/** Deletes objects in the steps that kind, finalizers and grace period require. */
export class Deletion {
  readonly #options: RegistryOptions

  constructor(options: RegistryOptions) {
    this.#options = options
  }

  /** DELETE of one object. */
  delete(target: Target, options: DeleteOptions, warn: (message: string) => void): Deleted {
    const { kind, name } = target
    const isNamespace = groupResource(kind.resource) === 'namespaces'
    const rejection = isNamespace ? protectedNamespaceError(name) : undefined
    if (rejection) throw rejection
    const collection = this.#options.storage.collection(kind.resource)
    const stored = collection.get(keyOf(target))
    if (!stored) throw notFound(kind.resource, name)
    const live = withType(kind, stored.object as AnyObject)
    if (isNamespace) return this.#deleteNamespace(target, { collection, live }, options)
    checkPreconditions(target, options.preconditions, live)
    warnOfOrphans(target, options, warn)
    return this.#deleteObject(target, { collection, live }, options)
  }

  #deleteObject(target: Target, state: State, options: DeleteOptions): Deleted {
    const { live } = state
    const { strategy, kind, subresource } = target
    if (strategy.prepareForDelete) {
      const { clock, storage } = this.#options
      const context = { kind, storage, subresource, now: clock.now(), warn: () => {} }
      const held = strategy.prepareForDelete(live, context)
      return { object: this.#write(target, state, held, options), isGone: false }
    }
    const grace = this.#graceOf(target, live, options)
    if (grace === 'pending') return { object: live, isGone: false }
    const finalizers = finalizersOf(live, options, target.strategy)
    const marked = withMetadata(live, { finalizers })
    if (finalizers.length > 0) {
      const waiting = grace === undefined ? this.#leavingNow(marked) : this.#leaving(marked, grace)
      return { object: this.#write(target, state, waiting, options), isGone: false }
    }
    if (grace === undefined) return { object: this.#remove(target, state, options), isGone: true }
    const leaving = this.#write(target, state, this.#leaving(marked, grace), options)
    if (grace > 0) return { object: leaving, isGone: false }
    if (options.dryRun) return { object: leaving, isGone: true }
    return { object: this.#remove(target, state, options), isGone: true }
  }

  /** The grace period in seconds; undefined without one, `pending` if the running one is short enough. */
  #graceOf({ strategy }: Target, live: AnyObject, options: DeleteOptions): number | undefined | 'pending' {
    if (!strategy.graceSeconds) return undefined
    const { deletionTimestamp, deletionGracePeriodSeconds: granted = 0 } = objectMetaOf(live)
    const asked =
      options.gracePeriodSeconds !== undefined && options.gracePeriodSeconds < 0
        ? 1
        : options.gracePeriodSeconds
    if (!deletionTimestamp) return strategy.graceSeconds(live, asked)
    if (granted === 0) return undefined
    return asked === undefined || asked >= granted ? 'pending' : asked
  }

  /** The object with a deletion time; a present deletion time can only be moved forward. */
  #leaving(object: AnyObject, grace: number): AnyObject {
    const { deletionTimestamp, deletionGracePeriodSeconds: granted = 0, generation } = objectMetaOf(object)
    const now = this.#options.clock.now()
    if (deletionTimestamp === undefined)
      return withMetadata(object, {
        deletionTimestamp: timestamp(now + grace * 1000),
        deletionGracePeriodSeconds: grace,
        generation: generation ? generation + 1 : generation,
      })
    const moved = Date.parse(deletionTimestamp) + (grace - granted) * 1000
    const isOver = moved < now
    return withMetadata(object, {
      deletionTimestamp: timestamp(isOver ? now : moved),
      deletionGracePeriodSeconds: isOver && grace !== 0 ? 1 : grace,
    })
  }

  /** Marks an object that waits for finalizers only. */
  #leavingNow(object: AnyObject): AnyObject {
    const { deletionTimestamp, generation } = objectMetaOf(object)
    const now = this.#options.clock.now()
    const isSooner = deletionTimestamp === undefined || Date.parse(deletionTimestamp) > now
    return withMetadata(object, {
      deletionTimestamp: isSooner ? timestamp(now) : deletionTimestamp,
      deletionGracePeriodSeconds: 0,
      generation: deletionTimestamp === undefined && generation ? generation + 1 : generation,
    })
  }

  /** A Namespace is only marked; it is removed when `/finalize` clears its finalizers. */
  #deleteNamespace(target: Target, state: State, options: DeleteOptions): Deleted {
    const { live } = state
    checkNamespacePreconditions(target, options.preconditions, live)
    if (live.metadata?.deletionTimestamp) {
      if (awaitsFinalize(live)) return { object: live, isGone: false }
      return this.#deleteObject(target, state, options)
    }
    const marked = withMetadata(live, {
      deletionTimestamp: timestamp(this.#options.clock.now()),
      finalizers: finalizersOf(live, inNamespaceTerms(options), target.strategy),
    })
    const terminating = { ...marked, status: { ...fieldsOf(live.status), phase: 'Terminating' } }
    return { object: this.#write(target, state, terminating, options), isGone: false }
  }

  /** Without a change nothing is written. */
  #write(
    target: Target,
    { collection, live }: State,
    next: AnyObject,
    { dryRun }: DeleteOptions,
  ): KubernetesObject {
    const object = inServerForm(next)
    if (dryRun || isSame(object, live)) return object
    return collection.put(keyOf(target), revision => stampInOrder(object, revision)).object
  }

  /** The last state with the resourceVersion of its removal. */
  #remove(target: Target, { collection, live }: State, { dryRun }: DeleteOptions): KubernetesObject {
    if (dryRun) return live
    const event = collection.remove(keyOf(target))
    if (!event?.previous) throw notFound(target.kind.resource, target.name)
    const { object } = event.previous
    return stampInOrder(object as AnyObject, event.revision)
  }
}

/** With the deprecated `orphanDependents: false`, a Namespace is deleted in the foreground. */
const inNamespaceTerms = (options: DeleteOptions): DeleteOptions =>
  options.isCascading ? { ...options, propagationPolicy: 'Foreground' } : options

interface State {
  readonly collection: Collection
  readonly live: AnyObject
}

/** Compares the members that a delete changes. */
function isSame(next: AnyObject, live: AnyObject): boolean {
  const [after, before] = [objectMetaOf(next), objectMetaOf(live)]
  return (
    after.deletionTimestamp === before.deletionTimestamp &&
    after.deletionGracePeriodSeconds === before.deletionGracePeriodSeconds &&
    (after.finalizers ?? []).join() === (before.finalizers ?? []).join()
  )
}

function checkPreconditions({ kind, name }: Target, wanted: Preconditions, { metadata }: AnyObject): void {
  const { uid, resourceVersion } = wanted
  if (uid !== undefined && uid !== metadata?.uid)
    throw preconditionFailed(
      kind.resource,
      name,
      `the UID in the precondition (${uid}) does not match the UID in record (${metadata?.uid}). The object might have been deleted and then recreated`,
    )
  if (resourceVersion !== undefined && resourceVersion !== metadata?.resourceVersion)
    throw preconditionFailed(
      kind.resource,
      name,
      `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${metadata?.resourceVersion}). The object might have been modified`,
    )
}

/** Namespaces have other messages. */
function checkNamespacePreconditions(
  { kind, name }: Target,
  { uid, resourceVersion }: Preconditions,
  { metadata }: AnyObject,
): void {
  if (uid !== undefined && uid !== metadata?.uid)
    throw conflict(
      kind.resource,
      name,
      `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${metadata?.uid}`,
    )
  if (resourceVersion !== undefined && resourceVersion !== metadata?.resourceVersion)
    throw conflict(
      kind.resource,
      name,
      `Precondition failed: ResourceVersion in precondition: ${resourceVersion}, ResourceVersion in object meta: ${metadata?.resourceVersion}`,
    )
}

function warnOfOrphans(
  { kind }: Target,
  { propagationPolicy }: DeleteOptions,
  warn: (message: string) => void,
): void {
  if (groupResource(kind.resource) === 'jobs.batch' && propagationPolicy === undefined)
    warn(
      'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning',
    )
}
