import { ProtocolError } from '../api/errors.ts'
import type { KubernetesObject } from '../api/object.ts'
import { loadTable } from './load-table.ts'
import { BYTES, WireReader } from './wire-reader.ts'

/** What every protobuf object of Kubernetes begins with: `k8s` and a zero byte. */
const MAGIC = [0x6b, 0x38, 0x73, 0x00]
const APPLICATION_TYPE = 1
const RAW = 2

interface Envelope {
  readonly apiVersion: string
  readonly kind: string
  /** Where the message begins and ends. */
  readonly from: number
  readonly to: number
}

/**
 * Converts `application/vnd.kubernetes.protobuf` of a built-in kind to the object that the same server sends as JSON. The
 * table of the kinds is loaded when it is needed. Rejects with a ProtocolError.
 */
export async function readProtobuf(bytes: Uint8Array): Promise<KubernetesObject> {
  const { apiVersion, kind, from, to } = envelopeOf(bytes)
  const [{ MessageReader }, table] = await Promise.all([import('./message-reader.ts'), loadTable()])
  const index = table.indexOfKind(apiVersion, kind)
  if (index === undefined)
    throw new ProtocolError(
      `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`,
    )
  const members = new MessageReader(table, bytes).read(index, from, to)
  // The items of a list are never null.
  if (kind.endsWith('List') && members.items === null) members.items = []
  return { kind, apiVersion, ...members }
}

/** The envelope (runtime.Unknown). */
function envelopeOf(bytes: Uint8Array): Envelope {
  if (MAGIC.some((byte, index) => bytes[index] !== byte))
    throw new ProtocolError(
      'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]',
    )
  const wire = new WireReader(bytes)
  wire.at = MAGIC.length
  const envelope = { apiVersion: '', kind: '', from: bytes.length, to: bytes.length }
  while (wire.at < bytes.length) {
    const tag = wire.tag(bytes.length)
    const isMessage = tag === APPLICATION_TYPE * 8 + BYTES || tag === RAW * 8 + BYTES
    if (!isMessage) {
      wire.skip(tag & 7, bytes.length)
      continue
    }
    const end = wire.enter(bytes.length)
    if (tag >>> 3 === RAW) Object.assign(envelope, { from: wire.at, to: end })
    else Object.assign(envelope, typeIn(wire, end))
    wire.at = end
  }
  return envelope
}

function typeIn(wire: WireReader, end: number): Partial<Envelope> {
  const names = ['apiVersion', 'kind'] as const
  const type: Partial<Record<(typeof names)[number], string>> = {}
  while (wire.at < end) {
    const tag = wire.tag(end)
    const name = (tag & 7) === BYTES ? names[(tag >>> 3) - 1] : undefined
    if (name) type[name] = wire.text(wire.enter(end))
    else wire.skip(tag & 7, end)
  }
  return type
}
