import type { Row } from '../../api/row.ts'
import { expectMagic, MAGIC, RAW, readTypeMeta, TYPE_META, type TypeMeta } from '../envelope.ts'
import { malformed } from '../malformed.ts'
import { BYTES, type WireReader } from '../wire-reader.ts'
import { ByteQueue } from './byte-queue.ts'
import { type FieldHead, readFieldHead } from './field-head.ts'
import { type ListForm, listForm } from './list-form.ts'
import type { RowEncoders } from './row-encoders.ts'

/** Maximum length of a field, in bytes. etcd limits objects to 1.5 MB. */
const MAX_LENGTH: number = 64 * 1024 * 1024

/**
 * Splits the bytes of a list in protobuf into its items as they arrive, as `ListParser` does with JSON: the complete body and
 * all objects are never in memory together.
 */
export class ProtobufListParser<T> {
  readonly #encoders: RowEncoders
  readonly #queue = new ByteQueue()
  readonly #wire: WireReader
  readonly #head: FieldHead = { tag: 0, content: 0, length: 0 }
  #state: 'magic' | 'envelope' | 'list' = 'magic'
  /** The length of the list's message that is still to come. */
  #remaining = 0
  #type: TypeMeta | undefined
  #list: ListForm | undefined
  #metadata: unknown

  constructor(encoders: RowEncoders) {
    this.#encoders = encoders
    this.#wire = encoders.wire
  }

  /** Parses the next chunk and appends the completed items. Throws a ProtocolError. */
  push(chunk: Uint8Array, items: Row<T>[]): void {
    const queue = this.#queue
    queue.append(chunk)
    this.#wire.bytes = queue.bytes
    for (let hasMore = true; hasMore; hasMore = queue.length > 0 && this.#step(items))
      if (this.#state === 'list') this.#readItems(items)
    queue.keepRest()
  }

  /** Reads the items that have arrived completely, which are nearly all of a list. `#step` reads everything else. */
  #readItems(items: Row<T>[]): void {
    const queue = this.#queue
    const { encoder, itemsTag } = this.#list as ListForm
    const { bytes } = queue
    const end = Math.min(queue.end, queue.at + this.#remaining)
    let at = queue.at
    while (at < end && bytes[at] === itemsTag) {
      let from = at + 1
      let length = 0
      let byte = 0x80
      for (let bits = 0; byte > 0x7f && bits < 28; bits += 7) {
        byte = bytes[from++] as number
        length |= (byte & 0x7f) << bits
      }
      if (byte > 0x7f || from + length > end) break
      items.push(encoder.encode(bytes, from, from + length))
      at = from + length
    }
    this.#remaining -= at - queue.at
    queue.at = at
  }

  /** Returns the list without its items. Throws a ProtocolError if it is not complete. */
  end(): unknown {
    const list = this.#list
    if (this.#queue.length > 0 || this.#remaining > 0 || !list)
      throw malformed('the answer to a list ends in the middle')
    return { ...list.type, metadata: this.#metadata ?? {} }
  }

  close(): void {
    this.#queue.clear()
    this.#encoders.close()
  }

  /** @returns false if the rest of the next part has not arrived */
  #step(items: Row<T>[]): boolean {
    if (this.#state === 'magic') return this.#readMagic()
    const queue = this.#queue
    if (this.#state === 'list' && this.#remaining === 0) this.#state = 'envelope'
    const head = this.#head
    if (!readFieldHead(queue.bytes, queue.at, queue.end, head)) return false
    const isList = this.#state === 'envelope' && head.tag === RAW * 8 + BYTES
    if (isList) return this.#enterList()
    const size = head.content - queue.at + head.length
    if (this.#state === 'list' && size > this.#remaining) throw malformed('protobuf: unexpected end')
    if (head.length > MAX_LENGTH) throw malformed(`an item of a list is longer than ${MAX_LENGTH} bytes`)
    if (size > queue.length) return false
    if (this.#state === 'list') this.#readMember(items)
    else this.#readEnvelope()
    queue.at += size
    if (this.#state === 'list') this.#remaining -= size
    return true
  }

  #readMagic(): boolean {
    const queue = this.#queue
    if (queue.length < MAGIC.length) return false
    expectMagic(queue.bytes, queue.at, queue.end)
    queue.at += MAGIC.length
    this.#state = 'envelope'
    return true
  }

  #enterList(): boolean {
    if (this.#list) throw malformed('more than one list')
    this.#list = listForm(this.#encoders, this.#type)
    this.#state = 'list'
    this.#remaining = this.#head.length
    this.#queue.at = this.#head.content
    return true
  }

  /** A field of the envelope: the type comes before the list. */
  #readEnvelope(): void {
    const { tag, content, length } = this.#head
    if (tag !== TYPE_META * 8 + BYTES) return
    this.#wire.at = content
    this.#type = readTypeMeta(this.#wire, content + length)
  }

  #readMember(items: Row<T>[]): void {
    const { tag, content, length } = this.#head
    const { encoder, itemsTag, readMetadata, metadataTag } = this.#list as ListForm
    const { bytes, at } = this.#queue
    if (tag === itemsTag) items.push(encoder.encode(bytes, content, content + length))
    else if (tag === metadataTag) this.#metadata = readMetadata(bytes, at, content + length)
  }
}
