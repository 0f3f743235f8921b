import { ProtocolError } from '../api/errors.ts'
import type { KubernetesObject, ListMeta } from '../api/object.ts'
import { describeLocation, type ResourceDefinition, resourcePath } from '../api/resource.ts'
import { readJson } from './answer.ts'
import type { KubeClient } from './kube-client.ts'
import type { ListOptions } from './lister-watcher.ts'
import type { PartialObjectMetadata } from './partial-object-metadata.ts'
import type { CallOptions } from './verb-options.ts'

/** A collection as the server would print it (meta/v1 Table): what `kubectl get` shows. */
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
  /** What the type holds, e.g. `name` for the column of names. */
  readonly format: string
  readonly description: string
  /** 0 for what is always shown; columns of higher numbers are for wide screens. */
  readonly priority: number
}

/** A row of a {@link Table}. */
export interface TableRow<T = PartialObjectMetadata> {
  /** As many as there are columns. */
  readonly cells: readonly unknown[]
  readonly conditions?: readonly { readonly type: string; readonly status: string }[]
  readonly object: T
}

/** How much of its object a row carries. */
export type IncludeObject = 'None' | 'Metadata' | 'Object'

/** What a row holds of its object. */
export type RowObject<T, I extends IncludeObject> = I extends 'Object'
  ? T
  : I extends 'None'
    ? null
    : PartialObjectMetadata

/** Which Table to ask for. */
export interface TableOptions<I extends IncludeObject> extends ListOptions, CallOptions {
  readonly namespace?: string | undefined
  /** @default 'Metadata' */
  readonly includeObject?: I | undefined
}

/**
 * No `,application/json` behind it: a server that makes no Tables is to say so. Kept under 128 bytes, above which a
 * browser asks for a permission that apiservers do not give to other origins.
 */
export const TABLE_ACCEPT = 'application/json;as=Table;g=meta.k8s.io;v=v1'

/**
 * Lists a collection as a Table: cells as `kubectl get` prints them, also for unknown resources. A
 * server that cannot make one refuses (NotAcceptable); an answer that is none is a ProtocolError.
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
  const response = await client.request(path, { query: { ...query }, headers, signal, what })
  const table = await readJson<Partial<Table<RowObject<T, I>>> & KubernetesObject>(response, what)
  if (table?.kind !== 'Table')
    throw new ProtocolError(`${what}: the server answered a ${table?.kind ?? 'value'}`)
  // An empty Table may have null for its rows.
  const { metadata, columnDefinitions, rows } = table
  return { metadata: metadata ?? {}, columnDefinitions: columnDefinitions ?? [], rows: rows ?? [] }
}
