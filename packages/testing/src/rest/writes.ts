import {
  apiVersionOf,
  type Clock,
  type KubernetesObject,
  type ObjectMeta,
  type Random,
  type ResourceDefinition,
} from '@kube-informer/core'
import { deepEqual } from '../deep-equal.ts'
import { frozenCopy } from '../freeze.ts'
import { NAME_ALPHABET, text, uuid } from '../random.ts'
import type { Storage } from '../storage/storage.ts'
import type { StoredObject } from '../storage/stored-object.ts'
import { type AnyObject, hasGeneration, hasStatus, isFinalized, merged, withDefined } from './merge-update.ts'
import {
  alreadyExists,
  badRequest,
  conflict,
  internalError,
  invalid,
  notFound,
  preconditionFailed,
} from './status.ts'

/** Which object. */
export interface Place {
  readonly resource: ResourceDefinition
  readonly namespace: string
  readonly name: string
}

/** Conditions of a delete (meta/v1 Preconditions). */
export interface Preconditions {
  readonly uid?: string | undefined
  readonly resourceVersion?: string | undefined
}

const keyOf = ({ namespace, name }: Place): string => (namespace ? `${namespace}/${name}` : name)

const MAX_ANNOTATIONS_BYTES = 256 * 1024
const MAX_GENERATED_BASE = 58
const GENERATE_ATTEMPTS = 8

/** Creates, replaces and deletes, by the rules that clients can notice. */
export class Writes {
  readonly #storage: Storage
  readonly #clock: Clock
  readonly #random: Random

  constructor(options: { storage: Storage; clock: Clock; random: Random }) {
    this.#storage = options.storage
    this.#clock = options.clock
    this.#random = options.random
  }

  get(place: Place): StoredObject {
    const stored = this.#storage.collection(place.resource).get(keyOf(place))
    if (!stored) throw notFound(place.resource, place.name)
    return stored
  }

  /** POST: sets what the server sets, and refuses what exists. */
  create(resource: ResourceDefinition, namespace: string, body: AnyObject): StoredObject {
    const metadata = body.metadata ?? {}
    if (metadata.resourceVersion)
      throw internalError('resourceVersion should not be set on objects to be created')
    checkNamespace(namespace, body)
    const name = this.#nameFor(resource, namespace, metadata)
    checkAnnotations(resource, name, metadata)
    const {
      uid: _uid,
      creationTimestamp: _created,
      deletionTimestamp: _deleted,
      deletionGracePeriodSeconds: _grace,
      ...kept
    } = metadata
    const status = hasStatus(resource) ? { status: resource.kind === 'Pod' ? { phase: 'Pending' } : {} } : {}
    return this.insert(resource, {
      ...body,
      ...status,
      metadata: { ...kept, name, ...(namespace ? { namespace } : {}) },
    })
  }

  /** Stores a new object as it is, with a uid, a creation time and a revision; refuses what exists. */
  insert(resource: ResourceDefinition, object: AnyObject): StoredObject {
    const place = placeOf(resource, object)
    const collection = this.#storage.collection(resource)
    if (collection.get(keyOf(place))) throw alreadyExists(resource, place.name)
    const complete = this.complete(resource, object)
    return collection.put(keyOf(place), revision => stamp(complete, revision))
  }

  /** The object with what every stored object has, except its revision; parts that are frozen are shared. */
  complete(resource: ResourceDefinition, object: AnyObject): AnyObject {
    const { kind: _kind, apiVersion: _apiVersion, metadata, ...rest } = object
    return {
      kind: resource.kind,
      apiVersion: apiVersionOf(resource),
      metadata: {
        ...metadata,
        ...(resource.namespaced ? { namespace: metadata?.namespace ?? 'default' } : {}),
        uid: metadata?.uid ?? uuid(this.#random),
        creationTimestamp: metadata?.creationTimestamp ?? this.#timestamp(),
        ...(hasGeneration(resource) ? { generation: metadata?.generation ?? 1 } : {}),
      },
      ...rest,
    }
  }

  /** Stores a new state of an object that exists, whatever the state is. */
  overwrite(place: Place, object: AnyObject): StoredObject {
    const stored = this.get(place)
    const { uid, creationTimestamp } = stored.object.metadata ?? {}
    const metadata = withDefined(object.metadata ?? {}, { uid, creationTimestamp })
    const complete = this.complete(place.resource, { ...object, metadata })
    return this.#storage.collection(place.resource).put(keyOf(place), revision => stamp(complete, revision))
  }

  /** PUT, and the end of a PATCH: what the client may change, changed. Nothing changed: nothing is written. */
  replace(place: Place, body: AnyObject, subresource: string): StoredObject {
    const stored = this.get(place)
    this.#checkReplace(place, body, stored.object)
    const next = merged(place.resource, stored.object as AnyObject, body, subresource)
    if (deepEqual(next, stored.object)) return stored
    if (isFinalized(next)) {
      this.#storage.collection(place.resource).remove(keyOf(place))
      return stored
    }
    return this.#storage.collection(place.resource).put(keyOf(place), revision => stamp(next, revision))
  }

  /** DELETE: waits for finalizers, else removes at once. Returns what is left, or what was. */
  delete(place: Place, preconditions: Preconditions = {}): { object: KubernetesObject; removed: boolean } {
    const stored = this.get(place)
    checkPreconditions(place, preconditions, stored.object.metadata ?? {})
    const { finalizers = [], deletionTimestamp } = stored.object.metadata ?? {}
    if (finalizers.length === 0) return { object: this.remove(place), removed: true }
    if (deletionTimestamp) return { object: stored.object, removed: false }
    const metadata = {
      ...stored.object.metadata,
      deletionTimestamp: this.#timestamp(),
      deletionGracePeriodSeconds: 0,
    }
    const collection = this.#storage.collection(place.resource)
    const waiting = collection.put(keyOf(place), revision => stamp({ ...stored.object, metadata }, revision))
    return { object: waiting.object, removed: false }
  }

  /** Removes an object, whatever holds it. Returns its last state. */
  remove(place: Place): KubernetesObject {
    const event = this.#storage.collection(place.resource).remove(keyOf(place))
    if (!event?.previous) throw notFound(place.resource, place.name)
    return event.previous.object
  }

  #nameFor(resource: ResourceDefinition, namespace: string, metadata: ObjectMeta): string {
    if (metadata.name) return metadata.name
    if (!metadata.generateName)
      throw invalid(resource, '', [
        { field: 'metadata.name', type: 'Required value', detail: 'name or generateName is required' },
      ])
    const base = metadata.generateName.slice(0, MAX_GENERATED_BASE)
    const collection = this.#storage.collection(resource)
    for (let attempt = 0; attempt < GENERATE_ATTEMPTS; attempt++) {
      const name = base + text(this.#random, 5, NAME_ALPHABET)
      if (!collection.get(keyOf({ resource, namespace, name }))) return name
    }
    throw alreadyExists(resource, base)
  }

  #checkReplace(place: Place, body: AnyObject, stored: KubernetesObject): void {
    const { name, resourceVersion, uid } = body.metadata ?? {}
    if (!name)
      throw badRequest(
        `the name of the object (${place.name} based on URL) was undeterminable: name must be provided`,
      )
    if (name !== place.name)
      throw badRequest(`the name of the object (${name}) does not match the name on the URL (${place.name})`)
    checkNamespace(place.namespace, body)
    checkAnnotations(place.resource, name, body.metadata ?? {})
    if (resourceVersion && resourceVersion !== stored.metadata?.resourceVersion)
      throw conflict(
        place.resource,
        place.name,
        'the object has been modified; please apply your changes to the latest version and try again',
      )
    const storedUid = stored.metadata?.uid
    if (uid && uid !== storedUid)
      throw conflict(
        place.resource,
        place.name,
        `StorageError: invalid object, Code: 4, Key: /${place.resource.plural}/${keyOf(place)}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${uid}, UID in object meta: ${storedUid}`,
      )
  }

  /** RFC 3339 in seconds, as the server writes times. */
  #timestamp(): string {
    return new Date(this.#clock.now()).toISOString().replace(/\.\d+Z$/, 'Z')
  }
}

/** Where an object says it belongs. */
export function placeOf(resource: ResourceDefinition, { metadata }: KubernetesObject): Place {
  return {
    resource,
    namespace: resource.namespaced ? (metadata?.namespace ?? 'default') : '',
    name: metadata?.name ?? '',
  }
}

/** The object with its revision, frozen. */
export const stamp = (object: KubernetesObject, revision: number): KubernetesObject =>
  frozenCopy({ ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } })

function checkNamespace(namespace: string, { metadata }: AnyObject): void {
  if (namespace && metadata?.namespace && metadata.namespace !== namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
}

function checkAnnotations(
  resource: ResourceDefinition,
  name: string,
  { annotations = {} }: ObjectMeta,
): void {
  const bytes = Object.entries(annotations).reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  if (bytes <= MAX_ANNOTATIONS_BYTES) return
  const detail = `may not be more than ${MAX_ANNOTATIONS_BYTES} bytes`
  throw invalid(resource, name, [{ field: 'metadata.annotations', type: 'Too long', detail }])
}

function checkPreconditions(
  place: Place,
  { uid, resourceVersion }: Preconditions,
  metadata: ObjectMeta,
): void {
  if (uid && uid !== metadata.uid)
    throw preconditionFailed(
      place.resource,
      place.name,
      `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`,
    )
  if (resourceVersion && resourceVersion !== metadata.resourceVersion)
    throw preconditionFailed(
      place.resource,
      place.name,
      `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`,
    )
}
