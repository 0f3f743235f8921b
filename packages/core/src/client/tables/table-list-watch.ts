import type { ListerWatcher } from '../../api/lister-watcher.ts'
import type { ObjectAccess } from '../../api/object-access.ts'
import type { ResourceDefinition } from '../../api/resource.ts'
import type { Row } from '../../api/row.ts'
import { rowAccess } from '../../row/read-row.ts'
import type { InformerClient } from '../kube-client.ts'
import { type ListWatchOptions, listWatchBy } from '../list-watch.ts'
import type { TableColumn } from './table.ts'
import type { TableObject } from './table-object.ts'
import { TableReader } from './table-reader.ts'

/** The scope of the table, and what its rows contain besides cells. */
export interface TableListWatchOptions<TField extends string = string>
  extends Omit<ListWatchOptions<TField>, 'share' | 'metadataOnly' | 'watchTransport'> {
  /**
   * Paths of the metadata that are cut out of the text.
   * @default managedFields, and the annotation in which `kubectl apply` keeps the whole manifest
   */
  readonly trim?: readonly string[] | undefined
  /**
   * The columns of the rows that the cache has already, from a snapshot. Without them, everything is listed before it is
   * watched. @default none
   */
  readonly columns?: readonly TableColumn[] | undefined
  /** Called before rows with other columns are delivered. Their `columns` is the second argument. */
  readonly onColumns?: ((columns: readonly TableColumn[], id: string) => void) | undefined
}

/** Lists and watches the rows of Tables. */
export interface TableListerWatcher extends ListerWatcher<Row<TableObject>> {
  /** The columns of the rows that were listed last; undefined before the first list. */
  readonly columns: readonly TableColumn[] | undefined
}

/** Rows of the same object that were printed with other columns are two values. */
const tableAccess: ObjectAccess<Row<TableObject>> = {
  ...(rowAccess as ObjectAccess<Row<TableObject>>),
  variant: row => row.columns,
}

/**
 * Lists and watches what `kubectl get` shows of a resource, built-in or custom: rows of {@link TableObject}s, which are the
 * cells that the server prints and the object's metadata. An object takes about 1 KB.
 *
 * - All rows of a cache have the same columns. Where the server's columns change, because a CustomResourceDefinition does, the
 *   watch ends with a 410, and everything is listed and replaced, although the resourceVersions are the same.
 * - A row keeps its reference until its object changes, so a cell such as an age has the text of the time of its row.
 * - A server that has no Table of the resource is an error: a NotAcceptable StatusError, or a ProtocolError.
 * - Watches use `fetch`: a browser's WebSocket cannot ask for a Table.
 *
 * @example
 * const listerWatcher = createTableListWatch(client, crontabs, { namespace: 'default' })
 * const informer = new SharedIndexInformer({ listerWatcher })
 * informer.addEventHandler({ onAdd: row => console.log(readObject(row).cells) })
 */
export function createTableListWatch<TField extends string = string>(
  client: InformerClient,
  resource: ResourceDefinition<never, TField> | ResourceDefinition,
  options: TableListWatchOptions<NoInfer<TField>> = {},
): TableListerWatcher {
  const { onColumns } = options
  let { columns } = options
  const reader = new TableReader({
    ...options,
    client,
    resource: resource as ResourceDefinition,
    onColumns(found, id) {
      columns = found
      onColumns?.(found, id)
    },
  })
  const base = listWatchBy(
    client,
    resource as ResourceDefinition,
    { ...options, watchTransport: 'fetch' } as ListWatchOptions,
    reader,
  )
  return {
    ...base,
    kind: resource.kind,
    access: tableAccess,
    get columns() {
      return columns
    },
    list: async (query, context) => reader.listed(query, await base.list(query, context)),
  }
}
