import { Indexer, type KubernetesObject, type ObjectAccess, type Row, rowAccess } from '@kube-informer/core'

/** A row as a list would make it. Only the codec may know that a body is text; this stands in for it. */
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

/** A Pod's row, with a number and a text to sort by. */
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

/** The row, with a text that ends too early. */
export const brokenRow = (row: Row): Row => ({ ...row, body: '{"metadata":{"name' as unknown as Row['body'] })

/** The cache of an informer in row form. */
export const rowIndexer = (indexers: ConstructorParameters<typeof Indexer<Row>>[0] = {}): Indexer<Row> =>
  new Indexer<Row>({ access: rowAccess as ObjectAccess<Row>, ...indexers })
