import { ProtocolError } from '../../api/errors.ts'
import type { KubernetesObject, List } from '../../api/object.ts'
import { apiVersionOf, type ResourceDefinition } from '../../api/resource.ts'
import type { Row } from '../../api/row.ts'
import { hasEscape } from '../../json/bytes.ts'
import { QUOTE } from '../../json/characters.ts'
import {
  API_VERSION,
  depthOf,
  KIND,
  NAME,
  NAMESPACE,
  planObject,
  RESOURCE_VERSION,
  UID,
} from '../../json/object-plan.ts'
import { ObjectWalk } from '../../json/object-walk.ts'
import { parseJson } from '../../json/parse-json.ts'
import type { Scanner } from '../../json/scanner.ts'
import { type DecoderOptions, wantedPaths } from '../../json/wanted-paths.ts'
import { createRow } from '../../row/create-row.ts'
import { encodeRow } from '../../row/encode-row.ts'
import { interner } from '../../row/interner.ts'
import { SharedParts } from './shared-parts.ts'

/** Decodes one object of a scanned text into its stored form. Throws a ProtocolError if the text is not an object. */
export interface ItemDecoder<T> {
  /** How deep into an object the scanner must record offsets. */
  readonly depth: number
  /** Whether it needs a scanner that remembers equal values. */
  readonly remembers: boolean
  /** Stops sharing parts between objects. */
  unshare?(): void
  /** Decodes the object whose `{` is at offset index `index`. */
  decode(scanner: Scanner, offsets: Uint32Array, index: number): T
  /** The index of the `}` of the object that was decoded last. Absent where only lists have such objects. */
  readonly last?: number
  /** How a list of another form is read. @default as `items` and list metadata */
  readonly list?: ListForm<T> | undefined
  /** What the object of a BOOKMARK event stands for. @default the object itself */
  bookmark?(object: unknown): KubernetesObject
}

/** A list whose items are elsewhere than in `items`. */
interface ListForm<T> {
  /** The name of the member with the items. */
  readonly key: string
  /** Makes the list of its items and the rest of the response. Throws a ProtocolError if it is not such a list. */
  complete(envelope: unknown, items: readonly T[]): List<T>
}

/** Decodes bytes. A byte order mark is kept as a character. */
export const utf8: TextDecoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true })

/** The identifying members, in the order of {@link ObjectWalk.found}. */
const IDENTITY: readonly string[] = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'metadata.resourceVersion',
  'kind',
  'apiVersion',
]
export const LETTER_N: number = 0x6e

/**
 * The stored text of an object: unwanted paths are cut out, and kind and apiVersion, which lists of built-in resources
 * omit, are added, so that objects of lists and watches look the same.
 */
class ItemText {
  readonly #walk: ObjectWalk
  readonly #typeMeta: readonly Uint8Array[]
  /** The index of the `}` of the object that was read last. */
  last = 0
  /** The start and end of the text in the scanner. */
  #start = 0
  #end = 0

  constructor(walk: ObjectWalk, resource: ResourceDefinition) {
    this.#walk = walk
    const kind = `"kind":${JSON.stringify(resource.kind)},`
    const apiVersion = `"apiVersion":${JSON.stringify(apiVersionOf(resource))},`
    const encoder = new TextEncoder()
    // Indexed by what is missing: nothing, kind, apiVersion, both.
    this.#typeMeta = ['', `{${kind}`, `{${apiVersion}`, `{${kind}${apiVersion}`].map(text =>
      encoder.encode(text),
    )
  }

  /** Whether the object has duplicate identifying members, so that readers of its text may disagree. */
  get repeats(): boolean {
    return this.#walk.repeats
  }

  read(scanner: Scanner, offsets: Uint32Array, index: number): string {
    const walk = this.#walk
    const last = walk.walk(scanner, offsets, index)
    this.last = last
    for (let finds = NAME; finds <= API_VERSION; finds++) this.#expectString(scanner, finds)
    this.#end = (offsets[last] as number) + 1
    this.#start = offsets[index] as number
    if (walk.cutCount > 0) this.#start = scanner.slide(this.#start, walk.cutCount)
    // `{}` remains unchanged, also if all members were cut.
    if (walk.hasMembers && this.#end - this.#start > 2) this.#addTypeMeta(scanner)
    return utf8.decode(scanner.bytes.subarray(this.#start, this.#end))
  }

  #addTypeMeta({ bytes }: Scanner): void {
    const { found } = this.#walk
    const typeMeta = this.#typeMeta[(found[2 * KIND] ? 0 : 1) + (found[2 * API_VERSION] ? 0 : 2)]
    if (!typeMeta?.length) return
    // Overwrites the opening brace and the bytes before it.
    this.#start += 1 - typeMeta.length
    bytes.set(typeMeta, this.#start)
  }

  /** Identifying members must be strings; null counts as missing. */
  #expectString({ bytes }: Scanner, finds: number): void {
    const { found } = this.#walk
    const first = bytes[found[2 * finds] as number]
    if (first === QUOTE || found[2 * finds] === 0) return
    if (first !== LETTER_N) throw new ProtocolError(`an object whose ${IDENTITY[finds]} is not a string`)
    found[2 * finds] = 0
  }

  /** The value of a member that the walk found; '' if it is missing. */
  member(scanner: Scanner, text: string, finds: number): string {
    const { found } = this.#walk
    const offset = found[2 * finds] as number
    if (offset === 0) return ''
    const { bytes } = scanner
    const moved = this.#moved(scanner, offset)
    const from = offset + moved
    let to = (found[2 * finds + 1] as number) + moved
    while (bytes[to - 1] !== QUOTE) to--
    // If every byte is one character, the member is a substring of the text.
    const isPlain = text.length === this.#end - this.#start && !hasEscape(bytes, from, to)
    if (isPlain) return text.slice(from + 1 - this.#start, to - 1 - this.#start)
    return parse(utf8.decode(bytes.subarray(from, to))) as string
  }

  /** How far the cuts have moved the text at an offset. */
  #moved({ cuts }: Scanner, offset: number): number {
    let moved = 0
    for (let cut = 0; cut < this.#walk.cutCount; cut++) {
      const from = cuts[2 * cut] as number
      if (from >= offset) moved += (cuts[2 * cut + 1] as number) - from
    }
    return moved
  }
}

const parse = (text: string): unknown => parseJson(text, 'not a JSON object')

/** Decodes into plain objects. */
export function objectDecoder<T extends KubernetesObject>(
  resource: ResourceDefinition<T>,
  options: DecoderOptions = {},
): ItemDecoder<T> {
  const shared = new SharedParts(utf8)
  const objectPlan = planObject(wantedPaths(options))
  const walk = new ObjectWalk(objectPlan, span => shared.take(span))
  const item = new ItemText(walk, resource)
  let { share = false } = options
  return {
    depth: depthOf(objectPlan),
    get remembers() {
      return share
    },
    unshare() {
      share = false
    },
    get last() {
      return item.last
    },
    decode(scanner, offsets, index) {
      shared.begin(scanner)
      return shared.restore(parse(item.read(scanner, offsets, index)) as T)
    },
  }
}

/** Decodes into rows: the identity as plain fields, the rest as trimmed text. */
export function rowDecoder<T extends KubernetesObject>(
  resource: ResourceDefinition<T>,
  options: DecoderOptions = {},
): ItemDecoder<Row<T>> {
  const rowPlan = planObject(wantedPaths({ ...options, share: undefined }))
  const item = new ItemText(new ObjectWalk(rowPlan), resource)
  const intern = interner()
  return {
    depth: depthOf(rowPlan),
    remembers: false,
    get last() {
      return item.last
    },
    decode(scanner, offsets, index) {
      const body = item.read(scanner, offsets, index)
      if (item.repeats) return rowOfParsed<T>(parse(body) as T, body)
      const name = item.member(scanner, body, NAME)
      if (name === '') throw nameless(body)
      const identity = {
        name,
        namespace: intern(item.member(scanner, body, NAMESPACE)),
        uid: item.member(scanner, body, UID),
        resourceVersion: item.member(scanner, body, RESOURCE_VERSION),
      }
      return createRow<T>(identity, body)
    },
  }
}

export const nameless = (body: string): ProtocolError =>
  new ProtocolError(`an object without metadata.name (${body.length} characters)`)

/** Serializes the parsed object again, which removes duplicate members as `JSON.parse` does. */
function rowOfParsed<T extends KubernetesObject>(object: T, body: string): Row<T> {
  if (!object.metadata?.name) throw nameless(body)
  return encodeRow(object)
}
