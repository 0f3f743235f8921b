import { readMembers } from '../../api/read-members.ts'
import type { BytesCodec } from '../../row/bytes-codec.ts'
import { RAW, readEnvelope } from '../envelope.ts'
import { malformed } from '../malformed.ts'
import { MessageReader } from '../message-reader.ts'
import type { MessageTable } from '../message-table.ts'
import { BYTES, WireReader } from '../wire-reader.ts'
import { MessageSpans } from './message-spans.ts'
import { readMessagePath } from './read-message-path.ts'
import { ValueVisitor } from './value-visitor.ts'
import { varintSize } from './varint.ts'
import { withoutCuts } from './without-cuts.ts'

/** The beginning of a body, up to the length of its message. Most bodies begin as the one before them. */
interface Head {
  readonly bytes: Uint8Array
  readonly index: number
  readonly type: { readonly kind: string; readonly apiVersion: string }
  readonly wanted: string
}

/** Creates the codec of rows whose bodies are protobuf. */
export function createRowCodec(table: MessageTable): BytesCodec {
  const wire = new WireReader()
  const reader = new MessageReader(table, wire)
  const spans = new MessageSpans(table, wire)
  let last: Head | undefined

  /** Reads the beginning of a body; `wire` is then where the message begins. */
  const open = (body: Uint8Array): { readonly head: Head; readonly to: number } => {
    const head = last && startsWith(body, last.bytes) ? last : readHead(table, body)
    last = head
    wire.bytes = body
    wire.at = head.bytes.length
    return { head, to: wire.enter(body.length) }
  }

  const decode = (body: Uint8Array): unknown => {
    const { head, to } = open(body)
    const { index, type, wanted } = head
    const object = reader.read(index, wire.at, to, { ...type })
    return wanted === '' ? object : withoutCuts(object, wanted)
  }

  return {
    decode,
    readPath(body, path) {
      const { head, to } = open(body)
      const { index, type, wanted } = head
      const [first] = path
      if (first === 'kind' || first === 'apiVersion') return readMembers(type, path)
      if (wanted !== '' || first === undefined) return readMembers(decode(body), path)
      return readMessagePath(spans, { index, from: wire.at, to }, path)
    },
    visit(body, tree, visitor) {
      const { head, to } = open(body)
      const { index, type, wanted } = head
      const values = new ValueVisitor(spans, visitor)
      if (wanted === '') values.object({ index, from: wire.at, to }, type, tree)
      else values.value(decode(body), tree)
    },
  }
}

function startsWith(body: Uint8Array, head: Uint8Array): boolean {
  for (let at = 0; at < head.length; at++) if (body[at] !== head[at]) return false
  return true
}

function readHead(table: MessageTable, body: Uint8Array): Head {
  const { apiVersion, kind, wanted, from, to } = readEnvelope(body)
  const type = { kind, apiVersion }
  const lengthAt = from - varintSize(to - from)
  // A body without a message would be the beginning of others.
  if (body[lengthAt - 1] !== RAW * 8 + BYTES) throw malformed('the body of a row has no message')
  const bytes = body.slice(0, lengthAt)
  return { bytes, index: table.knownKind(type), type, wanted }
}
