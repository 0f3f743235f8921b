import { type AnyObject, fieldsOf, itemsOf, withMembers, withMetadata } from '../object/any-object.ts'
import type { Strategy } from './strategy.ts'

/** Adds a finalizer to new objects, which protects them while they are in use. */
export const protectedBy =
  (finalizer: string): NonNullable<Strategy['admit']> =>
  (object, stored) => {
    const finalizers = object.metadata?.finalizers ?? []
    return stored || finalizers.includes(finalizer)
      ? object
      : withMetadata(object, { finalizers: [...finalizers, finalizer] })
  }

/** Adds the not-ready taint to new nodes. */
export function tainted(object: AnyObject, stored: AnyObject | undefined): AnyObject {
  const spec = fieldsOf(object.spec)
  const taints = itemsOf(spec.taints)
  const taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }
  const isTainted = taints
    .map(fieldsOf)
    .some(({ key, effect }) => key === taint.key && effect === taint.effect)
  return stored || isTainted ? object : { ...object, spec: { ...spec, taints: [...taints, taint] } }
}

/** Keeps only the names of a service account's Secrets. */
export function withSecretNames(object: AnyObject): AnyObject {
  const secrets = itemsOf(object.secrets)
  if (secrets.length === 0) return object
  return { ...object, secrets: secrets.map(secret => withMembers({}, { name: fieldsOf(secret).name })) }
}

/** Generates a unique name for a limit range without a name. */
export const withName = (object: AnyObject): AnyObject =>
  object.metadata?.name ? object : withMetadata(object, { name: object.metadata?.uid })
