// What reads and makes rows of protobuf: one module, loaded where a server sends protobuf.

import type { ResourceDefinition } from '../../api/resource.ts'
import type { BytesCodec } from '../../row/bytes-codec.ts'
import { MESSAGES } from '../data/messages.ts'
import type { TypeMeta } from '../envelope.ts'
import { MessageTable } from '../message-table.ts'
import { type GetJson, knowsFields } from './known-fields.ts'
import { ProtobufListParser } from './protobuf-list-parser.ts'
import { ProtobufWatchParser, type ReadStatus } from './protobuf-watch-parser.ts'
import { type BoundedText, readProtobufText } from './read-text.ts'
import { createRowCodec } from './row-codec.ts'
import { RowEncoders } from './row-encoders.ts'
import type { Wanted } from './wanted.ts'

const table = new MessageTable(MESSAGES)

export { setMaker, setReader } from './core.ts'

export const codec: BytesCodec = createRowCodec(table)

/** See {@link knowsFields}. */
export const knows = (
  shape: ResourceDefinition,
  client: object,
  getJson: GetJson | undefined,
): Promise<boolean> => knowsFields(table, shape, client, getJson)

/** @param type of objects that do not say theirs */
export const listParser = <T>(type: TypeMeta, wanted: Wanted): ProtobufListParser<T> =>
  new ProtobufListParser(new RowEncoders(table, type, wanted))

export const watchParser = <T>(
  type: TypeMeta,
  wanted: Wanted,
  readStatus: ReadStatus,
): ProtobufWatchParser<T> => new ProtobufWatchParser(new RowEncoders(table, type, wanted), readStatus)

/** See {@link readProtobufText}. */
export const readText = (body: ReadableStream<Uint8Array> | null, limit: number): Promise<BoundedText> =>
  readProtobufText(table, body, limit)
