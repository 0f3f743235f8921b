import { ProtocolError } from '../../api/errors.ts'
import { isBlank, startsWith } from '../../json/bytes.ts'
import { CLOSE_BRACKET, COLON, COMMA, OPEN_BRACE, OPEN_BRACKET, SPACE } from '../../json/characters.ts'
import { parseJson } from '../../json/parse-json.ts'
import { ScanStream } from '../../json/scan-stream.ts'
import type { ItemDecoder } from './item-decoder.ts'

/** The number of open containers between two items: the list and its `items`. */
const BETWEEN_ITEMS = 2

/**
 * Splits the bytes of a list response into its items as they arrive, so that the complete body and all objects are never
 * in memory together. The rest (kind, metadata) is the envelope: the same text with empty `items`.
 */
export class ListParser<T> {
  readonly #decoder: ItemDecoder<T>
  readonly #stream: ScanStream
  readonly #utf8 = new TextDecoder()
  /** The name of the member with the items, as JSON. */
  readonly #key: Uint8Array
  /** The position relative to the items. */
  #state: 'before' | 'items' | 'after' = 'before'
  /** The envelope up to and including the bracket that opens the items. */
  #head = ''
  /** The number of processed offsets of the envelope, and the depth of the last one. */
  #seen = 0
  #depth = 0

  constructor(decoder: ItemDecoder<T>) {
    this.#decoder = decoder
    this.#key = new TextEncoder().encode(JSON.stringify(decoder.list?.key ?? 'items'))
    this.#stream = new ScanStream({
      limit: BETWEEN_ITEMS + decoder.depth,
      stop: BETWEEN_ITEMS,
      remembers: decoder.remembers,
      what: 'an item of a list',
    })
  }

  /** Parses the next chunk and appends the completed items. */
  push(chunk: Uint8Array, items: T[]): void {
    this.#stream.push(chunk, stop => this.#onStop(stop, items))
  }

  /** Returns the envelope. Throws a ProtocolError if the text is not one complete list. */
  end(): unknown {
    const { scanner } = this.#stream
    const rest = this.#utf8.decode(this.#stream.rest())
    const text = this.#head + rest
    if (scanner.depth !== 0 || scanner.quoted || text.trim() === '') {
      throw new ProtocolError('the answer to a list ends in the middle')
    }
    return parseJson(text, 'the answer to a list is not JSON')
  }

  /** Releases the scanner. */
  close(): void {
    this.#stream.close()
  }

  #onStop(stop: number, items: T[]): void {
    if (this.#state === 'before') this.#lookForItems()
    if (this.#state !== 'items') return
    const stream = this.#stream
    const { scanner, offsets } = stream
    const last = scanner.bytes[offsets[stream.count - 1] as number]
    if (last === CLOSE_BRACKET && scanner.depth < BETWEEN_ITEMS) this.#endItems(stop)
    else {
      const open = scanner.bytes[offsets[0] as number] === COMMA ? 1 : 0
      if (scanner.bytes[offsets[open] as number] !== OPEN_BRACE) throw notAnObject()
      if (open === 1) this.#expectBlank(offsets[0] as number)
      items.push(this.#decoder.decode(scanner, offsets, open))
      stream.take(stop, stream.count)
    }
  }

  /** Processes the offsets of the envelope up to the items. */
  #lookForItems(): void {
    const stream = this.#stream
    const { bytes } = stream.scanner
    for (; this.#seen < stream.count; this.#seen++) {
      const offset = stream.offsets[this.#seen] as number
      const byte = bytes[offset] as number
      const opens = (byte | 0x20) === OPEN_BRACE
      if (byte === OPEN_BRACKET && this.#depth === 1 && this.#isItems(offset)) {
        this.#beginItems(offset)
        return
      }
      if (opens) this.#depth++
      else if (byte !== COMMA && byte !== COLON) this.#depth--
    }
  }

  /** Whether the bracket at the offset opens the value of the key of the items. */
  #isItems(offset: number): boolean {
    const { bytes } = this.#stream.scanner
    const colon = this.#stream.offsets[this.#seen - 1] as number
    let end = colon
    while ((bytes[end - 1] as number) <= SPACE) end--
    return bytes[colon] === COLON && offset > colon && startsWith(bytes, end - this.#key.length, this.#key)
  }

  #beginItems(open: number): void {
    const stream = this.#stream
    this.#head = this.#utf8.decode(stream.scanner.bytes.subarray(stream.start, open + 1))
    this.#state = 'items'
    stream.take(open + 1, this.#seen + 1)
  }

  #endItems(stop: number): void {
    const stream = this.#stream
    this.#expectBlank(stop - 1)
    this.#state = 'after'
    // The closing bracket belongs to the envelope.
    stream.take(stop - 1, stream.count)
  }

  /** The array must contain only objects and commas. */
  #expectBlank(to: number): void {
    if (!isBlank(this.#stream.scanner.bytes, this.#stream.start, to)) throw notAnObject()
  }
}

const notAnObject = (): ProtocolError => new ProtocolError('an item of the list is not an object')
