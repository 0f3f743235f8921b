import { malformed } from './malformed.ts'
import { WireReader } from './wire-reader.ts'

/** What every protobuf object of Kubernetes begins with: `k8s` and a zero byte. */
export const MAGIC: Uint8Array = /* @__PURE__ */ Uint8Array.of(0x6b, 0x38, 0x73, 0x00)
/** The numbers of the fields. */
export const TYPE_META = 1
export const RAW = 2
/** Ours: as JSON, which parts of the object were cut out. Kubernetes uses 1 to 4 and skips others. */
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
  const content = from + MAGIC.length
  const wanted = wire.lastText(WANTED, content, to)
  wire.last(TYPE_META, content, to)
  const type = readTypeMeta(wire, wire.end)
  wire.last(RAW, content, to)
  return { ...type, wanted, from: wire.at, to: wire.end }
}

/** Throws a ProtocolError unless an object begins there. */
export function expectMagic(bytes: Uint8Array, from: number, to: number): void {
  if (to - from < MAGIC.length || MAGIC.some((byte, index) => bytes[from + index] !== byte))
    throw malformed('provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]')
}

/** Reads a type from where the reader is to `end`. */
export function readTypeMeta(wire: WireReader, end: number): TypeMeta {
  const from = wire.at
  return { apiVersion: wire.lastText(1, from, end), kind: wire.lastText(2, from, end) }
}
