import type { ListOptions } from '../../api/lister-watcher.ts'
import type { KubernetesObject, ListMeta } from '../../api/object.ts'
import { describeLocation, type ResourceDefinition, resourcePath } from '../../api/resource.ts'
import { withSelectorTexts } from '../../api/selector-texts.ts'
import type { KubeClient } from '../kube-client.ts'
import type { PartialObjectMetadata } from '../partial-object-metadata.ts'
import { readJson } from '../transport/answer.ts'
import type { IsExpected } from '../transport/answer-kind.ts'
import type { CallOptions } from '../verb-options.ts'

/** A collection in the server's printed form (meta/v1 Table), as `kubectl get` shows it. */
export interface Table<T = PartialObjectMetadata> {
  readonly metadata: ListMeta
  readonly columnDefinitions: readonly TableColumn[]
  readonly rows: readonly TableRow<T>[]
}

/** A column of a {@link Table}. */
export interface TableColumn {
  readonly name: string
  /** An OpenAPI type: `string`, `integer`, `number`, `boolean`, `date`. */
  readonly type: string
  /** The format of the type, e.g. `name` for the name column. */
  readonly format: string
  readonly description: string
  /** 0 is always shown; higher values only in wide output. */
  readonly priority: number
}

/** A row of a {@link Table}. */
export interface TableRow<T = PartialObjectMetadata> {
  /** One cell per column. */
  readonly cells: readonly unknown[]
  readonly conditions?: readonly { readonly type: string; readonly status: string }[]
  readonly object: T
}

/** Which part of its object a row includes. */
export type IncludeObject = 'None' | 'Metadata' | 'Object'

/** The type of the object in a row. */
export type RowObject<T, I extends IncludeObject> = I extends 'Object'
  ? T
  : I extends 'None'
    ? null
    : PartialObjectMetadata

/** The scope of the table, and what its rows contain besides cells. */
export interface TableOptions<I extends IncludeObject> extends ListOptions, CallOptions {
  readonly namespace?: string | undefined
  /** @default 'Metadata' */
  readonly includeObject?: I | undefined
}

/**
 * Without `,application/json`, so that a server without Table support responds with an error. Shorter than 128 bytes: a
 * longer header needs a CORS preflight that apiservers reject.
 */
export const TABLE_ACCEPT = 'application/json;as=Table;g=meta.k8s.io;v=v1'

/**
 * Lists a collection as a Table: cells as `kubectl get` prints them, also for unknown resources. A server without Table
 * support responds with NotAcceptable; a response that is not a Table is a ProtocolError.
 *
 * @example
 * const { columnDefinitions, rows } = await listTable(client, pods, { namespace: 'default' })
 */
export async function listTable<T extends KubernetesObject, I extends IncludeObject = 'Metadata'>(
  client: Pick<KubeClient, 'request'>,
  resource: ResourceDefinition<T>,
  { namespace, signal, ...query }: TableOptions<I> = {},
): Promise<Table<RowObject<T, I>>> {
  const what = `list ${describeLocation(resource, { namespace })} as a Table`
  const headers = { accept: TABLE_ACCEPT }
  const path = resourcePath(resource, { namespace })
  const response = await client.request(path, { query: withSelectorTexts(query), headers, signal, what })
  const isTable: IsExpected = ({ kind }) => kind === 'Table'
  const { metadata, columnDefinitions, rows } = await readJson<Partial<Table<RowObject<T, I>>>>(
    response,
    what,
    isTable,
  )
  // The rows of an empty Table may be null.
  return { metadata: metadata ?? {}, columnDefinitions: columnDefinitions ?? [], rows: rows ?? [] }
}
