import { type AnyObject, type Fields, fieldsOf, itemsOf, numberOf, textOf } from '../object/any-object.ts'
import { keyOf } from '../object/object-location.ts'
import { timestamp } from '../object/timestamp.ts'
import { badRequest, conflict, internalError, notFound } from '../status/status-errors.ts'
import type { StoredObject } from '../storage/stored-object.ts'
import type { RegistryOptions } from './creation.ts'
import { parseDeleteOptions } from './delete-options.ts'
import type { Deletion } from './deletion.ts'
import { stampInOrder } from './stored-form.ts'
import type { Target, Writing } from './target.ts'

const DONE = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 }
const TOKEN_SECONDS = 3600
const AUDIENCE = 'https://kubernetes.default.svc'

/** Actions by POST to a subresource, which store no object of that name. */
export class PodActions {
  readonly #options: RegistryOptions
  readonly #deletion: Deletion

  constructor(options: RegistryOptions, deletion: Deletion) {
    this.#options = options
    this.#deletion = deletion
  }

  /** The response; undefined if the subresource does not exist. */
  act(target: Target, body: unknown, writing: Writing): object | undefined {
    const fields = fieldsOf(body)
    this.#options.gate.check(target, target.name)
    switch (target.subresource) {
      case 'binding':
        return this.#bind(target, fields, writing)
      case 'eviction':
        return this.#evict(target, fields, writing)
      case 'token':
        return this.#token(target, fields)
      default:
        return undefined
    }
  }

  /** Assigns a Pod to a node. */
  #bind(target: Target, { metadata, target: wanted }: Fields, { dryRun }: Writing): object {
    checkName(target, metadata, 'Binding')
    const nodeName = textOf(fieldsOf(wanted).name)
    if (nodeName === '') throw internalError('target.name: Required value')
    const { object } = this.#stored(target)
    const { spec, status } = object as AnyObject
    const assigned = textOf(fieldsOf(spec).nodeName)
    if (assigned !== '')
      throw bindingConflict(
        target,
        `pod ${target.name} is already assigned to node ${JSON.stringify(assigned)}`,
      )
    if (object.metadata?.deletionTimestamp)
      throw bindingConflict(target, `pod ${target.name} is being deleted, cannot be assigned to a host`)
    const scheduled = {
      type: 'PodScheduled',
      status: 'True',
      lastProbeTime: null,
      lastTransitionTime: this.#now(),
    }
    this.#write(target, dryRun, {
      ...object,
      spec: { ...fieldsOf(spec), nodeName },
      status: withCondition(fieldsOf(status), scheduled),
    })
    return DONE
  }

  /** Deletes a Pod by an Eviction. */
  #evict(target: Target, { metadata, deleteOptions }: Fields, writing: Writing): object {
    checkName(target, metadata, 'Eviction')
    const { object } = this.#stored(target)
    const { status } = object as AnyObject
    const disruption = {
      type: 'DisruptionTarget',
      status: 'True',
      lastProbeTime: null,
      lastTransitionTime: this.#now(),
      reason: 'EvictionByEvictionAPI',
      message: 'Eviction API: evicting',
    }
    const options = parseDeleteOptions(deleteOptions ?? {}, new URLSearchParams())
    const dryRun = writing.dryRun || options.dryRun
    this.#write(target, dryRun, { ...object, status: withCondition(fieldsOf(status), disruption) })
    this.#deletion.delete(target, { ...options, dryRun }, writing.warn)
    return DONE
  }

  /** Returns a token in the format of a real one. The fake does not treat it specially. */
  #token(target: Target, { spec }: Fields): object {
    const { metadata } = this.#stored(target).object
    const { audiences, expirationSeconds } = fieldsOf(spec)
    const seconds = numberOf(expirationSeconds) ?? TOKEN_SECONDS
    const now = this.#options.clock.now()
    return {
      kind: 'TokenRequest',
      apiVersion: 'authentication.k8s.io/v1',
      metadata: {
        name: metadata?.name,
        namespace: metadata?.namespace,
        uid: metadata?.uid,
        creationTimestamp: timestamp(now),
      },
      spec: {
        audiences: itemsOf(audiences).length > 0 ? audiences : [AUDIENCE],
        expirationSeconds: seconds,
        boundObjectRef: null,
      },
      status: {
        token: `fake.${target.namespace}.${target.name}`,
        expirationTimestamp: timestamp(now + seconds * 1000),
      },
    }
  }

  #stored(target: Target): StoredObject {
    const { resource } = target.kind
    const stored = this.#options.storage.collection(resource).get(keyOf(target))
    if (!stored) throw notFound(resource, target.name)
    return stored
  }

  #write({ kind, ...place }: Target, dryRun: boolean, object: AnyObject): void {
    if (dryRun) return
    this.#options.storage
      .collection(kind.resource)
      .put(keyOf(place), revision => stampInOrder(object, revision))
  }

  #now(): string {
    return timestamp(this.#options.clock.now())
  }
}

function checkName({ name }: Target, metadata: unknown, kind: string): void {
  if (fieldsOf(metadata).name !== name) throw badRequest(`name in URL does not match name in ${kind} object`)
}

const bindingConflict = ({ kind, name }: Target, why: string): Error =>
  conflict({ ...kind.resource, plural: `${kind.resource.plural}/binding` }, name, why)

function withCondition(status: Fields, condition: Fields): Fields {
  const others = itemsOf(status.conditions).filter(known => fieldsOf(known).type !== condition.type)
  return { ...status, conditions: [...others, condition] }
}
