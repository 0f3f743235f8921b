import { ProtocolError } from '../../api/errors.ts'
import { type PathSegments, parsePath } from '../../api/path.ts'
import { apiVersionOf, type ResourceDefinition } from '../../api/resource.ts'
import type { Row } from '../../api/row.ts'
import { hasEscape, isBlank } from '../../json/bytes.ts'
import { CLOSE_BRACE, COMMA, OPEN_BRACE, OPEN_BRACKET, QUOTE } from '../../json/characters.ts'
import { depthOf, NAME, NAMESPACE, planObject, RESOURCE_VERSION, UID } from '../../json/object-plan.ts'
import { ObjectWalk } from '../../json/object-walk.ts'
import { parseJson } from '../../json/parse-json.ts'
import type { Scanner } from '../../json/scanner.ts'
import type { DecoderOptions } from '../../json/wanted-paths.ts'
import { createRow } from '../../row/create-row.ts'
import { interner } from '../../row/interner.ts'
import { LETTER_N, nameless, utf8 } from '../decoding/item-decoder.ts'
import type { TableObject } from './table-object.ts'

/**
 * The default of `trim` for Tables. Next to cells, the two are most of the metadata: managedFields, and the whole manifest that
 * `kubectl apply` has left in an annotation.
 */
const DEFAULT_TRIM: readonly string[] = [
  'metadata.managedFields',
  'metadata.annotations.kubectl\\.kubernetes\\.io/last-applied-configuration',
]

// The members of a row that a walk finds, after those that identify its object.
const METADATA = 4
const CELLS = 5
const CONDITIONS = 6
const FINDS: readonly PathSegments[] = [
  ['object', 'metadata', 'name'],
  ['object', 'metadata', 'namespace'],
  ['object', 'metadata', 'uid'],
  ['object', 'metadata', 'resourceVersion'],
  ['object', 'metadata'],
  ['cells'],
  ['conditions'],
]

/** Only metadata has parts that can be left out: the other members are found, and a found member is never cut. */
const inRow = (path: string): PathSegments => ['object', ...parsePath(path)]

const encoder = /* @__PURE__ */ new TextEncoder()
const CELLS_FOLLOW = /* @__PURE__ */ encoder.encode(',"cells":')
const CONDITIONS_FOLLOW = /* @__PURE__ */ encoder.encode(',"conditions":')
const CLOSE = /* @__PURE__ */ encoder.encode('}')

/**
 * Decodes the rows of a Table into rows of the cache: the bytes of metadata, cells and conditions become the text of a
 * {@link TableObject}, without being parsed.
 */
export class TableRowDecoder {
  /** How deep into a row the scanner must record offsets. */
  readonly depth: number
  /** The least and the most cells of a row so far; `Infinity` and -1 before the first row. */
  fewest: number = Number.POSITIVE_INFINITY
  most = -1
  /** The index of the `}` of the row that was decoded last. */
  last = 0
  readonly #walk: ObjectWalk
  readonly #intern = interner()
  /** The text before the metadata. */
  readonly #head: Uint8Array
  /** The text of the present row. */
  #text = new Uint8Array(4_096)
  #length = 0

  constructor(resource: ResourceDefinition, { trim = DEFAULT_TRIM, pick }: DecoderOptions) {
    const plan = planObject({ trim: trim.map(inRow), pick: pick?.map(inRow), shares: false, finds: FINDS })
    this.#walk = new ObjectWalk(plan)
    this.depth = depthOf(plan)
    const apiVersion = JSON.stringify(apiVersionOf(resource))
    this.#head = encoder.encode(
      `{"apiVersion":${apiVersion},"kind":${JSON.stringify(resource.kind)},"metadata":`,
    )
  }

  /** Decodes the row whose `{` is at offset index `index`. Its `columns` are to be set by the caller. */
  decode(scanner: Scanner, offsets: Uint32Array, index: number): Row<TableObject> {
    const { found } = this.#walk
    this.last = this.#walk.walk(scanner, offsets, index)
    // Readers of the text could disagree about which of the two counts.
    if (this.#walk.repeats) throw new ProtocolError('a row of a Table has a member twice')
    this.#expect(scanner, METADATA, OPEN_BRACE, 'a row of a Table without the metadata of its object')
    this.#expect(scanner, CELLS, OPEN_BRACKET, 'a row of a Table without cells')
    const conditions = found[2 * CONDITIONS] as number
    const hasConditions = conditions !== 0 && scanner.bytes[conditions] === OPEN_BRACKET
    this.#countCells(scanner, offsets, index)
    const identity = {
      name: this.#string(scanner, NAME),
      namespace: this.#intern(this.#string(scanner, NAMESPACE)),
      uid: this.#string(scanner, UID),
      resourceVersion: this.#string(scanner, RESOURCE_VERSION),
    }
    this.#length = 0
    this.#append(this.#head)
    this.#appendMetadata(scanner)
    this.#append(CELLS_FOLLOW)
    this.#appendValue(scanner, CELLS)
    if (hasConditions) {
      this.#append(CONDITIONS_FOLLOW)
      this.#appendValue(scanner, CONDITIONS)
    }
    this.#append(CLOSE)
    const text = utf8.decode(this.#text.subarray(0, this.#length))
    if (identity.name === '') throw nameless(text)
    return { ...createRow<TableObject>(identity, text), columns: '' }
  }

  #expect({ bytes }: Scanner, finds: number, opening: number, otherwise: string): void {
    const from = this.#walk.found[2 * finds] as number
    if (from === 0 || bytes[from] !== opening) throw new ProtocolError(otherwise)
  }

  #countCells({ bytes }: Scanner, offsets: Uint32Array, index: number): void {
    const { found } = this.#walk
    const open = offsets.indexOf(found[2 * CELLS] as number, index)
    let commas = 0
    let depth = 0
    let at = open
    do {
      const byte = bytes[offsets[at] as number] as number
      const folded = byte | 0x20
      if (folded === OPEN_BRACE) depth++
      else if (folded === CLOSE_BRACE) depth--
      else if (byte === COMMA && depth === 1) commas++
      at++
    } while (depth > 0)
    const isEmpty = commas === 0 && isBlank(bytes, (offsets[open] as number) + 1, offsets[at - 1] as number)
    const count = isEmpty ? 0 : commas + 1
    this.fewest = Math.min(this.fewest, count)
    this.most = Math.max(this.most, count)
  }

  /** An identifying member; '' if it is missing or null. */
  #string({ bytes }: Scanner, finds: number): string {
    const { found } = this.#walk
    const from = found[2 * finds] as number
    if (from === 0 || bytes[from] === LETTER_N) return ''
    if (bytes[from] !== QUOTE)
      throw new ProtocolError(`a row of a Table whose ${FINDS[finds]?.join('.')} is not a string`)
    let to = found[2 * finds + 1] as number
    while (bytes[to - 1] !== QUOTE) to--
    return hasEscape(bytes, from, to)
      ? (parseJson(utf8.decode(bytes.subarray(from, to)), 'not a JSON object') as string)
      : utf8.decode(bytes.subarray(from + 1, to - 1))
  }

  /** The metadata without its cuts. */
  #appendMetadata({ bytes, cuts }: Scanner): void {
    const { found, cutCount } = this.#walk
    let from = found[2 * METADATA] as number
    const to = found[2 * METADATA + 1] as number
    for (let cut = 0; cut < cutCount; cut++) {
      const cutFrom = cuts[2 * cut] as number
      if (cutFrom < from || cutFrom >= to) continue
      this.#append(bytes.subarray(from, cutFrom))
      from = cuts[2 * cut + 1] as number
    }
    this.#append(bytes.subarray(from, to))
  }

  #appendValue({ bytes }: Scanner, finds: number): void {
    const { found } = this.#walk
    this.#append(bytes.subarray(found[2 * finds], found[2 * finds + 1]))
  }

  #append(bytes: Uint8Array): void {
    const end = this.#length + bytes.length
    if (end > this.#text.length) {
      const larger = new Uint8Array(2 * end)
      larger.set(this.#text.subarray(0, this.#length))
      this.#text = larger
    }
    this.#text.set(bytes, this.#length)
    this.#length = end
  }
}
