import type { BytesCodec } from '../../row/bytes-codec.ts'
import { malformed } from '../malformed.ts'
import { MessageReader } from '../message-reader.ts'
import type { MessageTable } from '../message-table.ts'
import { WireReader } from '../wire-reader.ts'
import { core } from './core.ts'
import { beginsWith, type EnvelopeHead, readHead } from './envelope-head.ts'
import { loadIntoCache } from './load-into-cache.ts'
import { MessagePaths } from './message-paths.ts'
import { ValueVisitor } from './value-visitor.ts'
import { withoutCuts } from './without-cuts.ts'

/** What bodies with one beginning have in common. */
interface BodyForm {
  readonly index: number
  readonly type: { readonly kind: string; readonly apiVersion: string }
  readonly wanted: string
}

/** Creates the codec of rows whose bodies are protobuf. */
export function createRowCodec(table: MessageTable): Omit<BytesCodec, 'groups' | 'repack'> {
  const wire = new WireReader()
  const reader = new MessageReader(table, wire)
  const paths = new MessagePaths(table, reader, wire)
  let last: EnvelopeHead<BodyForm> | undefined

  /** Reads the beginning of a body; `wire` is then at the length of the message. */
  const formOf = (body: Uint8Array): BodyForm => {
    if (!last || !beginsWith(body, 0, last)) last = headOf(table, body)
    wire.bytes = body
    wire.at = last.bytes.length
    return last.of
  }

  const decode = (body: Uint8Array): unknown => {
    const { index, type, wanted } = formOf(body)
    const to = wire.enter(body.length)
    const object = reader.read(index, wire.at, to, { ...type })
    return wanted === '' ? object : withoutCuts(object, wanted)
  }

  return {
    decode,
    readPath(body, path) {
      const first = path[0]
      const { index, type, wanted } = formOf(body)
      // First, since a watch reads the kind of each row.
      if (first === 'kind' || first === 'apiVersion') return core.readMembers(type, path)
      loadIntoCache(body)
      if (wanted !== '' || first === undefined) return core.readMembers(decode(body), path)
      const to = wire.enter(body.length)
      return paths.read({ index, from: wire.at, to }, path)
    },
    visit(body, tree, visitor) {
      loadIntoCache(body)
      const { index, type, wanted } = formOf(body)
      const to = wire.enter(body.length)
      const values = new ValueVisitor({ table, wire, reader, paths }, visitor)
      if (wanted === '') values.object({ index, from: wire.at, to }, type, tree)
      else values.value(decode(body), tree)
    },
  }
}

function headOf(table: MessageTable, body: Uint8Array): EnvelopeHead<BodyForm> {
  const { envelope, bytes } = readHead(body, 0, body.length)
  // A body without a message would be the beginning of others.
  if (!bytes) throw malformed('the body of a row has no message')
  const { apiVersion, kind, wanted } = envelope
  const type = { kind, apiVersion }
  return { bytes, of: { index: table.knownKind(type), type, wanted } }
}
