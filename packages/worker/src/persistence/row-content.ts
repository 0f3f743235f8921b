import type { Row } from '@kube-informer/core'
import { contentOf } from '@kube-informer/core/rows'

/** The identifying members of a row. */
type RowIdentity = Omit<Row, 'body'>

/** The approximate number of bytes of a row. */
export const sizeOfRow = ({ key, body }: Row): number => contentOf(body).length + key.length

/** A row with a body that was stored. Members are in the order of core's rows, so that engines use one hidden class. */
export function rowOfContent(
  { key, uid, resourceVersion, namespace, name }: RowIdentity,
  content: string | Uint8Array,
): Row {
  return { key, uid, resourceVersion, namespace, name, body: content as unknown as Row['body'] }
}

/** The key of a row, as core builds it. */
export const rowKey = (namespace: string, name: string): string =>
  namespace === '' ? name : `${namespace}/${name}`
