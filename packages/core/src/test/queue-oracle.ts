/** One item of the oracle. */
interface Entry {
  readonly item: string
  priority: number
  dueAt: number
  readyAt: number
  order: number
}

/**
 * A queue as its rules say it: lists that are searched and sorted anew at each step. It has priorities and aging; a queue
 * without them differs in two rules, `isPlain`.
 */
export class QueueOracle {
  now = 0
  /** Item and priority of each wait that has ended, by the number of the wait. */
  readonly handedOut: [wait: number, item: string, priority: number][] = []
  readonly held: string[] = []
  readonly #waits: number[] = []
  #entries: Entry[] = []
  #order = 0
  #waitCount = 0
  readonly #isPlain: boolean
  readonly #agingMs: number

  constructor({
    isPlain,
    agingMs = Number.POSITIVE_INFINITY,
  }: { isPlain: boolean; agingMs?: number | undefined }) {
    this.#isPlain = isPlain
    this.#agingMs = agingMs
  }

  /** The plain queue does not count items whose earlier processing lasts. */
  get length(): number {
    const ready = this.#entries.filter(entry => entry.dueAt <= this.now)
    return (this.#isPlain ? ready.filter(({ item }) => !this.held.includes(item)) : ready).length
  }

  get waitCount(): number {
    return this.#waits.length
  }

  add(item: string, afterMs: number, priority: number): void {
    const dueAt = this.now + Math.max(0, afterMs)
    const isReady = dueAt <= this.now
    // In the plain queue, an item that waits for its time and the same item that is ready are two.
    const known = this.#entries.find(
      entry => entry.item === item && (!this.#isPlain || entry.dueAt <= this.now === isReady),
    )
    if (!known) this.#entries.push({ item, priority, dueAt, readyAt: dueAt, order: this.#order++ })
    else {
      if (priority > known.priority) {
        known.priority = priority
        known.order = this.#order++
      }
      if (dueAt < known.dueAt) {
        known.dueAt = dueAt
        known.readyAt = dueAt
        if (this.#isPlain) known.order = this.#order++
      }
    }
    this.#handOut()
  }

  get(): number {
    this.#waits.push(this.#waitCount)
    this.#handOut()
    return this.#waitCount++
  }

  /** Ends a wait; returns its number. */
  abort(index: number): number | undefined {
    return this.#waits.splice(index % Math.max(1, this.#waits.length), 1)[0]
  }

  /** Ends the processing of an item. */
  done(index: number): string | undefined {
    const [item] = this.held.splice(index % Math.max(1, this.held.length), 1)
    const again = this.#entries.find(entry => entry.item === item && entry.dueAt <= this.now)
    // In the plain queue, the item goes to the end when its processing ends.
    if (again && this.#isPlain) again.order = this.#order++
    this.#handOut()
    return item
  }

  advance(ms: number): void {
    const end = this.now + ms
    for (;;) {
      const waiting = this.#entries.filter(({ dueAt }) => dueAt > this.now && dueAt <= end)
      if (waiting.length === 0) break
      this.now = Math.min(...waiting.map(({ dueAt }) => dueAt))
      const due = waiting.filter(({ dueAt }) => dueAt === this.now)
      due.sort((a, b) => (this.#isPlain ? 0 : b.priority - a.priority) || a.order - b.order)
      for (const entry of due) this.#becomeReady(entry)
      this.#handOut()
    }
    this.now = end
  }

  #becomeReady(entry: Entry): void {
    const isKnown = this.#entries.some(
      other => other !== entry && other.item === entry.item && other.dueAt <= this.now,
    )
    if (this.#isPlain && isKnown) this.#entries = this.#entries.filter(other => other !== entry)
    else entry.order = this.#order++
  }

  #rank({ priority, readyAt }: Entry): number {
    return priority + (this.now - readyAt) / this.#agingMs
  }

  #handOut(): void {
    for (;;) {
      const free = this.#entries.filter(({ item, dueAt }) => dueAt <= this.now && !this.held.includes(item))
      const [next] = free.toSorted((a, b) => this.#rank(b) - this.#rank(a) || a.order - b.order)
      const wait = next && this.#waits.shift()
      if (!next || wait === undefined) return
      this.#entries = this.#entries.filter(entry => entry !== next)
      this.held.push(next.item)
      this.handedOut.push([wait, next.item, next.priority])
    }
  }
}
