import { BYTES, FIXED_64, VARINT } from './wire-reader.ts'

const utf8 = /* @__PURE__ */ new TextEncoder()

/** As a number, the largest int64 is one more. */
const MAX_INT64 = 2 ** 63

/** Writes the fields of a protobuf message. */
export class WireWriter {
  readonly #parts: Uint8Array[] = []
  #small: number[] = []

  /** A number; one that is not within 2^53 is the nearest that is. */
  varint(number: number, value: number): void {
    this.#varint(number * 8 + VARINT)
    this.#varint(value)
  }

  double(number: number, value: number): void {
    this.#varint(number * 8 + FIXED_64)
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setFloat64(0, value, true)
    this.#append(bytes)
  }

  text(number: number, text: string): void {
    this.chunk(number, utf8.encode(text))
  }

  /** Bytes, or a message. */
  chunk(number: number, bytes: Uint8Array): void {
    this.#varint(number * 8 + BYTES)
    this.#varint(bytes.length)
    this.#append(bytes)
  }

  bytes(): Uint8Array {
    this.#flush()
    const [only, ...others] = this.#parts
    return others.length === 0 ? (only ?? new Uint8Array()) : concatenated(this.#parts)
  }

  #varint(value: number): void {
    if (value < 0 || value > 0xffff_ffff) {
      this.#long(BigInt.asUintN(64, value < MAX_INT64 ? BigInt(Math.trunc(value)) : 2n ** 63n - 1n))
      return
    }
    let rest = value
    while (rest > 127) {
      this.#small.push((rest % 128) + 128)
      rest = Math.floor(rest / 128)
    }
    this.#small.push(rest)
  }

  #long(value: bigint): void {
    let rest = value
    while (rest > 127n) {
      this.#small.push(Number(rest & 127n) + 128)
      rest >>= 7n
    }
    this.#small.push(Number(rest))
  }

  #append(bytes: Uint8Array): void {
    this.#flush()
    this.#parts.push(bytes)
  }

  #flush(): void {
    if (this.#small.length > 0) this.#parts.push(new Uint8Array(this.#small))
    this.#small = []
  }
}

export function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
