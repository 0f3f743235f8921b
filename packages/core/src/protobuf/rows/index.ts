// What reads and makes rows of protobuf: one module, loaded where a server sends protobuf.

import type { Row } from '../../api/row.ts'
import type { DecoderOptions } from '../../json/wanted-paths.ts'
import type { BytesCodec, ProtobufGroups } from '../../row/bytes-codec.ts'
import { COMMON_MESSAGES } from '../data/common-messages.ts'
import { readEnvelope, type TypeMeta } from '../envelope.ts'
import { MessageTable } from '../message-table.ts'
import { readObject } from '../read-object.ts'
import { type GetJson, knowsFields, type Shape, typeOf } from './known-fields.ts'
import { ProtobufListParser } from './protobuf-list-parser.ts'
import { ProtobufWatchParser, type ReadStatus } from './protobuf-watch-parser.ts'
import { repackBodies } from './repack-bodies.ts'
import { createRowCodec } from './row-codec.ts'
import { RowEncoders } from './row-encoders.ts'

const table = new MessageTable(COMMON_MESSAGES)
let groups: ProtobufGroups = 'common'

export { setMalformed } from '../malformed.ts'
export { setMaker, setReader } from './core.ts'

export const codec: BytesCodec = {
  ...createRowCodec(table),
  repack: repackBodies,
  get groups() {
    return groups
  },
}

/** Adds the kinds of all groups to the table, once. After a failure, a later call tries again. */
export async function loadOtherGroups(): Promise<void> {
  if (groups === 'all') return
  const { OTHER_GROUP_MESSAGES } = await import('../data/other-group-messages.ts')
  // Another call may have added them meanwhile.
  if (groups === 'common') table.add(OTHER_GROUP_MESSAGES)
  groups = 'all'
}

/** Adds the kind of rows to the table: that of the first row that tells it, since all have the same. */
export async function loadKindOf(rows: readonly Row<unknown>[]): Promise<void> {
  for (const { body } of rows) {
    const type = typeIn(body)
    if (!type) continue
    if (table.indexOfKind(type) === undefined) await loadOtherGroups()
    return
  }
}

/** The type of a body of protobuf. A broken body is an error when it is read. */
function typeIn(body: unknown): TypeMeta | undefined {
  try {
    return body instanceof Uint8Array ? readEnvelope(body) : undefined
  } catch {
    return undefined
  }
}

/** See {@link knowsFields}. */
export async function knows(shape: Shape, client: object, getJson: GetJson | undefined): Promise<boolean> {
  if (table.indexOfKind(typeOf(shape)) === undefined) await loadOtherGroups()
  return knowsFields(table, shape, client, getJson)
}

/** The rows that a parser makes. */
export interface ParsedRows {
  /** The type of objects that do not say theirs. */
  readonly shape: Shape
  readonly wanted: DecoderOptions
}

const encodersOf = ({ shape, wanted }: ParsedRows) => new RowEncoders(table, typeOf(shape), wanted)

/**
 * The last list parser. An engine discards the compiled code of a class when it collects the last object of it: without this, each
 * list would be read by code that is compiled while it runs.
 */
const kept: { parser?: object } = {}

export function listParser<T>(rows: ParsedRows): ProtobufListParser<T> {
  const parser = new ProtobufListParser<T>(encodersOf(rows))
  kept.parser = parser
  return parser
}

export const watchParser = <T>(rows: ParsedRows, readStatus: ReadStatus): ProtobufWatchParser<T> =>
  new ProtobufWatchParser(encodersOf(rows), readStatus)

/** An object in protobuf as JSON. Throws a ProtocolError. */
export const readText = (bytes: Uint8Array): string => JSON.stringify(readObject(table, bytes))
