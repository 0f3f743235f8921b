import type { Row, RowBody } from '../api/row.ts'

/** The members of a row that are read without its body. */
export type RowIdentity = Pick<Row, 'uid' | 'resourceVersion' | 'namespace' | 'name'>

/**
 * A copy of the text that shares no memory with the string it was cut from. Engines cut strings without copying, so a
 * key would otherwise retain the whole body. A concatenated string is copied when it is first compared.
 */
export const detached = (text: string): string => text.slice(0, 1) + text.slice(1)

/** Creates a row. Its members always have this order, so that engines use one hidden class. */
export function createRow<T>(
  { uid, resourceVersion, namespace, name }: RowIdentity,
  body: string | Uint8Array,
): Row<T> {
  const key = namespace === '' ? detached(name) : `${namespace}/${name}`
  return { key, uid, resourceVersion, namespace, name, body: body as unknown as RowBody<T> }
}
