// What reads and makes rows of protobuf: one module, loaded where a server sends protobuf.

import type { KubernetesObject } from '../../api/object.ts'
import { setBytesCodec } from '../../row/bytes-codec.ts'
import { MESSAGES, NEWEST_MINOR } from '../data/messages.ts'
import type { TypeMeta } from '../envelope.ts'
import { MessageTable } from '../message-table.ts'
import { readObject } from '../read-object.ts'
import { ProtobufListParser } from './protobuf-list-parser.ts'
import { ProtobufWatchParser, type ReadStatus } from './protobuf-watch-parser.ts'
import { createRowCodec } from './row-codec.ts'
import { RowEncoders } from './row-encoders.ts'
import type { Wanted } from './wanted.ts'

const table = new MessageTable(MESSAGES)
setBytesCodec(createRowCodec(table))

/** Whether a kind can be read. */
export const hasKind = (type: TypeMeta): boolean => table.indexOfKind(type) !== undefined

/** Whether all fields of a server are known: a table cannot name fields that are newer than itself. */
export const knowsVersion = (minor: number): boolean => minor <= NEWEST_MINOR

/** @param type of objects that do not say theirs */
export const listParser = <T>(type: TypeMeta, wanted: Wanted): ProtobufListParser<T> =>
  new ProtobufListParser(new RowEncoders(table, type, wanted))

export const watchParser = <T>(
  type: TypeMeta,
  wanted: Wanted,
  readStatus: ReadStatus,
): ProtobufWatchParser<T> => new ProtobufWatchParser(new RowEncoders(table, type, wanted), readStatus)

/** Reads one object, such as the Status of an error. Throws a ProtocolError. */
export const readDocument = (bytes: Uint8Array): KubernetesObject => readObject(table, bytes)
