import { ProtocolError } from '../api/errors.ts'
import { createScanner } from './create-scanner.ts'
import { SCAN_STEP, type Scanner } from './scanner.ts'

/** Text capacity of an ordinary scanner: several network reads. */
const ROOM = 512 * 1024
/** Maximum number of bytes added to a scanner at once. */
const PIECE = 64 * 1024
/** Maximum bytes between two stops. etcd limits objects to 1.5 MB. */
const MAX_LENGTH: number = 64 * 1024 * 1024

/** Unused scanners for reuse; they can be garbage-collected. */
const idle: Record<'plain' | 'remembering', WeakRef<Scanner>[]> = { plain: [], remembering: [] }

const shelf = (remembers: boolean): WeakRef<Scanner>[] => idle[remembers ? 'remembering' : 'plain']

function borrow(remembers: boolean): Scanner {
  for (let ref = shelf(remembers).pop(); ref; ref = shelf(remembers).pop()) {
    const scanner = ref.deref()
    if (scanner) return scanner
  }
  return createScanner({ size: ROOM, remembers })
}

export interface ScanStreamOptions {
  /** See {@link Scanner.scan}. */
  readonly limit: number
  readonly stop: number
  /** Whether the scanner remembers equal values. @default false */
  readonly remembers?: boolean
  /** Name of the text between two stops in errors, e.g. `a watch event`. */
  readonly what: string
  /** Maximum bytes between two stops. @default 64 MiB */
  readonly maxLength?: number | undefined
}

/** Offsets that exceed the capacity of a scanner; only the first `count` are valid. */
interface SpilledOffsets {
  offsets: Uint32Array
  count: number
}

/**
 * Scans text as it arrives in chunks and delivers it from stop to stop. It borrows a scanner only while a text is
 * unfinished, so an idle watch needs no scanner. It must be closed in every case.
 *
 * The cost is linear in the length of the text: each byte is scanned once, and what outgrows its buffer moves to one of
 * twice the size.
 */
export class ScanStream {
  readonly #options: ScanStreamOptions
  readonly #remembers: boolean
  #scanner: Scanner | undefined
  /** The start of the unfinished text, the end of its scanned part, and its end. */
  #start = 0
  #scanned = 0
  #end = 0
  #spilled: SpilledOffsets | undefined

  constructor(options: ScanStreamOptions) {
    this.#options = options
    this.#remembers = options.remembers === true
  }

  /** The start of the text that has not been {@link take taken} yet. */
  get start(): number {
    return this.#start
  }

  /** The end of the text that has arrived. */
  get end(): number {
    return this.#end
  }

  /** Whether there is unfinished text. */
  get pending(): boolean {
    return this.#end > this.#start
  }

  /**
   * Adds a chunk of any size and calls back at each stop with the offset after it. The callback reads {@link offsets} and
   * {@link take takes} the text that it has processed.
   */
  push(chunk: Uint8Array, onStop: (stop: number) => void): void {
    for (let from = 0; from < chunk.length; from += PIECE) {
      this.#append(from === 0 && chunk.length <= PIECE ? chunk : chunk.subarray(from, from + PIECE))
      this.#scan(onStop)
      const { maxLength = MAX_LENGTH, what } = this.#options
      if (this.#end - this.#start > maxLength)
        throw new ProtocolError(`${what} is longer than ${maxLength} bytes`)
    }
  }

  /** The structural offsets of the text from {@link start} on; the first {@link count} are valid. */
  get offsets(): Uint32Array {
    return this.#held.offsets
  }

  get count(): number {
    return this.#held.count
  }

  /** Releases the text before `offset` and the first `count` offsets. */
  take(offset: number, count: number): void {
    const held = this.#held
    this.#start = offset
    held.offsets.copyWithin(0, count, held.count)
    held.count -= count
    if (held.count === 0) this.#spilled = undefined
  }

  /** The scanner of the unfinished text. */
  get scanner(): Scanner {
    this.#scanner ??= this.#fresh(borrow(this.#remembers))
    return this.#scanner
  }

  /** The unfinished text, from {@link start} on. */
  rest(): Uint8Array {
    return this.scanner.bytes.subarray(this.#start, this.#end)
  }

  /** Returns the scanner to the pool. */
  close(): void {
    const scanner = this.#scanner
    this.#scanner = undefined
    this.#start = 0
    this.#end = 0
    this.#spilled = undefined
    // A scanner of a huge text is not pooled. The pool is chosen by the requested form: without WebAssembly, no scanner
    // remembers values.
    if (scanner && scanner.bytes.length < 16 * ROOM) shelf(this.#remembers).push(new WeakRef(scanner))
  }

  get #held(): SpilledOffsets | Scanner {
    return this.#spilled ?? this.scanner
  }

  #fresh(scanner: Scanner): Scanner {
    scanner.reset()
    this.#start = scanner.base
    this.#scanned = scanner.base
    this.#end = scanner.base
    return scanner
  }

  #scan(onStop: (stop: number) => void): void {
    const { limit, stop } = this.#options
    while (this.#scanned < this.#end) {
      const { scanner } = this
      if (scanner.count + SCAN_STEP > scanner.offsets.length) this.#spill()
      const to = Math.min(this.#scanned + SCAN_STEP, this.#end)
      const stopped = scanner.scan(this.#scanned, to, limit, stop)
      this.#scanned = stopped === -1 ? to : stopped
      if (stopped === -1) continue
      if (this.#spilled) this.#spill()
      onStop(stopped)
    }
  }

  /** Moves offsets out of the scanner: an object with many members can exceed the scanner's capacity. */
  #spill(): void {
    const { scanner } = this
    this.#spilled ??= { offsets: new Uint32Array(0), count: 0 }
    const { offsets, count } = this.#spilled
    const total = count + scanner.count
    if (total > offsets.length) {
      this.#spilled.offsets = new Uint32Array(2 * total)
      this.#spilled.offsets.set(offsets.subarray(0, count))
    }
    this.#spilled.offsets.set(scanner.offsets.subarray(0, scanner.count), count)
    this.#spilled.count = total
    scanner.count = 0
  }

  #append(piece: Uint8Array): void {
    this.#makeRoom(piece.length)
    this.scanner.bytes.set(piece, this.#end)
    this.#end += piece.length
  }

  #makeRoom(size: number): void {
    const { scanner } = this
    // The last bytes must remain free, since scanners read ahead.
    if (this.#end + size + 64 <= scanner.bytes.length) return
    const length = this.#end - this.#start
    const room = scanner.bytes.length - scanner.base - 64
    if (length + size <= room) this.#move(scanner)
    else {
      // No text is longer than this.
      const { maxLength = MAX_LENGTH } = this.#options
      this.#move(this.#larger(scanner, Math.min(2 * (length + size), maxLength + PIECE)))
    }
  }

  /** Moves the unfinished text and its offsets to the front of the same or a larger scanner. */
  #move(to: Scanner): void {
    const { scanner } = this
    const delta = this.#start - to.base
    if (to === scanner) to.bytes.copyWithin(to.base, this.#start, this.#end)
    else to.bytes.set(scanner.bytes.subarray(this.#start, this.#end), to.base)
    for (const { offsets, count } of this.#spilled ? [to, this.#spilled] : [to]) {
      for (let i = 0; i < count; i++) offsets[i] = (offsets[i] as number) - delta
    }
    this.#scanner = to
    this.#start -= delta
    this.#scanned -= delta
    this.#end -= delta
  }

  #larger(scanner: Scanner, size: number): Scanner {
    const larger = createScanner({ size, remembers: this.#remembers })
    larger.offsets.set(scanner.offsets.subarray(0, scanner.count))
    larger.copyState(scanner)
    return larger
  }
}
