import type { KubernetesObject } from '../api/object.ts'
import { readEnvelope } from './envelope.ts'
import { MessageReader } from './message-reader.ts'
import type { MessageTable } from './message-table.ts'
import { WireReader } from './wire-reader.ts'

/** Reads the envelope in a part of the bytes and the object in it. Throws a ProtocolError. */
export function readObject(
  table: MessageTable,
  bytes: Uint8Array,
  from: number = 0,
  to: number = bytes.length,
): KubernetesObject {
  const envelope = readEnvelope(bytes, from, to)
  const { apiVersion, kind } = envelope
  const members = { kind, apiVersion }
  const object = new MessageReader(table, new WireReader(bytes)).read(
    table.knownKind(envelope),
    envelope.from,
    envelope.to,
    members,
  )
  // The items of a list are never null.
  if (kind.endsWith('List') && object.items === null) object.items = []
  return object
}
