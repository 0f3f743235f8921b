import { ProtocolError } from '../api/errors.ts'
import { BACKSLASH, CLOSE_BRACE, CLOSE_BRACKET, OPEN_BRACE, OPEN_BRACKET, QUOTE } from '../row/characters.ts'
import { isEscaped } from '../row/json-text.ts'

/** `"items":` at the end of what came before an opening bracket. */
const ITEMS_KEY = /"items"\s*:\s*$/

/**
 * Splits the text of a list answer into the texts of its items, as it arrives, so that no moment holds both
 * the whole body and the whole objects.
 *
 * - Each character is looked at once, whatever the chunking.
 * - The rest of the answer (kind, metadata) is the envelope: the same text with an empty `items`.
 * - It finds boundaries in valid JSON; whether an item is valid is for its decoder to say.
 */
export class ListSplitter {
  #depth = 0
  #inString = false
  /** Whether the chunk before this one ended with an odd run of backslashes inside a string. */
  #escapeCarried = false
  #inItems = false
  #envelope = ''
  /** What earlier chunks held of the piece that is still open. */
  #open: string[] = []
  /** Where the open piece starts in the current chunk. */
  #start = 0

  /** Takes the next chunk; answers the texts of the items that it completed. */
  push(chunk: string): string[] {
    const items: string[] = []
    this.#start = 0
    let i = 0
    while (i < chunk.length) {
      if (this.#inString) i = this.#leaveString(chunk, i)
      else if (this.#inItems && this.#depth > 2) i = this.#walkItem(chunk, i, items)
      else i = this.#step(chunk, i)
    }
    this.#carry(chunk.slice(this.#start))
    return items
  }

  /** The answer without its items; throws a ProtocolError when the text is not one complete list. */
  end(): unknown {
    const text = this.#envelope + this.#open.join('')
    if (this.#depth !== 0 || this.#inString || text.trim() === '') {
      throw new ProtocolError('the answer to a list ends in the middle')
    }
    try {
      return JSON.parse(text)
    } catch (cause) {
      throw new ProtocolError(`the answer to a list is not JSON: ${text.slice(0, 120)}`, { cause })
    }
  }

  /** Jumps to the end of the string that is open; answers where to go on. */
  #leaveString(chunk: string, from: number): number {
    let at = from
    if (this.#escapeCarried) {
      this.#escapeCarried = false
      at++
    }
    const floor = at
    let quote = chunk.indexOf('"', at)
    while (quote !== -1 && isEscaped(chunk, quote, floor)) quote = chunk.indexOf('"', quote + 1)
    if (quote === -1) {
      this.#escapeCarried = at <= chunk.length && trailingBackslashes(chunk, floor) % 2 === 1
      return chunk.length
    }
    this.#inString = false
    return quote + 1
  }

  /** The hot loop: goes through an item to its end, or to a string that the chunk cuts off. */
  #walkItem(chunk: string, from: number, items: string[]): number {
    let depth = this.#depth
    let i = from
    for (; i < chunk.length && depth > 2; i++) {
      const code = chunk.charCodeAt(i)
      if (code === QUOTE) {
        const quote = chunk.indexOf('"', i + 1)
        if (quote === -1 || chunk.charCodeAt(quote - 1) === BACKSLASH) {
          this.#depth = depth
          this.#inString = true
          return i + 1
        }
        i = quote
      } else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++
      else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--
    }
    this.#depth = depth
    if (depth === 2) this.#endItem(chunk, i, items)
    return i
  }

  /** Looks at one character outside items and strings; answers where to go on. */
  #step(chunk: string, i: number): number {
    const code = chunk.charCodeAt(i)
    if (code === QUOTE) this.#inString = true
    else if (code === OPEN_BRACE) this.#openBrace(i)
    else if (code === OPEN_BRACKET) this.#openBracket(chunk, i)
    else if (code === CLOSE_BRACE) this.#depth--
    else if (code === CLOSE_BRACKET) this.#closeBracket(i)
    return i + 1
  }

  #openBrace(i: number): void {
    if (this.#inItems && this.#depth === 2) this.#begin(i)
    this.#depth++
  }

  #openBracket(chunk: string, i: number): void {
    this.#depth++
    if (this.#depth !== 2 || this.#inItems) return
    const before = this.#envelope + this.#open.join('') + chunk.slice(this.#start, i)
    if (!ITEMS_KEY.test(before)) return
    this.#envelope = `${before}[`
    this.#inItems = true
    this.#begin(i + 1)
  }

  /** The item that is open ends before `end`. */
  #endItem(chunk: string, end: number, items: string[]): void {
    const tail = chunk.slice(this.#start, end)
    items.push(this.#open.length === 0 ? tail : this.#open.join('') + tail)
    this.#begin(end)
  }

  #closeBracket(i: number): void {
    this.#depth--
    if (!this.#inItems || this.#depth !== 1) return
    this.#inItems = false
    this.#begin(i)
  }

  /** A new piece starts at `i` of the current chunk. */
  #begin(i: number): void {
    this.#open = []
    this.#start = i
  }

  #carry(rest: string): void {
    if (rest !== '') this.#open.push(rest)
  }
}

function trailingBackslashes(text: string, floor: number): number {
  let i = text.length
  while (i > floor && text.charCodeAt(i - 1) === BACKSLASH) i--
  return text.length - i
}
