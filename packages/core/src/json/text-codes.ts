import { ProtocolError } from '../api/errors.ts'
import { BACKSLASH, QUOTE } from './characters.ts'

/** Strings are scanned up to this many characters; the rest of a longer one is skipped by `indexOf`. */
const SCANNED = 48
/** Stands for every character outside ASCII. JSON has none of them outside strings. */
const OTHER = 0x80

const encoder = /* @__PURE__ */ new TextEncoder()
const truncated = (): ProtocolError => new ProtocolError('JSON text ends in the middle of a value')

/**
 * The characters of a JSON text as bytes, at the same indexes as in the text. Reading bytes is several times faster than
 * `charCodeAt`. A 0, which JSON never contains, follows the text.
 */
export class TextCodes {
  text = ''
  codes: Uint8Array = new Uint8Array(16_384)
  /** Whether the key that was skipped last has a backslash. */
  hasEscape = false

  load(text: string): void {
    const { length } = text
    this.text = text
    if (this.codes.length < length + 2) this.codes = new Uint8Array(2 * length)
    const { codes } = this
    const { read, written } = encoder.encodeInto(text, codes)
    // Otherwise some characters have several bytes.
    if (read !== length || written !== length) {
      for (let i = 0; i < length; i++) {
        codes[i] = Math.min(text.charCodeAt(i), OTHER)
      }
    }
    // Two, since a backslash skips one.
    codes[length] = 0
    codes[length + 1] = 0
  }

  /** Releases the text. */
  clear(): void {
    this.text = ''
  }

  /** The index of the first character at or after `from` that is not white space. */
  skipSpace(from: number): number {
    const { codes } = this
    let i = from
    // Subtracting 1 turns the 0 after the text into a large number.
    while (((codes[i] ?? 0) - 1) >>> 0 < 0x20) i++
    return i
  }

  /** The index after the key that opens at `open`. */
  skipKey(open: number): number {
    this.hasEscape = false
    const end = this.skipString(open)
    if (end - open > SCANNED) this.hasEscape = this.text.slice(open, end).includes('\\')
    return end
  }

  /** The index after the string that opens at `open`. */
  skipString(open: number): number {
    const { codes } = this
    const limit = open + SCANNED
    let i = open + 1
    while (i < limit) {
      const code = codes[i++] as number
      // Lower-case letters are the most frequent characters.
      if (code > BACKSLASH) continue
      if (code === QUOTE) return i
      if (code === BACKSLASH) {
        this.hasEscape = true
        i++
      } else if (code === 0) throw truncated()
    }
    return this.#endOfLong(i)
  }

  /** The rest of a string, from an index that is not escaped. */
  #endOfLong(from: number): number {
    const { codes, text } = this
    for (let quote = text.indexOf('"', from); quote !== -1; quote = text.indexOf('"', quote + 1)) {
      let isEscaped = false
      for (let i = quote - 1; i >= from && codes[i] === BACKSLASH; i--) isEscaped = !isEscaped
      if (!isEscaped) return quote + 1
    }
    throw truncated()
  }

  /** The index after the container whose content continues at `from`, `depth` brackets deep. */
  skipToEnd(from: number, depth = 1): number {
    const { codes } = this
    let open = depth
    let i = from
    for (;;) {
      const code = codes[i] as number
      if (code === QUOTE) {
        i = this.skipString(i)
        continue
      }
      i++
      // Braces and brackets differ by the bit 0x20.
      const folded = code | 0x20
      if (folded === 0x7b) open++
      else if (folded === 0x7d && --open === 0) return i
      else if (code === 0) throw truncated()
    }
  }

  /** The index after the value that starts at `from`. */
  skipValue(from: number): number {
    const { codes } = this
    const code = codes[from] as number
    if (code === QUOTE) return this.skipString(from)
    if ((code | 0x20) === 0x7b) return this.skipToEnd(from + 1)
    let i = from
    // A scalar ends at a comma, a bracket, a space or the end of the text.
    for (;;) {
      const next = codes[i] as number
      if (next <= 0x20 || next === 0x2c || next === 0x5d || next === 0x7d) return i
      i++
    }
  }
}
