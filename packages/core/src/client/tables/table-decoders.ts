import { ProtocolError, type StatusError } from '../../api/errors.ts'
import type { KubernetesObject, List, ListMeta } from '../../api/object.ts'
import { apiVersionOf, type ResourceDefinition } from '../../api/resource.ts'
import type { Row } from '../../api/row.ts'
import { skipSpace } from '../../json/bytes.ts'
import { CLOSE_BRACKET, OPEN_BRACE, OPEN_BRACKET } from '../../json/characters.ts'
import { planObject } from '../../json/object-plan.ts'
import { ObjectWalk } from '../../json/object-walk.ts'
import { parseJson } from '../../json/parse-json.ts'
import type { Scanner } from '../../json/scanner.ts'
import type { DecoderOptions } from '../../json/wanted-paths.ts'
import { type ItemDecoder, utf8 } from '../decoding/item-decoder.ts'
import { readColumns, type TableColumns } from './table-columns.ts'
import type { TableObject } from './table-object.ts'
import { TableRowDecoder } from './table-row-decoder.ts'

/** A list of a Table's rows. */
export interface TableList extends List<Row<TableObject>> {
  readonly columns: TableColumns
}

type Written<T> = { -readonly [TMember in keyof T]: T[TMember] }

/** Decodes the rows of a Table that is the response to a list. The list is a {@link TableList}. */
export function tableListDecoder(
  resource: ResourceDefinition,
  options: DecoderOptions,
): ItemDecoder<Row<TableObject>> {
  const rows = new TableRowDecoder(resource, options)
  return {
    depth: rows.depth,
    remembers: false,
    decode: (scanner, offsets, index) => rows.decode(scanner, offsets, index),
    list: { key: 'rows', complete: (envelope, items) => toTable(envelope, items, rows) },
  }
}

function toTable(envelope: unknown, items: readonly Row<TableObject>[], decoder: TableRowDecoder): TableList {
  const { metadata, columnDefinitions, rows } = expectTable(envelope)
  if (typeof metadata !== 'object' || metadata === null)
    throw new ProtocolError('the answer to a list is without list metadata')
  // The key `rows` has escapes or is duplicated. An empty result would empty the cache.
  if (rows?.length) throw new ProtocolError('the answer to a list has rows elsewhere')
  const columns = readColumns(columnDefinitions)
  if (items.length > 0) checkCells(decoder, columns)
  // The columns of a Table may follow its rows.
  for (const row of items as Written<Row<TableObject>>[]) row.columns = columns.id
  return { metadata: metadata as ListMeta, items, columns }
}

/** A Table, as far as it was checked. */
interface TableText {
  readonly metadata?: unknown
  readonly columnDefinitions?: unknown
  readonly rows?: readonly { readonly object?: KubernetesObject | null }[] | null
}

/** Another group may have a kind of the same name. */
function expectTable(object: unknown): TableText {
  const { kind, apiVersion } = (object ?? {}) as KubernetesObject
  if (kind !== 'Table' || !/^meta\.k8s\.io\//.test(apiVersion ?? '')) throw notATable(kind)
  return object as TableText
}

const notATable = (kind: unknown): ProtocolError =>
  new ProtocolError(
    `the server sent ${typeof kind === 'string' && /^\w{1,64}$/.test(kind) ? kind : 'something else'} in place of a Table`,
  )

function checkCells({ fewest, most }: TableRowDecoder, { definitions: { length } }: TableColumns): void {
  if (fewest !== length || most !== length)
    throw new ProtocolError(
      `a Table of ${length} columns has a row of ${fewest === length ? most : fewest} cells`,
    )
}

// The members of a Table that a walk finds.
const ROWS = 0
const COLUMN_DEFINITIONS = 1
const KIND = 2
const TABLE_PLAN = /* @__PURE__ */ planObject({
  trim: [],
  shares: false,
  finds: [['rows'], ['columnDefinitions'], ['kind']],
})
const TABLE_KIND = '"Table"'
/** A row is two levels below its Table. */
const AROUND_ROW = 2

export interface TableEventOptions extends DecoderOptions {
  readonly resource: ResourceDefinition
  /** The columns of the rows that the watch changes; undefined for a watch that sends all objects first. */
  readonly columns: TableColumns | undefined
  /** Called with the columns of a watch that sends all objects first. */
  readonly onColumns: (columns: TableColumns) => void
  /** The error for other columns than those of the rows. */
  readonly onChanged: () => StatusError
}

/**
 * Decodes the Tables of one watch. Each has one row; only the first one has the columns. Throws the error of `onChanged` where
 * they are not those of the rows.
 */
export class TableEventDecoder implements ItemDecoder<Row<TableObject>> {
  readonly depth: number
  readonly remembers = false
  last = 0
  readonly #options: TableEventOptions
  readonly #rows: TableRowDecoder
  readonly #walk = new ObjectWalk(TABLE_PLAN)
  #columns: TableColumns | undefined

  constructor(options: TableEventOptions) {
    this.#options = options
    this.#rows = new TableRowDecoder(options.resource, options)
    this.#columns = options.columns
    this.depth = AROUND_ROW + this.#rows.depth
  }

  decode(scanner: Scanner, offsets: Uint32Array, index: number): Row<TableObject> {
    const { bytes } = scanner
    this.last = this.#walk.walk(scanner, offsets, index)
    if (this.#text(bytes, KIND) !== TABLE_KIND)
      throw new ProtocolError('an event whose object is not a Table')
    const definitions = this.#text(bytes, COLUMN_DEFINITIONS)
    if (definitions.startsWith('[')) this.#see(parse(definitions))
    const columns = this.#columns
    if (!columns) throw new ProtocolError('the first Table of a watch is without columns')
    const row = this.#row(scanner, offsets, index)
    checkCells(this.#rows, columns)
    return Object.assign(row, { columns: columns.id })
  }

  /** Bookmarks are Tables too: of one row without values, whose object has the annotations. */
  bookmark(object: unknown): KubernetesObject {
    const table = expectTable(object)
    const { resource } = this.#options
    const { metadata, columnDefinitions, rows } = table
    if (columnDefinitions) this.#see(columnDefinitions)
    const row = rows?.[0]?.object?.metadata
    const { resourceVersion = row?.resourceVersion } = (metadata ?? {}) as ListMeta
    const marked = { ...row, ...(resourceVersion !== undefined && { resourceVersion }) }
    return { kind: resource.kind, apiVersion: apiVersionOf(resource), metadata: marked }
  }

  #see(definitions: unknown): void {
    const { columns, onColumns, onChanged } = this.#options
    const seen = readColumns(definitions)
    if (columns && columns.id !== seen.id) throw onChanged()
    if (this.#columns?.id === seen.id) return
    this.#columns = seen
    onColumns(seen)
  }

  #row(scanner: Scanner, offsets: Uint32Array, index: number): Row<TableObject> {
    const { bytes } = scanner
    const from = this.#walk.found[2 * ROWS] as number
    const open = from !== 0 && bytes[from] === OPEN_BRACKET ? offsets.indexOf(from, index) : -1
    const first = skipSpace(bytes, from + 1)
    if (open === -1 || bytes[first] !== OPEN_BRACE || offsets[open + 1] !== first) throw notOneRow()
    const row = this.#rows.decode(scanner, offsets, open + 1)
    if (bytes[offsets[this.#rows.last + 1] as number] !== CLOSE_BRACKET) throw notOneRow()
    return row
  }

  /** The text of a member; '' if it is missing. */
  #text(bytes: Uint8Array, finds: number): string {
    const { found } = this.#walk
    const from = found[2 * finds] as number
    let to = found[2 * finds + 1] as number
    while (from !== 0 && (bytes[to - 1] as number) <= 0x20) to--
    return from === 0 ? '' : utf8.decode(bytes.subarray(from, to))
  }
}

const notOneRow = (): ProtocolError => new ProtocolError('an event whose Table has not exactly one row')

const parse = (text: string): unknown => parseJson(text, 'columnDefinitions that are not JSON')
