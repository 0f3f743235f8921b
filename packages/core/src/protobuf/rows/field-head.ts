import { malformed } from '../malformed.ts'
import { BYTES, FIXED_64, VARINT } from '../wire-reader.ts'

const FIXED_32 = 5
const MAX_VARINT_BYTES = 10

/** The beginning of a field. */
export interface FieldHead {
  tag: number
  /** Where its content begins. */
  content: number
  /** The length of its content; it may not have arrived. */
  length: number
}

/** Reads the beginning of a field into `head`. False if it has not arrived completely. Throws a ProtocolError. */
export function readFieldHead(bytes: Uint8Array, at: number, end: number, head: FieldHead): boolean {
  const tagEnd = varintEnd(bytes, at, end)
  if (tagEnd === 0) return false
  head.tag = varintAt(bytes, at, tagEnd)
  head.content = tagEnd
  const wireType = head.tag & 7
  if (wireType === FIXED_64) head.length = 8
  else if (wireType === FIXED_32) head.length = 4
  else {
    if (wireType !== VARINT && wireType !== BYTES) throw malformed(`protobuf: illegal wire type ${wireType}`)
    const contentEnd = varintEnd(bytes, tagEnd, end)
    if (contentEnd === 0) return false
    if (wireType === VARINT) head.length = contentEnd - tagEnd
    else {
      head.content = contentEnd
      head.length = varintAt(bytes, tagEnd, contentEnd)
    }
  }
  return true
}

/** The end of a varint; 0 if it has not arrived. */
function varintEnd(bytes: Uint8Array, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    if (at - from === MAX_VARINT_BYTES) break
    if ((bytes[at] as number) < 0x80) return at + 1
  }
  if (end - from >= MAX_VARINT_BYTES) throw malformed('protobuf: a number of more than 64 bits')
  return 0
}

/** A varint as a number. Beyond 2^53 it is rounded: too long for anything. */
function varintAt(bytes: Uint8Array, from: number, to: number): number {
  let value = 0
  for (let at = to - 1; at >= from; at--) value = value * 128 + ((bytes[at] as number) & 0x7f)
  return value
}
