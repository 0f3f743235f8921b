import type { Row } from '@kube-informer/core'

/** The identifying members of a row. */
type RowIdentity = Omit<Row, 'body'>

/**
 * The text of a row's body. Only core's row codec and this file depend on bodies being text; a row with another encoding is
 * rejected.
 */
export function textOfRow(row: Row): string {
  const body: unknown = row.body
  if (typeof body !== 'string') throw new TypeError('only rows with text bodies can be persisted')
  return body
}

/** The inverse of {@link textOfRow}. Members are in the order of core's codec, so that engines use one hidden class. */
export function rowOfText({ key, uid, resourceVersion, namespace, name }: RowIdentity, text: string): Row {
  return { key, uid, resourceVersion, namespace, name, body: text as unknown as Row['body'] }
}

/** The key of a row, as core's codec builds it. */
export const rowKey = (namespace: string, name: string): string =>
  namespace === '' ? name : `${namespace}/${name}`
