// What reads and makes rows of protobuf: one module, loaded where a server sends protobuf.

import type { BytesCodec } from '../../row/bytes-codec.ts'
import { MESSAGES } from '../data/messages.ts'
import { MessageTable } from '../message-table.ts'
import { type GetJson, knowsFields, type Shape, typeOf } from './known-fields.ts'
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
export const knows = (shape: Shape, client: object, getJson: GetJson | undefined): Promise<boolean> =>
  knowsFields(table, shape, client, getJson)

/** The rows that a parser makes. */
export interface ParsedRows {
  /** The type of objects that do not say theirs. */
  readonly shape: Shape
  readonly wanted: Wanted
  /** Whether they are the initial list of a cache. */
  readonly isInitialList?: boolean | undefined
}

const encodersOf = ({ shape, wanted, isInitialList }: ParsedRows) =>
  new RowEncoders(table, typeOf(shape), wanted, isInitialList)

export const listParser = <T>(rows: ParsedRows): ProtobufListParser<T> =>
  new ProtobufListParser(encodersOf(rows))

export const watchParser = <T>(rows: ParsedRows, readStatus: ReadStatus): ProtobufWatchParser<T> =>
  new ProtobufWatchParser(encodersOf(rows), readStatus)

/** See {@link readProtobufText}. */
export const readText = (body: ReadableStream<Uint8Array> | null, limit: number): Promise<BoundedText> =>
  readProtobufText(table, body, limit)
