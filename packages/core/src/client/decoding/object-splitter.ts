import { ProtocolError } from '../../api/errors.ts'
import { CLOSE_BRACE, OPEN_BRACE, SPACE } from '../../json/characters.ts'
import { ScanStream, type ScanStreamOptions } from '../../json/scan-stream.ts'

/** Reads the objects of a text, whose brackets are the offsets of the {@link ScanStream}. */
export interface ObjectReader {
  /** Reads the first object if it has the usual form. Returns the index after its `}`; 0 if it has another form. */
  readUsual(): number
  /** Reads the object whose `{` is at an offset index. Returns the index of its `}`. */
  read(index: number): number
}

/** The beginning of an event. */
const EVENT = /^\s*\{\s*"(type"\s*:\s*"(ADDED|MODIFIED|DELETED|BOOKMARK|ERROR)"|object"\s*:\s*\{)/
/** How much of a line is searched for it. */
const BEGINNING = 64
/** The bytes of a byte order mark. */
const MARK: readonly number[] = [0xef, 0xbb, 0xbf]
/** `{` and `[` differ by this bit, and so do `}` and `]`. */
const FOLD = 0x20

/**
 * Splits a text that arrives in chunks into the JSON objects in it, whatever the white space between them: servers send one on
 * a line, and gateways several, or one on many lines.
 *
 * Objects are read at each newline, and at the end of each chunk, so that the last one needs no newline. Every offset is looked at
 * once, for any chunking. A line that begins an event inside of an object shows that the object was cut off.
 */
export class ObjectSplitter {
  readonly stream: ScanStream
  readonly #reader: ObjectReader
  readonly #utf8 = new TextDecoder()
  /** How many offsets were looked at, how many containers are open there, and how many of them are those of whole objects. */
  #seen = 0
  #depth = 0
  #whole = 0
  /** The beginning of the present line, from the start of the text on, and whether it is inside of an object. */
  #line = 0
  #isInside = false

  /** @param options of the stream, except for its stops */
  constructor(options: Omit<ScanStreamOptions, 'stop'>, reader: ObjectReader) {
    this.stream = new ScanStream({ ...options, stop: -1 })
    this.#reader = reader
  }

  /** Reads the objects that are complete with the next chunk. Throws a ProtocolError for anything else between them. */
  push(chunk: Uint8Array): void {
    const { stream } = this
    stream.push(chunk, stop => this.#onLine(stop))
    if (stream.pending) this.#decide(stream.end)
    if (!stream.pending) stream.close()
  }

  /** Releases the scanner. */
  close(): void {
    this.stream.close()
  }

  #onLine(stop: number): void {
    const { stream } = this
    const { scanner } = stream
    if (scanner.depth === 0 && !scanner.quoted && stream.count > 0) {
      const count = this.#reader.readUsual()
      const end = after(stream, count - 1)
      const isLine = count === stream.count && end === stop - 1
      if (count > 0) this.#take(isLine ? stop : end, count)
    }
    if (stream.start < stop) this.#decide(stop)
    // JSON has no newline inside of a string.
    if (scanner.quoted || (this.#isInside && this.#beginsEvent(stop))) throw this.#unexpected(stop)
    this.#line = stop - stream.start
    this.#isInside = stop > stream.start
  }

  /** Reads the whole objects of the text up to an offset. */
  #decide(end: number): void {
    const { stream } = this
    this.#look()
    for (let index = 0; index < this.#whole; index++) {
      this.#expectBlank(
        index === 0 ? stream.start : after(stream, index - 1),
        stream.offsets[index] as number,
      )
      index = this.#reader.read(index)
    }
    if (this.#whole > 0) this.#take(after(stream, this.#whole - 1), this.#whole)
    const next = stream.count > 0 ? (stream.offsets[0] as number) : end
    this.#expectBlank(stream.start, next)
    if (next === end) this.#take(end, 0)
    else if (stream.scanner.bytes[next] !== OPEN_BRACE) throw this.#unexpected(end)
  }

  /** Looks for the ends of objects among the new offsets. */
  #look(): void {
    const { offsets, count, scanner } = this.stream
    const { bytes } = scanner
    for (; this.#seen < count; this.#seen++) {
      const byte = bytes[offsets[this.#seen] as number] as number
      // What is between two objects is judged when those before it were read.
      if (this.#depth === 0 && byte !== OPEN_BRACE) return
      if ((byte | FOLD) === OPEN_BRACE) this.#depth++
      else if ((byte | FOLD) === CLOSE_BRACE && --this.#depth === 0) this.#whole = this.#seen + 1
    }
  }

  #take(to: number, count: number): void {
    this.stream.take(to, count)
    // What was not looked at is taken only together with what closes it.
    if (count > this.#seen) this.#depth = 0
    this.#seen = Math.max(0, this.#seen - count)
    this.#whole = 0
    this.#line = 0
    this.#isInside = false
  }

  #beginsEvent(stop: number): boolean {
    const { stream } = this
    const from = stream.start + this.#line
    return EVENT.test(
      this.#utf8.decode(stream.scanner.bytes.subarray(from, Math.min(stop, from + BEGINNING))),
    )
  }

  #expectBlank(from: number, to: number): void {
    const { bytes } = this.stream.scanner
    for (let at = from; at < to; at++)
      if ((bytes[at] as number) > SPACE && !MARK.includes(bytes[at] as number)) throw this.#unexpected(to)
  }

  #unexpected(end: number): ProtocolError {
    return new ProtocolError(`not a watch event (${end - this.stream.start} bytes)`)
  }
}

/** The offset after a bracket. */
const after = ({ offsets }: ScanStream, index: number): number => (offsets[index] as number) + 1
