import { KeyError, UsageError } from '../api/errors.ts'
import type { KubernetesObject } from '../api/object.ts'
import type { Row } from './row.ts'
import { textCodec } from './text-codec.ts'

/**
 * Makes a row of a plain object: for those who change an object before it is kept, or who have it from elsewhere than a
 * server's answer. The cost is one `JSON.stringify`; the row holds no reference to the object.
 *
 * @throws {KeyError} when the object has no metadata with a name: nothing could find it again
 *
 * @example
 * const transform = (row: Row<Pod>) => encodeRow(withoutEnvironment(readObject(row)))
 */
export function encodeRow<T extends KubernetesObject>(object: T): Row<T> {
  const { name, namespace = '', uid = '', resourceVersion = '' } = object.metadata ?? {}
  if (!name) throw new KeyError(object, new UsageError('a row wants an object with a name in its metadata'))
  return textCodec.encode<T>({ name, namespace, uid, resourceVersion }, JSON.stringify(object))
}
