import { isNotAcceptable, StatusError } from '../../api/errors.ts'
import type { ListContext, ListOptions, WatchContext, WatchOptions } from '../../api/lister-watcher.ts'
import type { List, WatchEvent } from '../../api/object.ts'
import { describeLocation, type ResourceDefinition } from '../../api/resource.ts'
import type { Row } from '../../api/row.ts'
import type { DecoderOptions } from '../../json/wanted-paths.ts'
import type { InformerClient } from '../kube-client.ts'
import type { OpenWatchOptions } from '../watches/watch-transports.ts'
import { TABLE_ACCEPT, type TableColumn } from './table.ts'
import { columnsOf, type TableColumns } from './table-columns.ts'
import { TableEventDecoder, type TableList, tableListDecoder } from './table-decoders.ts'
import type { TableObject } from './table-object.ts'

export interface TableReaderOptions extends DecoderOptions {
  readonly client: Pick<InformerClient, 'collections'>
  readonly resource: ResourceDefinition
  readonly namespace?: string | undefined
  /** The columns of rows that are cached already. */
  readonly columns?: readonly TableColumn[] | undefined
  readonly onColumns: (columns: readonly TableColumn[], id: string) => void
}

type TableRows = Row<TableObject>

/**
 * Reads a collection as Tables, and knows the columns of the rows that were listed last. All rows of a cache have the same
 * columns: a page or a watch with others is refused as expired, so that everything is listed again.
 */
export class TableReader {
  readonly #options: TableReaderOptions
  readonly #what: string
  /** Of the rows that were listed last. */
  #columns: TableColumns | undefined
  /** Of the first page of the list in progress. */
  #paged: TableColumns | undefined

  constructor(options: TableReaderOptions) {
    const { columns, resource, namespace } = options
    this.#options = options
    this.#what = describeLocation(resource, { namespace })
    this.#columns = columns && columnsOf(columns)
  }

  /** Requests one page, without taking note of its columns. */
  async list(query: ListOptions, context: ListContext): Promise<TableList> {
    const { client, resource, namespace } = this.#options
    const decoder = tableListDecoder(resource, this.#options)
    const into = { namespace, decoder, accept: TABLE_ACCEPT, ...context }
    const list = await client.collections
      .list(resource, query, into)
      .catch(error => this.#refuse('list', error))
    return list as TableList
  }

  /** Takes note of the columns of a page that becomes a part of the cache. */
  listed(query: ListOptions, list: List<TableRows>): List<TableRows> {
    const { columns, ...page } = list as TableList
    if (!query.continue) this.#paged = columns
    else if (this.#paged?.id !== columns.id) throw this.#changed('list')
    // A Reflector requests one object to ask for a resourceVersion: its row does not replace the others.
    const isProbe = query.limit === 1 && !query.continue && this.#columns !== undefined
    if (!page.metadata.continue && !isProbe) this.#take(columns)
    return page
  }

  async watch(
    query: WatchOptions,
    context: Omit<WatchContext, keyof OpenWatchOptions> & { readonly opening: OpenWatchOptions },
  ): Promise<AsyncIterable<readonly WatchEvent<TableRows>[]>> {
    const { client, resource, namespace } = this.#options
    const sendsAll = query.sendInitialEvents === true
    // Only a watch with initial events can do without a list: its first event has the columns of all rows.
    if (!sendsAll && !this.#columns) throw this.#changed('watch')
    const decoder = new TableEventDecoder({
      ...this.#options,
      columns: sendsAll ? undefined : this.#columns,
      onColumns: columns => this.#take(columns),
      onChanged: () => this.#changed('watch'),
    })
    const into = { namespace, decoder, accept: TABLE_ACCEPT, ...context }
    return await client.collections.watch(resource, query, into).catch(error => this.#refuse('watch', error))
  }

  #take(columns: TableColumns): void {
    if (this.#columns?.id === columns.id) return
    this.#columns = columns
    this.#options.onColumns(columns.definitions, columns.id)
  }

  #changed(verb: string): StatusError {
    const message = `${verb} ${this.#what} as a Table: its columns are not those of the rows before, so all rows are listed again`
    return new StatusError({ kind: 'Status', status: 'Failure', code: 410, reason: 'Expired', message })
  }

  /** A server may answer for a resource, and not as a Table. */
  #refuse(verb: string, error: unknown): never {
    if (!(error instanceof StatusError) || !isNotAcceptable(error)) throw error
    const message = `the server has no Table of it: ${error.status.message}`
    throw new StatusError({ ...error.status, message }, `${verb} ${this.#what} as a Table`)
  }
}
