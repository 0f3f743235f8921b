import { malformed } from './malformed.ts'

/** The wire types that Kubernetes uses. */
export const VARINT = 0
export const FIXED_64 = 1
export const BYTES = 2
const FIXED_32 = 5

/** A varint of more bytes has more than 64 bits. */
const MAX_VARINT_BYTES = 10
/** Longer strings are decoded by the runtime. */
const SHORT = 64
/** For each length, the codes of a string. They are reused: a string of a call's arguments is flat, one of sums is not. */
const CODES: readonly number[][] = /* @__PURE__ */ Array.from({ length: SHORT + 1 }, (_, length) =>
  new Array<number>(length).fill(0),
)

/** Texts that were read before, by a hash of their bytes: names, types and labels are those of other objects. */
const KNOWN_TEXTS: string[] = /* @__PURE__ */ new Array<string>(1_024).fill('')

const SLASH = 0x2f

const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true })

export const NOTHING: Uint8Array = /* @__PURE__ */ new Uint8Array(0)

/** Reads the parts of protobuf messages (proto2, as gogo/protobuf writes them). Every method throws a ProtocolError. */
export class WireReader {
  bytes: Uint8Array
  /** Where the next part begins. */
  at = 0
  /** Where what `last` found ends. */
  end = 0

  constructor(bytes: Uint8Array = NOTHING) {
    this.bytes = bytes
  }

  /** The tag of a field: its number times eight, plus its wire type. */
  tag(end: number): number {
    const tag = this.uint32(end)
    if (tag >>> 3 === 0) throw malformed('protobuf: illegal field number 0')
    return tag
  }

  /** A varint of which the lower 32 bits count. */
  uint32(end: number): number {
    const first = this.bytes[this.at] as number
    if (first < 0x80 && this.at < end) {
      this.at++
      return first
    }
    return this.#longUint32(end)
  }

  #longUint32(end: number): number {
    let value = 0
    for (let count = 0; count < MAX_VARINT_BYTES; count++) {
      const byte = this.#next(end)
      if (count < 5) value |= (byte & 0x7f) << (7 * count)
      if (byte < 0x80) return value >>> 0
    }
    throw malformed('protobuf: a number of more than 64 bits')
  }

  /** A signed varint. Beyond 2^53 it is rounded, as `JSON.parse` rounds. */
  int64(end: number): number {
    let value = 0
    for (let count = 0; count < 4; count++) {
      const byte = this.#next(end)
      value |= (byte & 0x7f) << (7 * count)
      if (byte < 0x80) return value
    }
    let long = BigInt(value)
    for (let count = 4; count < MAX_VARINT_BYTES; count++) {
      const byte = this.#next(end)
      long |= BigInt(byte & 0x7f) << BigInt(7 * count)
      if (byte < 0x80) return Number(BigInt.asIntN(64, long))
    }
    throw malformed('protobuf: a number of more than 64 bits')
  }

  double(end: number): number {
    const from = this.#take(8, end)
    return new DataView(this.bytes.buffer, this.bytes.byteOffset + from, 8).getFloat64(0, true)
  }

  /** Moves behind the length of a string, bytes or a message. Returns its end; `at` is its beginning. */
  enter(end: number): number {
    const length = this.uint32(end)
    if (length > end - this.at) throw truncated()
    return this.at + length
  }

  /** The text from `at` to its end. It is looked up among those that were read before, since most occur in other objects. */
  text(to: number): string {
    const { bytes, at: from } = this
    this.at = to
    const codes = CODES[to - from]
    if (!codes) return utf8.decode(bytes.subarray(from, to))
    let all = 0
    let hash = 0
    for (let index = 0; index < codes.length; index++) {
      const byte = bytes[from + index] as number
      codes[index] = byte
      all |= byte
      hash = (Math.imul(hash, 31) + byte) | 0
    }
    if (all > 0x7f) return utf8.decode(bytes.subarray(from, to))
    const slot = (hash ^ (hash >>> 10)) & (KNOWN_TEXTS.length - 1)
    const known = KNOWN_TEXTS[slot] as string
    if (hasCodes(known, codes)) return known
    const text = String.fromCharCode.apply(undefined, codes)
    KNOWN_TEXTS[slot] = text
    return text
  }

  /**
   * A text that is unlikely to occur in other objects, behind a prefix and a slash if there is a prefix. An engine would copy a
   * concatenation once more when it is first looked up.
   */
  newText(from: number, to: number, prefix = ''): string {
    const { bytes } = this
    const start = prefix === '' ? 0 : prefix.length + 1
    const codes = CODES[start + to - from] ?? []
    let all = 0
    for (let index = start; index < codes.length; index++) {
      const byte = bytes[from + index - start] as number
      codes[index] = byte
      all |= byte
    }
    if (codes.length === 0 || all > 0x7f)
      return (prefix && `${prefix}/`) + utf8.decode(bytes.subarray(from, to))
    for (let index = 0; index < prefix.length; index++) codes[index] = prefix.charCodeAt(index)
    if (start > 0) codes[start - 1] = SLASH
    return String.fromCharCode.apply(undefined, codes)
  }

  /**
   * Moves to the last field of bytes with a number: a reader replaces those before it. Its content is from `at` to `end`;
   * without such a field, both are the end of the message.
   */
  last(number: number, from: number, to: number): boolean {
    let begin = to
    let isFound = false
    this.at = from
    this.end = to
    while (this.at < to) {
      const tag = this.tag(to)
      if (tag === number * 8 + BYTES) {
        isFound = true
        this.end = this.enter(to)
        begin = this.at
        this.at = this.end
      } else this.skip(tag & 7, to)
    }
    this.at = begin
    return isFound
  }

  /** The text of the last field with a number; "" without one. */
  lastText(number: number, from: number, to: number): string {
    this.last(number, from, to)
    return this.text(this.end)
  }

  skip(wireType: number, end: number): void {
    if (wireType === VARINT) this.uint32(end)
    else if (wireType === BYTES) this.at = this.enter(end)
    else if (wireType === FIXED_64) this.#take(8, end)
    else if (wireType === FIXED_32) this.#take(4, end)
    else throw malformed(`protobuf: illegal wire type ${wireType}`)
  }

  #take(length: number, end: number): number {
    if (length > end - this.at) throw truncated()
    this.at += length
    return this.at - length
  }

  #next(end: number): number {
    if (this.at >= end) throw truncated()
    return this.bytes[this.at++] as number
  }
}

function hasCodes(text: string, codes: readonly number[]): boolean {
  if (text.length !== codes.length) return false
  for (let index = 0; index < codes.length; index++) if (text.charCodeAt(index) !== codes[index]) return false
  return true
}

const truncated = () => malformed('protobuf: unexpected end')
