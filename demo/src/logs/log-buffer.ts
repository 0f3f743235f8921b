import { visibleText } from '../ui/visible-text.ts'
import { type LogLine, levelOf, splitTime } from './log-line.ts'

/** What a view shows: immutable, and the same reference until lines arrive. */
export interface LogSnapshot {
  readonly lines: readonly LogLine[]
  /** Lines that were dropped because there were more than the limit. */
  readonly dropped: number
}

/** A line as it arrives. */
export interface ArrivedLine {
  readonly source: string
  /** With its time in front. */
  readonly text: string
}

/** Collects the lines of several streams, and notifies at most once in a frame. */
export class LogBuffer {
  readonly #limit: number
  readonly #schedule: (flush: () => void) => void
  readonly #listeners = new Set<() => void>()
  #arrived: ArrivedLine[] = []
  #snapshot: LogSnapshot = { lines: [], dropped: 0 }
  #nextId = 0
  #isScheduled = false

  /**
   * @param limit the number of lines that are kept
   * @param schedule calls back once, in the next frame
   */
  constructor(limit: number, schedule: (flush: () => void) => void) {
    this.#limit = limit
    this.#schedule = schedule
  }

  readonly getSnapshot = (): LogSnapshot => this.#snapshot

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  add(line: ArrivedLine): void {
    this.#arrived.push(line)
    // A page in the background has no frames: it keeps the newest lines only.
    if (this.#arrived.length > 2 * this.#limit) this.#arrived = this.#arrived.slice(-this.#limit)
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.#schedule(() => this.#flush())
  }

  clear(): void {
    this.#arrived = []
    this.#publish({ lines: [], dropped: 0 })
  }

  #flush(): void {
    this.#isScheduled = false
    const fresh = this.#arrived.map(({ source, text: whole }): LogLine => {
      const { time, text } = splitTime(whole)
      return { id: this.#nextId++, source, time, text: visibleText(text), level: levelOf(text) }
    })
    this.#arrived = []
    const { lines, dropped } = this.#snapshot
    const all = merged(lines, fresh)
    const excess = Math.max(0, all.length - this.#limit)
    this.#publish({ lines: excess > 0 ? all.slice(excess) : all, dropped: dropped + excess })
  }

  #publish(snapshot: LogSnapshot): void {
    this.#snapshot = snapshot
    for (const listener of this.#listeners) listener()
  }
}

/** In the order of time. Streams run ahead of each other, so that new lines may belong before the last ones. */
function merged(lines: readonly LogLine[], fresh: readonly LogLine[]): readonly LogLine[] {
  const sorted = fresh.toSorted(byTime)
  const last = lines.at(-1)
  const [first] = sorted
  if (!last || !first || byTime(last, first) <= 0) return [...lines, ...sorted]
  return [...lines, ...sorted].sort(byTime)
}

const byTime = (a: LogLine, b: LogLine): number =>
  a.time === b.time || a.time === '' || b.time === '' ? a.id - b.id : a.time < b.time ? -1 : 1
