import { keepTimesIfUnchanged } from '../apply/keep-times.ts'
import { trackScale } from '../apply/track-scale.ts'
import { trackUpdate } from '../apply/track-update.ts'
import { deepEqual } from '../json/deep-equal.ts'
import { type AnyObject, objectMetaOf, textOf, withMembers, withMetadata } from '../object/any-object.ts'
import { keyOf } from '../object/object-location.ts'
import { immutableErrors } from '../schema/immutable-errors.ts'
import { invalidValue } from '../status/field-errors.ts'
import { conflict, internalError, invalid, notFound } from '../status/status-errors.ts'
import type { StoredObject } from '../storage/stored-object.ts'
import { type Creation, fieldWriteOf, type RegistryOptions, withoutSystemMembers } from './creation.ts'
import { typedStored } from './decode-value.ts'
import { checkName, inNamespace } from './name-checks.ts'
import { awaitsFinalize } from './namespace.ts'
import { changeErrors } from './object-errors.ts'
import { withDistinctOwners } from './owner-references.ts'
import { storageKeyOf } from './storage-key.ts'
import { inStoredForm, stampInOrder } from './stored-form.ts'
import type { WriteContext } from './strategy.ts'
import { type Target, type Writing, type Written, withType } from './target.ts'

/** How a write changes the stored object. */
export interface Change {
  /** The client's next state; `stored` is undefined if the object does not exist. */
  next(stored: AnyObject | undefined): AnyObject
  /** The write may create the object. */
  readonly mayCreate: boolean
  /** `next` records field ownership itself. */
  readonly tracksItself: boolean
  /** The path of the number of replicas, if that is the only change. */
  readonly replicasPath?: readonly string[] | undefined
  /** The expected uid, if the client specifies one. */
  readonly uid?: string | undefined
}

/** Changes objects: PUT, all types of PATCH, and the server's own changes. */
export class Update {
  readonly #options: RegistryOptions
  readonly #creation: Creation

  constructor(options: RegistryOptions, creation: Creation) {
    this.#options = options
    this.#creation = creation
  }

  /** Applies one write; throws the Status errors of a real server. */
  update(target: Target, change: Change, writing: Writing): Written {
    const { kind, name } = target
    const stored = this.#options.storage.collection(kind.resource).get(keyOf(target))
    if (!stored && !change.mayCreate) throw notFound(kind.resource, name)
    const live = stored && withType(kind, liveOf(stored, target))
    checkUid(target, change.uid, live)
    const next = this.#wished(target, change, live, writing)
    checkRevisionText(next)
    if (!stored || !live) {
      const fresh = withMetadata(withoutSystemMembers(next), { resourceVersion: undefined })
      return { object: this.#creation.admit(target, fresh, writing), isNew: true }
    }
    checkRevision(target, next, stored)
    return { object: this.#settle(target, next, { stored, live }, writing), isNew: false }
  }

  /** The client's next state with field ownership. */
  #wished(target: Target, change: Change, live: AnyObject | undefined, writing: Writing): AnyObject {
    const sent = withType(target.kind, change.next(live))
    const uid = textOf(sent.metadata?.uid)
    if (!live && uid && change.tracksItself)
      throw conflict(
        target.kind.resource,
        target.name,
        `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`,
      )
    const own = inNamespace(target, sent)
    checkName(target, own)
    const distinct = withDistinctOwners(own, writing.warn)
    if (change.tracksItself) return distinct
    const write = fieldWriteOf(target, writing, this.#options.clock.now())
    const { replicasPath } = change
    const next =
      live && replicasPath
        ? trackScale({ live, next: distinct, replicasPath, ...write })
        : trackUpdate({ live, next: distinct, ...write })
    return next as AnyObject
  }

  /** Completes, validates and stores the next state. */
  #settle(
    target: Target,
    wished: AnyObject,
    { stored, live }: { stored: StoredObject; live: AnyObject },
    { dryRun, warn }: Writing,
  ): StoredObject['object'] {
    const { kind, strategy, subresource } = target
    const { storage, clock } = this.#options
    const context: WriteContext = { kind, storage, subresource, warn, now: clock.now() }
    const admitted = strategy.admit?.(wished, live) ?? wished
    const merged = withServerParts(target, admitted, live)
    const prepared = strategy.prepareForUpdate?.(merged, live, context) ?? merged
    const counted = withGeneration(target, prepared, live)
    const errors = changeErrors(
      target,
      counted,
      live,
      strategy.validateUpdate?.(counted, live, context) ?? unchangeableErrors(target, counted, live),
    )
    if (errors.length > 0) throw invalid(kind.resource, target.name, errors, !kind.isBuiltIn)
    if (subresource === '') for (const warning of strategy.warnings?.(counted, live) ?? []) warn(warning)
    const next = inStoredForm(target, keepTimesIfUnchanged(live, counted) as AnyObject)
    if (isFinalized(next, live)) {
      if (!dryRun) storage.collection(kind.resource).remove(keyOf(target))
      return next
    }
    if (!stored.isStale && deepEqual(next, live)) return stored.object
    if (dryRun) return next
    return storage.collection(kind.resource).put(keyOf(target), revision => stampInOrder(next, revision))
      .object
  }
}

/** The stored object as a read decodes it. */
function liveOf({ object, isDecoded }: StoredObject, target: Target): AnyObject {
  return isDecoded ? (object as AnyObject) : typedStored(withType(target.kind, object as AnyObject), target)
}

function checkUid(target: Target, uid: string | undefined, live: AnyObject | undefined): void {
  const storedUid = live?.metadata?.uid ?? ''
  if (!uid || uid === storedUid) return
  const why = `StorageError: invalid object, Code: 4, Key: ${storageKeyOf(target)}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${uid}, UID in object meta: ${storedUid}`
  throw conflict(target.kind.resource, target.name, why)
}

function checkRevisionText({ metadata }: AnyObject): void {
  const given = textOf(metadata?.resourceVersion)
  if (given !== '' && !/^\d+$/.test(given))
    throw internalError(`strconv.ParseUint: parsing ${JSON.stringify(given)}: invalid syntax`)
}

/** Compares the resourceVersion that the client specifies; some kinds require it. */
function checkRevision({ kind, strategy, name }: Target, next: AnyObject, { revision }: StoredObject): void {
  const given = textOf(next.metadata?.resourceVersion)
  if (Number(given) === 0) {
    if (!strategy.requiresRevision) return
    const { group, plural } = kind.resource
    const rule = invalidValue('metadata.resourceVersion', 0, 'must be specified for an update')
    throw invalid({ kind: plural, group }, name, [rule])
  }
  if (Number(given) !== revision)
    throw conflict(
      kind.resource,
      name,
      'the object has been modified; please apply your changes to the latest version and try again',
    )
}

/** The next state with server-owned metadata, and without changes to other subresources. */
function withServerParts(target: Target, next: AnyObject, live: AnyObject): AnyObject {
  const { uid, creationTimestamp, deletionTimestamp, deletionGracePeriodSeconds } = objectMetaOf(live)
  const parts = target.subresource === 'status' ? ofStatus(target, next, live) : ofSpec(target, next, live)
  const sent = objectMetaOf(parts)
  return withMetadata(parts, {
    selfLink: undefined,
    resourceVersion: live.metadata?.resourceVersion,
    uid: textOf(sent.uid) || uid,
    creationTimestamp: creationTimestamp ?? sent.creationTimestamp,
    deletionTimestamp: deletionTimestamp ?? sent.deletionTimestamp,
    deletionGracePeriodSeconds: sent.deletionGracePeriodSeconds ?? deletionGracePeriodSeconds,
    generation: live.metadata?.generation,
  })
}

const ofSpec = ({ strategy }: Target, next: AnyObject, live: AnyObject): AnyObject =>
  strategy.hasStatus ? withMembers(next, { status: live.status }) : next

/** A write of the status keeps everything except the status and some metadata. */
function ofStatus({ strategy, kind }: Target, next: AnyObject, live: AnyObject): AnyObject {
  const { managedFields } = objectMetaOf(next)
  const object = withMembers(live, { status: next.status })
  if (strategy.statusMetadata === 'none') return withMetadata(object, { managedFields })
  const { labels, ownerReferences } = objectMetaOf(live)
  const kept = {
    ...(strategy.statusMetadata === 'all but labels' ? { labels } : {}),
    ...(kind.resource.kind === 'Pod' ? { ownerReferences } : {}),
  }
  return { ...object, metadata: withMembers(objectMetaOf(next), kept) }
}

/** Increments the generation if a counted part changed. */
function withGeneration(target: Target, next: AnyObject, live: AnyObject): AnyObject {
  const { strategy, subresource } = target
  if (!strategy.countsGeneration || subresource === 'status') return next
  const counts = (object: AnyObject) => {
    const { metadata, status, ...rest } = object
    return {
      ...rest,
      ...(strategy.hasStatus ? {} : { status }),
      ...(strategy.countsAnnotations ? { annotations: metadata?.annotations ?? {} } : {}),
      ...(strategy.countsLabels ? { labels: metadata?.labels ?? {} } : {}),
    }
  }
  // An empty list equals none.
  if (deepEqual(counts(inStoredForm(target, next)), counts(live))) return next
  return withMetadata(next, { generation: (live.metadata?.generation ?? 0) + 1 })
}

/** Schema errors for kinds without their own update rules. */
const unchangeableErrors = ({ schema, kind, subresource }: Target, next: AnyObject, live: AnyObject) =>
  schema && kind.isBuiltIn && subresource === '' ? immutableErrors(schema, live, next) : []

/** Whether the object is being deleted and has no finalizers left. */
function isFinalized(next: AnyObject, { metadata: before }: AnyObject): boolean {
  const isWaiting = (next.metadata?.finalizers ?? []).length > 0 || awaitsFinalize(next)
  return (
    before?.deletionTimestamp !== undefined && (before.deletionGracePeriodSeconds ?? 0) === 0 && !isWaiting
  )
}
