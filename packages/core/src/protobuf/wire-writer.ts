import { BYTES, FIXED_64, VARINT } from './wire-reader.ts'

const utf8 = /* @__PURE__ */ new TextEncoder()

/** As a number, the largest int64 is one more. */
const MAX_INT64 = 2 ** 63
/** A longer text is encoded by the host. */
const SHORT_TEXT = 64
const MAX_VARINT_LENGTH = 10

/** Writes the fields of a protobuf message, and of those within it, into one buffer. */
export class WireWriter {
  #bytes = new Uint8Array(512)
  #at = 0

  /** A number; one that is not within 2^53 is the nearest that is. */
  varint(number: number, value: number): void {
    this.#varint(number * 8 + VARINT)
    this.#varint(value)
  }

  double(number: number, value: number): void {
    this.#varint(number * 8 + FIXED_64)
    this.#reserve(8)
    new DataView(this.#bytes.buffer).setFloat64(this.#at, value, true)
    this.#at += 8
  }

  text(number: number, text: string): void {
    const start = this.begin(number)
    this.#reserve(3 * text.length)
    if (!this.#writeAscii(text)) this.#at += utf8.encodeInto(text, this.#bytes.subarray(this.#at)).written
    this.end(start)
  }

  /** Bytes, or a message that is written already. */
  chunk(number: number, bytes: Uint8Array): void {
    this.head(number, bytes.length)
    this.raw(bytes)
  }

  /** What precedes bytes of this length. */
  head(number: number, length: number): void {
    this.#varint(number * 8 + BYTES)
    this.#varint(length)
  }

  /** Begins a message. Write its fields, and pass the result to {@link end}. */
  begin(number: number): number {
    this.#varint(number * 8 + BYTES)
    this.#reserve(1)
    this.#at++
    return this.#at
  }

  /** Ends the message that began at `start`: its length precedes it, and mostly takes one byte. */
  end(start: number): void {
    const length = this.#at - start
    if (length >= 0x80) {
      this.#reserve(MAX_VARINT_LENGTH)
      const more = varintLength(length) - 1
      this.#bytes.copyWithin(start + more, start, this.#at)
      this.#at = start - 1
      this.#varint(length)
      this.#at += length
    } else this.#bytes[start - 1] = length
  }

  /** Bytes without a field. */
  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#at)
    this.#at += bytes.length
  }

  /** What was written since the last call. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = this.#bytes.slice(0, this.#at)
    this.#at = 0
    return bytes
  }

  #writeAscii(text: string): boolean {
    const { length } = text
    if (length > SHORT_TEXT) return false
    const bytes = this.#bytes
    const start = this.#at
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index)
      if (code >= 0x80) return false
      bytes[start + index] = code
    }
    this.#at += length
    return true
  }

  #varint(value: number): void {
    this.#reserve(MAX_VARINT_LENGTH)
    if (value < 0 || value > 0xffff_ffff) {
      this.#long(BigInt.asUintN(64, value < MAX_INT64 ? BigInt(Math.trunc(value)) : 2n ** 63n - 1n))
      return
    }
    let rest = value
    while (rest > 127) {
      this.#bytes[this.#at++] = (rest & 0x7f) | 0x80
      rest >>>= 7
    }
    this.#bytes[this.#at++] = rest
  }

  #long(value: bigint): void {
    let rest = value
    while (rest > 127n) {
      this.#bytes[this.#at++] = Number(rest & 127n) + 128
      rest >>= 7n
    }
    this.#bytes[this.#at++] = Number(rest)
  }

  /** Makes room for more bytes. */
  #reserve(length: number): void {
    if (this.#at + length <= this.#bytes.length) return
    const larger = new Uint8Array(2 * (this.#at + length))
    larger.set(this.#bytes.subarray(0, this.#at))
    this.#bytes = larger
  }
}

/** The number of bytes of a varint. */
export function varintLength(value: number): number {
  let length = 1
  for (let rest = value; rest > 127; rest = Math.floor(rest / 128)) length++
  return length
}
