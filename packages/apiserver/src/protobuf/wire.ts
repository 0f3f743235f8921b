/** The bytes are not protobuf, or not of the expected type. */
export class WireError extends Error {
  override readonly name = 'WireError'
}

/** A field of a message: a number, or the bytes of a string, message or map entry. */
export type Field =
  | { readonly number: number; readonly type: 'varint'; readonly value: bigint }
  | { readonly number: number; readonly type: 'fixed'; readonly bytes: Uint8Array }
  | { readonly number: number; readonly type: 'bytes'; readonly bytes: Uint8Array }

const VARINT = 0
const FIXED_64 = 1
const BYTES = 2
const FIXED_32 = 5
const MAX_VARINT_BYTES = 10

/** The fields of a message in order. Throws a {@link WireError}. */
export function* fieldsIn(bytes: Uint8Array): Generator<Field> {
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let count = 0; count < MAX_VARINT_BYTES; count++) {
      const byte = bytes[at++]
      if (byte === undefined) throw new WireError('unexpected EOF')
      value |= BigInt(byte & 0x7f) << BigInt(7 * count)
      if (byte < 0x80) return value
    }
    throw new WireError('proto: integer overflow')
  }
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new WireError('unexpected EOF')
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    const [number, wireType] = [tag >>> 3, tag & 7]
    if (number === 0) throw new WireError('proto: illegal tag 0')
    if (wireType === VARINT) yield { number, type: 'varint', value: BigInt.asIntN(64, varint()) }
    else if (wireType === BYTES) yield { number, type: 'bytes', bytes: take(Number(varint())) }
    else if (wireType === FIXED_64) yield { number, type: 'fixed', bytes: take(8) }
    else if (wireType === FIXED_32) yield { number, type: 'fixed', bytes: take(4) }
    else throw new WireError(`proto: illegal wireType ${wireType}`)
  }
}

const decoder = new TextDecoder()

/** The string of a field; "" if it is not one. */
export const textIn = (field: Field): string => (field.type === 'bytes' ? decoder.decode(field.bytes) : '')

/** The number of a field. Kubernetes uses none that JSON cannot represent. */
export function numberIn(field: Field): number {
  if (field.type === 'varint') return Number(field.value)
  if (field.type !== 'fixed') throw new WireError('proto: wrong wireType')
  const view = new DataView(field.bytes.buffer, field.bytes.byteOffset, field.bytes.byteLength)
  return field.bytes.length === 8 ? view.getFloat64(0, true) : view.getFloat32(0, true)
}

/** The bytes of an embedded message. */
export function bytesIn(field: Field): Uint8Array {
  if (field.type !== 'bytes') throw new WireError('proto: wrong wireType')
  return field.bytes
}
