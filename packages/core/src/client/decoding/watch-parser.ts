import { ProtocolError } from '../../api/errors.ts'
import type { KubernetesObject, Status, WatchEvent } from '../../api/object.ts'
import type { Redactor } from '../../api/redactor.ts'
import { isBlank, startsWith } from '../../json/bytes.ts'
import { OPEN_BRACE, QUOTE } from '../../json/characters.ts'
import { KEEP, namesOf, type ObjectPlan } from '../../json/object-plan.ts'
import { ObjectWalk } from '../../json/object-walk.ts'
import { parseJson } from '../../json/parse-json.ts'
import { ScanStream } from '../../json/scan-stream.ts'
import { MAX_STATUS_LENGTH, statusReviver } from '../transport/status-text.ts'
import type { ItemDecoder } from './item-decoder.ts'

/** The number of open containers around an event's object. */
const AROUND_OBJECT = 1
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

const TYPES = /* @__PURE__ */ (['MODIFIED', 'ADDED', 'DELETED'] as const).map(type => ({
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
 * Splits the bytes of a watch response into its events: one JSON object per line. Takes linear time for any chunking. A
 * last line without a newline is truncated and never delivered.
 */
export class WatchParser<T> {
  readonly #decoder: ItemDecoder<T>
  readonly #redactor: Redactor | undefined
  readonly #stream: ScanStream
  readonly #walk = new ObjectWalk(EVENT_PLAN)
  readonly #utf8 = new TextDecoder()

  constructor({ decoder, maxLength, redactor }: WatchParserOptions<T>) {
    this.#decoder = decoder
    this.#redactor = redactor
    this.#stream = new ScanStream({
      limit: AROUND_OBJECT + decoder.depth,
      stop: -1,
      remembers: decoder.remembers,
      what: 'a watch event',
      maxLength,
    })
  }

  /**
   * Parses the next chunk and appends the completed events.
   *
   * @throws ProtocolError if a line is not a watch event or too long; the rest of the stream cannot be trusted
   */
  push(chunk: Uint8Array, events: WatchEvent<T>[]): void {
    this.#stream.push(chunk, stop => this.#onLine(stop, events))
    if (!this.#stream.pending) this.#stream.close()
  }

  /** Releases the scanner. */
  close(): void {
    this.#stream.close()
  }

  #onLine(stop: number, events: WatchEvent<T>[]): void {
    const stream = this.#stream
    const { scanner } = stream
    if (scanner.depth !== 0 || scanner.quoted) throw this.#notAnEvent(stop)
    if (stream.count > 0) events.push(this.#event(stop))
    else if (!isBlank(scanner.bytes, stream.start, stop)) throw this.#notAnEvent(stop)
    stream.take(stop, stream.count)
  }

  #event(stop: number): WatchEvent<T> {
    return this.#usualEvent() ?? this.#anyEvent(stop)
  }

  /** Parses an event in the servers' form: only type and object, in this order, without white space. */
  #usualEvent(): WatchEvent<T> | undefined {
    const { scanner, offsets, count } = this.#stream
    const { bytes } = scanner
    // `{`, the colon of the type, the comma, the colon of the object, and its `{`.
    const start = offsets[0] ?? 0
    const comma = offsets[2] ?? 0
    const open = offsets[4] ?? 0
    if (count < 7 || open !== comma + OBJECT_FOLLOWS.length) return undefined
    if (!startsWith(bytes, start, TYPE_FIRST) || !startsWith(bytes, comma, OBJECT_FOLLOWS)) return undefined
    if ((offsets[count - 1] ?? 0) !== (offsets[count - 2] ?? 0) + 1) return undefined
    const type = TYPES.find(({ json }) => startsWith(bytes, start + TYPE_FIRST.length, json))?.type
    return type && { type, object: this.#decoder.decode(scanner, offsets, 4, count - 2) }
  }

  #anyEvent(stop: number): WatchEvent<T> {
    const { scanner, offsets, count } = this.#stream
    const { found } = this.#walk
    if (scanner.bytes[offsets[0] ?? 0] !== OPEN_BRACE) throw this.#notAnEvent(stop)
    const last = this.#walk.walk(scanner, offsets, 0)
    const from = found[2 * OBJECT] ?? 0
    if (last !== count - 1 || from === 0 || scanner.bytes[from] !== OPEN_BRACE) throw this.#notAnEvent(stop)
    const type = this.#type(found[2 * TYPE] ?? 0)
    switch (type) {
      case 'ADDED':
      case 'MODIFIED':
      case 'DELETED':
        return { type, object: this.#decoder.decode(scanner, offsets, offsets.indexOf(from)) }
      case 'BOOKMARK':
        return { type, object: this.#bookmark(this.#parse(from, found[2 * OBJECT + 1] ?? 0)) }
      case 'ERROR':
        return { type, object: this.#status(from, found[2 * OBJECT + 1] ?? 0) }
      case undefined:
        throw this.#notAnEvent(stop)
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

  #notAnEvent(stop: number): ProtocolError {
    return new ProtocolError(`not a watch event (${stop - this.#stream.start} bytes)`)
  }
}

/** A resourceVersion that is not a string must not become the position that a watch resumes from. */
function bookmark(object: KubernetesObject): KubernetesObject {
  const version: unknown = object.metadata?.resourceVersion
  if (version !== undefined && typeof version !== 'string')
    throw new ProtocolError('a bookmark at no version')
  return object
}
