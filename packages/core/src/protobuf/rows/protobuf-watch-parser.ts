import type { KubernetesObject, Status, WatchEvent } from '../../api/object.ts'
import type { Row } from '../../api/row.ts'
import { malformed } from '../malformed.ts'
import { readObject } from '../read-object.ts'
import type { WireReader } from '../wire-reader.ts'
import { ByteQueue } from './byte-queue.ts'
import type { RowEncoders } from './row-encoders.ts'

/** Maximum length of an event, in bytes. */
const MAX_LENGTH = 64 * 1024 * 1024
/** Maximum length of the object of an ERROR event, in bytes. */
const MAX_STATUS_LENGTH = 4 * 1024 * 1024
/** The length of an event precedes it: four bytes, the highest first. */
const LENGTH_BYTES = 4
const TYPE = 1
const OBJECT = 2
/** The field of a RawExtension. */
const RAW = 1

/** Converts the object of an ERROR event, which may quote the request. */
export type ReadStatus = (status: unknown) => Status

/** Splits the bytes of a watch in protobuf into its events, as `WatchParser` does with JSON. */
export class ProtobufWatchParser<T> {
  readonly #encoders: RowEncoders
  readonly #readStatus: ReadStatus
  readonly #queue = new ByteQueue()
  readonly #wire: WireReader

  constructor(encoders: RowEncoders, readStatus: ReadStatus) {
    this.#encoders = encoders
    this.#wire = encoders.wire
    this.#readStatus = readStatus
  }

  /**
   * Parses the next chunk and appends the completed events.
   *
   * @throws ProtocolError if a frame is not a watch event or too long; the rest of the stream cannot be trusted
   */
  push(chunk: Uint8Array, events: WatchEvent<Row<T>>[]): void {
    const queue = this.#queue
    queue.append(chunk)
    while (this.#frame(events));
    queue.keepRest()
  }

  close(): void {
    this.#queue.clear()
    this.#encoders.close()
  }

  #frame(events: WatchEvent<Row<T>>[]): boolean {
    const queue = this.#queue
    const { bytes, at } = queue
    if (queue.length < LENGTH_BYTES) return false
    const length = lengthAt(bytes, at)
    if (length > MAX_LENGTH) throw malformed(`a watch event is longer than ${MAX_LENGTH} bytes`)
    if (queue.length < LENGTH_BYTES + length) return false
    events.push(this.#event(at + LENGTH_BYTES, at + LENGTH_BYTES + length))
    queue.at += LENGTH_BYTES + length
    return true
  }

  #event(from: number, to: number): WatchEvent<Row<T>> {
    const wire = this.#wire
    wire.bytes = this.#queue.bytes
    const type = wire.lastText(TYPE, from, to)
    wire.last(OBJECT, from, to)
    wire.last(RAW, wire.at, wire.end)
    return this.#eventOf(type, wire.at, wire.end)
  }

  #eventOf(type: string, from: number, to: number): WatchEvent<Row<T>> {
    const { bytes } = this.#queue
    const encoders = this.#encoders
    switch (type) {
      case 'ADDED':
      case 'MODIFIED':
      case 'DELETED':
        return { type, object: encoders.encodeObject(bytes, from, to) }
      case 'BOOKMARK':
        return { type, object: readObject(encoders.table, bytes, from, to) as KubernetesObject }
      case 'ERROR':
        if (to - from > MAX_STATUS_LENGTH)
          throw malformed(`an ERROR event is longer than ${MAX_STATUS_LENGTH} bytes`)
        return { type, object: this.#readStatus(readObject(encoders.table, bytes, from, to)) }
      default:
        throw malformed(type === '' ? `not a watch event (${to - from} bytes)` : 'unknown watch event type')
    }
  }
}

/** Without a `DataView`, which would be an object for each event. */
function lengthAt(bytes: Uint8Array, at: number): number {
  let length = 0
  for (let index = at; index < at + LENGTH_BYTES; index++) length = length * 256 + (bytes[index] as number)
  return length
}
