import type { TypeMeta } from '../envelope.ts'
import { malformed } from '../malformed.ts'
import { MessageReader } from '../message-reader.ts'
import { BYTES, WireReader } from '../wire-reader.ts'
import type { RowEncoder } from './row-encoder.ts'
import type { RowEncoders } from './row-encoders.ts'

/** How the message of a list is read. */
export interface ListForm {
  readonly type: TypeMeta
  readonly itemsTag: number
  readonly metadataTag: number
  readonly encoder: RowEncoder
  /** Reads the list metadata from its field in a part of the bytes. */
  readMetadata(bytes: Uint8Array, from: number, to: number): unknown
}

/** The form of a list of the type; without one, of the expected objects. Throws a ProtocolError for another kind. */
export function listForm(encoders: RowEncoders, type: TypeMeta | undefined): ListForm {
  const { table, expected } = encoders
  const list = type?.kind ? type : { ...expected, kind: `${expected.kind}List` }
  const { locations } = table.message(table.knownKind(list))
  const [items, metadata] = [locations.get('items')?.member, locations.get('metadata')?.member]
  if (typeof items?.type !== 'number' || !metadata)
    throw malformed(`unsupported list kind ${JSON.stringify(list.kind)}`)
  const { apiVersion, name: kind } = table.message(items.type)
  return {
    type: list,
    itemsTag: items.number * 8 + BYTES,
    metadataTag: metadata.number * 8 + BYTES,
    encoder: encoders.of({ apiVersion, kind }),
    readMetadata: (bytes, from, to) =>
      new MessageReader(table, new WireReader(bytes)).readMember(metadata, from, to),
  }
}
