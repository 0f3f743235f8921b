import { ProtocolError } from '../../api/errors.ts'
import type { KubernetesObject, Status, WatchEvent } from '../../api/object.ts'
import type { Redactor } from '../../api/redactor.ts'
import { startsWith } from '../../json/bytes.ts'
import { CLOSE_BRACE, OPEN_BRACE, QUOTE } from '../../json/characters.ts'
import { KEEP, namesOf, type ObjectPlan } from '../../json/object-plan.ts'
import { ObjectWalk } from '../../json/object-walk.ts'
import { parseJson } from '../../json/parse-json.ts'
import type { ScanStream } from '../../json/scan-stream.ts'
import { throwFailure } from '../transport/answer-kind.ts'
import { MAX_STATUS_LENGTH, statusReviver } from '../transport/status-text.ts'
import type { ItemDecoder } from './item-decoder.ts'
import { type ObjectReader, ObjectSplitter } from './object-splitter.ts'

/** The number of open containers around an event's object. */
const AROUND_OBJECT = 1
/** `{` and `[` differ by this bit, and so do `}` and `]`. */
const FOLD = 0x20
const TYPE = 0
const OBJECT = 1

const encoder = /* @__PURE__ */ new TextEncoder()
/** The plan that finds the two members of an event. */
const EVENT_PLAN: ObjectPlan = {
  ...namesOf(['type', 'object']),
  steps: [
    { ...KEEP, finds: TYPE },
    { ...KEEP, finds: OBJECT },
  ],
  otherwise: KEEP,
  shares: false,
}

/** The text before the type, and between the type and the object. */
const TYPE_FIRST = /* @__PURE__ */ encoder.encode('{"type":')
const OBJECT_FOLLOWS = /* @__PURE__ */ encoder.encode(',"object":')

type ChangeType = 'MODIFIED' | 'ADDED' | 'DELETED'

const TYPES = /* @__PURE__ */ (['MODIFIED', 'ADDED', 'DELETED'] satisfies ChangeType[]).map(type => ({
  type,
  json: encoder.encode(JSON.stringify(type)),
}))

export interface WatchParserOptions<T> {
  readonly decoder: ItemDecoder<T>
  /** Maximum bytes of one event. @default 64 MiB */
  readonly maxLength?: number | undefined
  /** Removes credentials from ERROR events. */
  readonly redactor?: Redactor | undefined
}

/**
 * Splits the bytes of a watch response into its events: JSON objects, mostly one on a line. Takes linear time for any chunking.
 * A last event that is cut off is never delivered.
 */
export class WatchParser<T> implements ObjectReader {
  readonly #decoder: ItemDecoder<T>
  readonly #redactor: Redactor | undefined
  readonly #splitter: ObjectSplitter
  readonly #stream: ScanStream
  readonly #walk = new ObjectWalk(EVENT_PLAN)
  readonly #utf8 = new TextDecoder()
  #events: WatchEvent<T>[] = []

  constructor({ decoder, maxLength, redactor }: WatchParserOptions<T>) {
    this.#decoder = decoder
    this.#redactor = redactor
    const limit = AROUND_OBJECT + decoder.depth
    const options = { limit, remembers: decoder.remembers, what: 'a watch event', maxLength }
    this.#splitter = new ObjectSplitter(options, this)
    this.#stream = this.#splitter.stream
  }

  /**
   * Parses the next chunk and appends the completed events.
   *
   * @throws ProtocolError if an object is not a watch event or too long; the rest of the stream cannot be trusted
   */
  push(chunk: Uint8Array, events: WatchEvent<T>[]): void {
    this.#events = events
    this.#splitter.push(chunk)
  }

  /** Releases the scanner. */
  close(): void {
    this.#splitter.close()
  }

  /** The servers' form: only type and object, in this order, without white space. */
  readUsual(): number {
    const type = this.#usualType()
    if (!type) return 0
    const { scanner, offsets } = this.#stream
    const decoder = this.#decoder
    const object = decoder.decode(scanner, offsets, 4)
    this.#events.push({ type, object })
    // Other members may follow.
    let end = (decoder.last ?? 0) + 1
    for (let depth = 1; depth > 0; end++) {
      const bracket = (scanner.bytes[offsets[end] as number] as number) | FOLD
      if (bracket === OPEN_BRACE) depth++
      else if (bracket === CLOSE_BRACE) depth--
    }
    return end
  }

  read(index: number): number {
    const { scanner, offsets } = this.#stream
    const last = this.#walk.walk(scanner, offsets, index)
    this.#events.push(this.#anyEvent(index, last))
    return last
  }

  /** The type of an event that begins in the servers' form. */
  #usualType(): ChangeType | undefined {
    const { scanner, offsets, count, start } = this.#stream
    const { bytes } = scanner
    // `{`, the colon of the type, the comma, the colon of the object, and its `{`.
    const comma = offsets[2] as number
    if (count < 7 || offsets[0] !== start || offsets[4] !== comma + OBJECT_FOLLOWS.length) return undefined
    if (offsets[count - 1] !== (offsets[count - 2] as number) + 1) return undefined
    if (!startsWith(bytes, start, TYPE_FIRST) || !startsWith(bytes, comma, OBJECT_FOLLOWS)) return undefined
    return TYPES.find(({ json }) => startsWith(bytes, start + TYPE_FIRST.length, json))?.type
  }

  /** The event between two offset indexes, through which the walk has gone. */
  #anyEvent(first: number, last: number): WatchEvent<T> {
    const { scanner, offsets } = this.#stream
    const { found } = this.#walk
    const from = found[2 * OBJECT] as number
    if (from === 0 || scanner.bytes[from] !== OPEN_BRACE) throw this.#notAnEvent(first, last)
    const type = this.#type(found[2 * TYPE] as number)
    switch (type) {
      case 'ADDED':
      case 'MODIFIED':
      case 'DELETED':
        return { type, object: this.#decoder.decode(scanner, offsets, offsets.indexOf(from, first)) }
      case 'BOOKMARK':
        return { type, object: this.#bookmark(this.#parse(from, found[2 * OBJECT + 1] as number)) }
      case 'ERROR':
        return { type, object: this.#status(from, found[2 * OBJECT + 1] as number) }
      case undefined:
        throw this.#notAnEvent(first, last)
      default:
        throw new ProtocolError('unknown watch event type')
    }
  }

  #bookmark(object: unknown): KubernetesObject {
    return bookmark(this.#decoder.bookmark?.(object) ?? (object as KubernetesObject))
  }

  /** The string at an offset. */
  #type(from: number): string | undefined {
    const { bytes } = this.#stream.scanner
    if (from === 0 || bytes[from] !== QUOTE) return undefined
    // The known types need no decoding.
    const usual = TYPES.find(type => startsWith(bytes, from, type.json))
    return usual ? usual.type : this.#text(from + 1, bytes.indexOf(QUOTE, from + 1))
  }

  #status(from: number, to: number): Status {
    if (to - from > MAX_STATUS_LENGTH)
      throw new ProtocolError(`an ERROR event is longer than ${MAX_STATUS_LENGTH} bytes`)
    return this.#parse(from, to, statusReviver(this.#redactor)) as Status
  }

  #parse(from: number, to: number, reviver?: Parameters<typeof parseJson>[2]): unknown {
    return parseJson(this.#text(from, to), 'not a JSON object', reviver)
  }

  #text(from: number, to: number): string {
    return this.#utf8.decode(this.#stream.scanner.bytes.subarray(from, to))
  }

  /** Throws the StatusError that an object in place of an event can be. */
  #notAnEvent(first: number, last: number): ProtocolError {
    const { offsets } = this.#stream
    const [from, to] = [offsets[first] as number, (offsets[last] as number) + 1]
    if (to - from <= MAX_STATUS_LENGTH) throwFailure(this.#parse(from, to), this.#redactor)
    return new ProtocolError(`not a watch event (${to - from} bytes)`)
  }
}

/** A resourceVersion that is not a string must not become the position that a watch resumes from. */
function bookmark(object: KubernetesObject): KubernetesObject {
  const version: unknown = object.metadata?.resourceVersion
  if (version !== undefined && typeof version !== 'string')
    throw new ProtocolError('a bookmark at no version')
  return object
}
