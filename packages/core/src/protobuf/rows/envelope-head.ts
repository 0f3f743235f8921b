import { type Envelope, RAW, readEnvelope } from '../envelope.ts'
import { BYTES } from '../wire-reader.ts'
import { varintSize } from './varint.ts'

/** The beginning of an envelope, up to the length of its message. Most objects of a stream or a store begin as the one before. */
export interface EnvelopeHead<T> {
  readonly bytes: Uint8Array
  /** What all envelopes with this beginning have in common. */
  readonly of: T
}

/** Whether an envelope in a part of the bytes begins so. */
export function beginsWith(bytes: Uint8Array, from: number, head: EnvelopeHead<unknown>): boolean {
  const expected = head.bytes
  for (let at = 0; at < expected.length; at++) if (bytes[from + at] !== expected[at]) return false
  return true
}

/** Reads an envelope whose beginning is not known; `bytes` is undefined if it has no message, or not in the usual place. */
export function readHead(
  bytes: Uint8Array,
  from: number,
  to: number,
): { readonly envelope: Envelope; readonly bytes: Uint8Array | undefined } {
  const envelope = readEnvelope(bytes, from, to)
  const lengthAt = envelope.from - varintSize(envelope.to - envelope.from)
  const isUsual = lengthAt > from && bytes[lengthAt - 1] === RAW * 8 + BYTES
  return { envelope, bytes: isUsual ? bytes.slice(from, lengthAt) : undefined }
}
