import { KeyError, UsageError } from '../api/errors.ts'
import type { KubernetesObject } from '../api/object.ts'
import type { Row } from '../api/row.ts'
import { createRow } from './create-row.ts'

/**
 * Encodes a plain object as a row, e.g. in a `transform` or for an object that is not from a server's response. Costs one
 * `JSON.stringify`; the row does not reference the object.
 *
 * @throws {KeyError} if the object has no name, since it could not be looked up
 *
 * @example
 * const transform = (row: Row<Pod>) => encodeRow(withoutEnvironment(readObject(row)))
 */
export function encodeRow<T extends KubernetesObject>(object: T): Row<T> {
  const { name, namespace = '', uid = '', resourceVersion = '' } = object.metadata ?? {}
  if (!name) throw new KeyError(object, new UsageError('a row wants an object with a name in its metadata'))
  return createRow<T>({ name, namespace, uid, resourceVersion }, JSON.stringify(object))
}
