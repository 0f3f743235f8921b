import { encodeText } from '@kube-informer/cacher/http'
import type { LogOptions } from './log-options.ts'
import type { RunLog } from './run-log.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** The number of records that one chunk has at most. */
const CHUNK_RECORDS = 64

/** Reads the requested part of a log, chunk by chunk. Its cost is that of the lines that it returns. */
export class LogReader {
  readonly #options: LogOptions
  #log: RunLog
  /** The next record, and the number of its lines to omit. */
  #next: number
  #omitted = 0
  #bytesLeft: number

  constructor(log: RunLog, options: LogOptions, now: number) {
    this.#log = log
    this.#options = options
    this.#bytesLeft = options.limitBytes ?? Number.POSITIVE_INFINITY
    const count = log.count(now)
    this.#next = Math.max(
      log.firstKept(count),
      options.since === undefined ? 0 : log.firstSince(options.since),
    )
    if (options.tailLines !== undefined) this.#seekTail(count, options.tailLines)
  }

  /** Whether `limitBytes` is reached. */
  get isFull(): boolean {
    return this.#bytesLeft <= 0
  }

  /** Whether nothing can follow. */
  get hasEnded(): boolean {
    return this.isFull || this.#log.hasEnded
  }

  /** When the next record is written. */
  get nextAt(): number {
    return this.#log.timeOf(this.#next)
  }

  /** Continues with the same run in another state: it has ended. */
  replace(log: RunLog): void {
    this.#log = log
  }

  /** The next lines that are written at a time; undefined if there are none. */
  read(now: number): Bytes | undefined {
    const end = Math.min(this.#log.count(now), this.#next + CHUNK_RECORDS)
    if (this.#next >= end || this.isFull) return undefined
    let text = ''
    for (; this.#next < end; this.#next++) text += this.#printed()
    const bytes = encodeText(text)
    const part = bytes.length > this.#bytesLeft ? bytes.slice(0, this.#bytesLeft) : bytes
    this.#bytesLeft -= part.length
    return part
  }

  /** The rest of the next record. */
  #printed(): string {
    const { at, lines } = this.#log.record(this.#next)
    const rest = lines.slice(this.#omitted)
    this.#omitted = 0
    if (!this.#options.timestamps) return `${rest.join('\n')}\n`
    return rest.map((line, index) => `${nanoTime(at, this.#next, index)} ${line}\n`).join('')
  }

  /** Moves to the line that `tailLines` lines precede the end, unless the start is later. */
  #seekTail(count: number, tailLines: number): void {
    const first = this.#next
    let left = tailLines
    let n = count
    while (left > 0 && n > first) left -= this.#log.record(--n).lines.length
    this.#next = Math.max(n, first)
    this.#omitted = Math.max(0, -left)
  }
}

/** RFC 3339 with nanoseconds, as container runtimes write it. A record's lines follow each other within a millisecond. */
function nanoTime(ms: number, record: number, line: number): string {
  const nanos = ((record * 7919) % 900_000) + line * 1_137
  return `${new Date(ms).toISOString().slice(0, -1)}${String(nanos).padStart(6, '0')}Z`
}
