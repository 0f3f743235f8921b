import { BACKSLASH, CLOSE_BRACE, COLON, COMMA, NEWLINE, OPEN_BRACE, QUOTE } from './characters.ts'
import { MAX_CUTS, SCAN_STEP, type Scanner } from './scanner.ts'

/** `{` and `[` differ by this bit, and so do `}` and `]`. */
const FOLD = 0x20
const MARGIN = 1_024

/** Classes of bytes outside strings. */
const OPENS = 1
const CLOSES = 2
const SEPARATES = 3
const QUOTES = 4
const ENDS_LINE = 5
const ESCAPES = 6

const kindOf = (byte: number): number => {
  if ((byte | FOLD) === OPEN_BRACE) return OPENS
  if ((byte | FOLD) === CLOSE_BRACE) return CLOSES
  if (byte === COMMA || byte === COLON) return SEPARATES
  if (byte === QUOTE) return QUOTES
  if (byte === BACKSLASH) return ESCAPES
  return byte === NEWLINE ? ENDS_LINE : 0
}

/** A scanner for hosts without WebAssembly, which works byte by byte and does not remember values. */
export class PlainScanner implements Scanner {
  readonly bytes: Uint8Array
  readonly base: number = MARGIN
  readonly offsets: Uint32Array
  readonly cuts: Uint32Array
  readonly remembers = false
  readonly known: unknown[] = []
  count = 0
  depth = 0
  quoted = false
  escaped = false
  readonly #kinds: Uint8Array

  constructor(size: number) {
    this.bytes = new Uint8Array(size + 2 * MARGIN)
    this.offsets = new Uint32Array(4 * SCAN_STEP)
    this.cuts = new Uint32Array(2 * MAX_CUTS)
    this.#kinds = Uint8Array.from({ length: 256 }, (_, byte) => kindOf(byte))
  }

  scan(from: number, to: number, limit: number, stop: number): number {
    const { bytes, offsets } = this
    const kinds = this.#kinds
    let { depth, count } = this
    let i = this.quoted ? from : this.#skipEscaped(from, to)
    let stopped = -1
    while (i < to) {
      if (this.quoted) {
        i = this.#leaveString(i, to, stop)
        if (!this.quoted) continue
        if (bytes[i - 1] === NEWLINE && stop < 0) stopped = i
        break
      }
      const kind = kinds[bytes[i++] as number]
      if (kind === 0) continue
      if (kind === QUOTES) {
        this.quoted = true
        continue
      }
      if (kind === ESCAPES) {
        this.escaped = true
        i = this.#skipEscaped(i, to)
        continue
      }
      if (kind === ENDS_LINE) {
        if (stop >= 0) continue
        stopped = i
        break
      }
      if (kind === CLOSES) depth--
      if (depth <= limit) offsets[count++] = i - 1
      if (kind === OPENS) depth++
      else if (kind === CLOSES && depth <= stop) {
        stopped = i
        break
      }
    }
    this.depth = depth
    this.count = count
    return stopped
  }

  /** A backslash outside strings is invalid, and keeps a quote after it from starting one. */
  #skipEscaped(from: number, to: number): number {
    if (!this.escaped || from === to) return from
    this.escaped = false
    const byte = this.bytes[from]
    return byte === QUOTE || byte === BACKSLASH ? from + 1 : from
  }

  /** @returns the offset after the string, of an invalid newline within it, or `to` */
  #leaveString(from: number, to: number, stop: number): number {
    const { bytes } = this
    let i = from
    while (i < to) {
      const byte = bytes[i++]
      if (this.escaped) this.escaped = false
      else if (byte === BACKSLASH) this.escaped = true
      else if (byte === QUOTE) {
        this.quoted = false
        return i
      }
      if (byte === NEWLINE && stop < 0) return i
    }
    return i
  }

  slide(start: number, cutCount: number): number {
    const { bytes, cuts } = this
    let to = cuts[2 * cutCount - 1] as number
    for (let cut = cutCount - 1; cut >= 0; cut--) {
      const from = cut === 0 ? start : (cuts[2 * cut - 1] as number)
      const end = cuts[2 * cut] as number
      to -= end - from
      bytes.copyWithin(to, from, end)
    }
    return to
  }

  remember(): number {
    return -1
  }

  copyState({ count, depth, quoted, escaped }: Scanner): void {
    this.count = count
    this.depth = depth
    this.quoted = quoted
    this.escaped = escaped
  }

  reset(): void {
    this.count = 0
    this.depth = 0
    this.quoted = false
    this.escaped = false
  }
}
