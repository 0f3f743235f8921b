import type { Clock, KubernetesObject, Random } from '@kube-informer/core'
import type { FieldWrite } from '../apply/field-write.ts'
import { resetFieldsOf } from '../apply/reset-fields.ts'
import { trackUpdate } from '../apply/track-update.ts'
import { type AnyObject, objectMetaOf, textOf, withMembers, withMetadata } from '../object/any-object.ts'
import { keyOf } from '../object/object-location.ts'
import { NAME_ALPHABET, text, uuid } from '../object/random.ts'
import { timestamp } from '../object/timestamp.ts'
import { applyDefaults } from '../schema/apply-defaults.ts'
import {
  alreadyExists,
  forbidden,
  internalError,
  invalid,
  nameConflict,
  stillBeingDeleted,
} from '../status/status-errors.ts'
import type { Storage } from '../storage/storage.ts'
import { inNamespace } from './name-checks.ts'
import type { NamespaceGate } from './namespace-gate.ts'
import { objectErrors } from './object-errors.ts'
import { withDistinctOwners } from './owner-references.ts'
import { inStoredForm, stampInOrder } from './stored-form.ts'
import type { WriteContext } from './strategy.ts'
import { type Target, type Writing, withType } from './target.ts'

const MAX_GENERATED_BASE = 58
const GENERATE_ATTEMPTS = 8

/** The server parts that the registry uses. */
export interface RegistryOptions {
  readonly storage: Storage
  readonly clock: Clock
  readonly random: Random
  readonly gate: NamespaceGate
}

/** Creates objects: POST, and PUT or apply of an object that does not exist. */
export class Creation {
  readonly #options: RegistryOptions

  constructor(options: RegistryOptions) {
    this.#options = options
  }

  /** POST of a decoded object with defaults. */
  create(target: Target, sent: AnyObject, writing: Writing): KubernetesObject {
    const own = inNamespace(target, withoutSystemMembers(withType(target.kind, sent)))
    const object = withDistinctOwners(own, writing.warn)
    const tracked = trackUpdate({
      live: undefined,
      next: object,
      ...fieldWriteOf(target, writing, this.#options.clock.now()),
    }) as AnyObject
    return this.admit(target, tracked, writing)
  }

  /** The part of a creation after field ownership is recorded, shared with PUT and apply. */
  admit(target: Target, tracked: AnyObject, writing: Writing): KubernetesObject {
    const { gate } = this.#options
    gate.check(target, textOf(tracked.metadata?.name))
    const { strategy, kind } = target
    if (kind.isTerminating)
      throw forbidden(
        kind.resource,
        textOf(tracked.metadata?.name),
        'create not allowed while custom resource definition is terminating',
      )
    const admitted = strategy.admit?.(tracked, undefined) ?? tracked
    const { name, generateName } = objectMetaOf(admitted)
    const isGenerated = !name && Boolean(generateName)
    const attempts = isGenerated ? GENERATE_ATTEMPTS : 1
    let taken = ''
    for (let attempt = 0; attempt < attempts; attempt++) {
      const named = isGenerated ? this.#generated(admitted) : admitted
      const object = this.#prepared(target, named, writing)
      taken = textOf(object.metadata?.name)
      const stored = this.#store(target, object, writing)
      if (stored) return stored
    }
    throw this.#takenError(target, taken, isGenerated)
  }

  #generated(object: AnyObject): AnyObject {
    const base = textOf(object.metadata?.generateName).slice(0, MAX_GENERATED_BASE)
    return withMetadata(object, { name: base + text(this.#options.random, 5, NAME_ALPHABET) })
  }

  /** The object to store; throws a 422. */
  #prepared(target: Target, named: AnyObject, writing: Writing): AnyObject {
    const { kind, strategy } = target
    const { clock, random, storage } = this.#options
    const metadata = withMembers(objectMetaOf(named), {
      uid: uuid(random),
      creationTimestamp: timestamp(clock.now()),
      generation: strategy.countsGeneration ? 1 : named.metadata?.generation,
    })
    const fresh: AnyObject = { ...withoutStatus(target, named), metadata }
    const context: WriteContext = {
      kind,
      storage,
      now: clock.now(),
      subresource: target.subresource,
      warn: writing.warn,
      dryRun: writing.dryRun,
    }
    const object = strategy.prepareForCreate?.(fresh, context) ?? fresh
    const errors = objectErrors(target, object)
    if (errors.length > 0) throw invalid(kind.resource, textOf(metadata.name), errors)
    for (const warning of strategy.warnings?.(object) ?? []) writing.warn(warning)
    return inStoredForm(target, object)
  }

  /** Undefined if the name is taken. */
  #store(target: Target, object: AnyObject, { dryRun }: Writing): KubernetesObject | undefined {
    // The storage makes this check, which a dry run does not reach.
    if (!dryRun && isRevision(object.metadata?.resourceVersion))
      throw internalError('resourceVersion should not be set on objects to be created')
    const collection = this.#options.storage.collection(target.kind.resource)
    const key = keyOf({ namespace: target.namespace, name: textOf(object.metadata?.name) })
    if (collection.get(key)) return undefined
    return dryRun ? object : collection.put(key, revision => stampInOrder(object, revision)).object
  }

  #takenError({ kind, namespace }: Target, name: string, isGenerated: boolean): Error {
    if (isGenerated) return nameConflict(kind.resource, name)
    const stored = this.#options.storage.collection(kind.resource).get(keyOf({ namespace, name }))
    return stored?.object.metadata?.deletionTimestamp
      ? stillBeingDeleted(kind.resource, name)
      : alreadyExists(kind.resource, name)
  }
}

/** Other texts are not checked. */
const isRevision = (text: unknown): boolean =>
  typeof text === 'string' && /^\d+$/.test(text) && Number(text) !== 0

/** Removes metadata that only the server sets. */
export const withoutSystemMembers = (object: AnyObject): AnyObject =>
  withMetadata(object, {
    uid: undefined,
    creationTimestamp: undefined,
    deletionTimestamp: undefined,
    deletionGracePeriodSeconds: undefined,
    selfLink: undefined,
  })

/** The attribution of a write to its manager. */
export function fieldWriteOf(
  { kind, schema, strategy, subresource }: Target,
  writing: Writing,
  now: number,
): FieldWrite {
  const { group, kind: name, version } = kind.resource
  const scope = { group, kind: name, isBuiltIn: kind.isBuiltIn, hasStatus: strategy.hasStatus }
  return {
    schema,
    kind: name,
    isBuiltIn: kind.isBuiltIn,
    manager: writing.manager,
    now,
    apiVersion: group ? `${group}/${version}` : version,
    subresource: subresource || undefined,
    resetFields: resetFieldsOf(scope, subresource || undefined),
  }
}

/** Removes the client's status; types that always have a status get an empty one. */
function withoutStatus({ schema, strategy }: Target, object: AnyObject): AnyObject {
  if (!strategy.hasStatus) return object
  const { status: _status, ...statusless } = object
  return schema ? (applyDefaults(schema, statusless) as AnyObject) : statusless
}
