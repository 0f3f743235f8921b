import { malformed } from './malformed.ts'
import { BYTES, WireReader } from './wire-reader.ts'

/** What every protobuf object of Kubernetes begins with: `k8s` and a zero byte. */
export const MAGIC: Uint8Array = /* @__PURE__ */ Uint8Array.of(0x6b, 0x38, 0x73, 0x00)
/** The numbers of the fields. */
export const TYPE_META = 1
export const RAW = 2
/** Ours: which parts of the object were cut out. Kubernetes uses 1 to 4 and skips others. */
export const WANTED = 15

/** The type of an object. */
export interface TypeMeta {
  readonly apiVersion: string
  readonly kind: string
}

/** The envelope of an object (runtime.Unknown). */
export interface Envelope extends TypeMeta {
  /** What was cut out and a reader must know, as text. */
  readonly wanted: string
  /** Where the message begins and ends. */
  readonly from: number
  readonly to: number
}

/** Reads the envelope in a part of the bytes. Throws a ProtocolError. */
export function readEnvelope(bytes: Uint8Array, from = 0, to: number = bytes.length): Envelope {
  expectMagic(bytes, from, to)
  const wire = new WireReader(bytes)
  wire.at = from + MAGIC.length
  const envelope = { apiVersion: '', kind: '', wanted: '', from: to, to }
  while (wire.at < to) {
    const tag = wire.tag(to)
    if ((tag & 7) !== BYTES) {
      wire.skip(tag & 7, to)
      continue
    }
    const end = wire.enter(to)
    if (tag >>> 3 === RAW) Object.assign(envelope, { from: wire.at, to: end })
    else if (tag >>> 3 === TYPE_META) Object.assign(envelope, readTypeMeta(wire, end))
    else if (tag >>> 3 === WANTED) envelope.wanted = wire.text(end)
    wire.at = end
  }
  return envelope
}

/** Throws a ProtocolError unless an object begins there. */
export function expectMagic(bytes: Uint8Array, from: number, to: number): void {
  if (to - from < MAGIC.length || MAGIC.some((byte, index) => bytes[from + index] !== byte))
    throw malformed('provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]')
}

/** Reads a type from where the reader is to `end`. */
export function readTypeMeta(wire: WireReader, end: number): TypeMeta {
  const type = { apiVersion: '', kind: '' }
  while (wire.at < end) {
    const tag = wire.tag(end)
    if ((tag & 7) !== BYTES) wire.skip(tag & 7, end)
    else {
      const text = wire.text(wire.enter(end))
      if (tag >>> 3 === 1) type.apiVersion = text
      else if (tag >>> 3 === 2) type.kind = text
    }
  }
  return type
}
