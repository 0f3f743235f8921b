import type { Row } from '../../api/row.ts'
import type { DecoderOptions } from '../../json/wanted-paths.ts'
import type { TypeMeta } from '../envelope.ts'
import type { MessageTable } from '../message-table.ts'
import { NOTHING, WireReader } from '../wire-reader.ts'
import { BodyBuffers } from './body-buffers.ts'
import { beginsWith, type EnvelopeHead, readHead } from './envelope-head.ts'
import { type EncoderParts, RowEncoder } from './row-encoder.ts'

/** The encoders of the rows of one connection, by type. */
export class RowEncoders implements EncoderParts {
  readonly table: MessageTable
  /** The type of objects that do not say theirs. */
  readonly expected: TypeMeta
  readonly #wanted: DecoderOptions
  /** The parser reads with it, too. */
  readonly wire: WireReader = new WireReader()
  readonly buffers: BodyBuffers = new BodyBuffers()
  readonly #known = new Map<string, RowEncoder>()
  #last: EnvelopeHead<RowEncoder> | undefined

  constructor(table: MessageTable, expected: TypeMeta, wanted: DecoderOptions) {
    this.table = table
    this.expected = expected
    this.#wanted = wanted
  }

  /** Keeps no bytes of the connection. */
  close(): void {
    this.wire.bytes = NOTHING
    this.buffers.clear()
  }

  /** Throws a ProtocolError if the table does not have the kind. */
  of(type: TypeMeta): RowEncoder {
    const id = `${type.apiVersion} ${type.kind}`
    const known = this.#known.get(id)
    if (known) return known
    const encoder = new RowEncoder(this, type, this.#wanted)
    this.#known.set(id, encoder)
    return encoder
  }

  /** The row of a whole object, which is an envelope. */
  encodeObject<T>(bytes: Uint8Array, from: number, to: number): Row<T> {
    const last = this.#last
    if (last && beginsWith(bytes, from, last)) {
      const { wire } = this
      wire.bytes = bytes
      wire.at = from + last.bytes.length
      const end = wire.enter(to)
      return last.of.encode(bytes, wire.at, end)
    }
    const { envelope, bytes: head } = readHead(bytes, from, to)
    const encoder = this.of(envelope.kind === '' ? this.expected : envelope)
    if (head) this.#last = { bytes: head, of: encoder }
    return encoder.encode(bytes, envelope.from, envelope.to)
  }
}
