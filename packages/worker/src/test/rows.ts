import { Indexer, type KubernetesObject, type ObjectAccess, type Row, rowAccess } from '@kube-informer/core'

/** A row as a list creates it. Its body is text, which only the codec depends on; this function replaces the codec. */
export function rowOf(object: KubernetesObject & Record<string, unknown>): Row {
  const { name = '', namespace = '', uid = '', resourceVersion = '' } = object.metadata ?? {}
  const key = namespace === '' ? name : `${namespace}/${name}`
  return {
    key,
    uid,
    resourceVersion,
    namespace,
    name,
    body: JSON.stringify(object) as unknown as Row['body'],
  }
}

/** The row of a Pod, with a number and a text to sort by. */
export function podRow(
  key: string,
  resourceVersion: number | string,
  { rank, node }: { rank?: number | undefined; node?: string | undefined } = {},
): Row {
  const [namespace = '', name = ''] = key.split('/')
  return rowOf({
    metadata: { namespace, name, uid: `uid-${key}`, resourceVersion: String(resourceVersion) },
    spec: { nodeName: node, priority: rank },
  })
}

/** The row with truncated text. */
export const brokenRow = (row: Row): Row => ({ ...row, body: '{"metadata":{"name' as unknown as Row['body'] })

/** The cache of an informer in row form. */
export const rowIndexer = (indexers: ConstructorParameters<typeof Indexer<Row>>[0] = {}): Indexer<Row> =>
  new Indexer<Row>({ access: rowAccess as ObjectAccess<Row>, ...indexers })
