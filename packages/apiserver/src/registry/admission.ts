import { type AnyObject, fieldsOf, itemsOf, withMembers, withMetadata } from '../object/any-object.ts'
import type { Strategy } from './strategy.ts'

/** New objects that are in use get a finalizer, so that they stay for as long as they are. */
export const protectedBy =
  (finalizer: string): NonNullable<Strategy['admit']> =>
  (object, stored) => {
    const finalizers = object.metadata?.finalizers ?? []
    return stored || finalizers.includes(finalizer)
      ? object
      : withMetadata(object, { finalizers: [...finalizers, finalizer] })
  }

/** New nodes are not ready before somebody says so. */
export function tainted(object: AnyObject, stored: AnyObject | undefined): AnyObject {
  const spec = fieldsOf(object.spec)
  const taints = itemsOf(spec.taints)
  const taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }
  const isTainted = taints
    .map(fieldsOf)
    .some(({ key, effect }) => key === taint.key && effect === taint.effect)
  return stored || isTainted ? object : { ...object, spec: { ...spec, taints: [...taints, taint] } }
}

/** Of the Secrets of a service account, only the names count. */
export function withSecretNames(object: AnyObject): AnyObject {
  const secrets = itemsOf(object.secrets)
  if (secrets.length === 0) return object
  return { ...object, secrets: secrets.map(secret => withMembers({}, { name: fieldsOf(secret).name })) }
}

/** A limit range without a name gets one that nobody else has. */
export const withName = (object: AnyObject): AnyObject =>
  object.metadata?.name ? object : withMetadata(object, { name: object.metadata?.uid })
