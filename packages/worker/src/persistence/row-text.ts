import type { Row } from '@kube-informer/core'

/** Who an object is, as a row has it in the clear. */
type RowIdentity = Omit<Row, 'body'>

/**
 * The text of a row's body. The codec of rows and this file know that a body is text: another encoding needs another form
 * on disk, too, and until then is refused here.
 */
export function textOfRow(row: Row): string {
  const body: unknown = row.body
  if (typeof body !== 'string') throw new TypeError('only rows of text can be kept on disk')
  return body
}

/** The row that {@link textOfRow} was read from; its members in the order of the codec's, so that engines see one kind of row. */
export function rowOfText({ key, uid, resourceVersion, namespace, name }: RowIdentity, text: string): Row {
  return { key, uid, resourceVersion, namespace, name, body: text as unknown as Row['body'] }
}

/** The key of a row, put together as the codec of rows does. */
export const rowKey = (namespace: string, name: string): string =>
  namespace === '' ? name : `${namespace}/${name}`
