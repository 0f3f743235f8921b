import { type AnyObject, textOf, withMetadata } from '../object/any-object.ts'
import { badRequest } from '../status/status-errors.ts'
import type { Target } from './target.ts'

/** Sets the namespace of the path; throws a 400 if the object has another one. */
export function inNamespace({ namespace, kind }: Target, object: AnyObject): AnyObject {
  const given = textOf(object.metadata?.namespace)
  if (!kind.resource.namespaced) return given ? withMetadata(object, { namespace: undefined }) : object
  if (given && given !== namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
  return given ? object : withMetadata(object, { namespace })
}

/** Throws a 400 if the name differs from that in the path. */
export function checkName({ name }: Target, { metadata }: AnyObject): void {
  const given = textOf(metadata?.name)
  if (given === '')
    throw badRequest(
      `the name of the object (${name} based on URL) was undeterminable: name must be provided`,
    )
  if (given !== name)
    throw badRequest(`the name of the object (${given}) does not match the name on the URL (${name})`)
}
