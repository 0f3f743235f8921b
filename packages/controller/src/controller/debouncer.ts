import { type Clock, UsageError } from '@kube-informer/core'
import { BinaryHeap, SteadyTime, Timer } from '@kube-informer/core/internal'
import { type Request, requestKey } from '../api/request.ts'
import { MAX_TIMEOUT_MS } from './delays.ts'

/** When a burst of events becomes one request. */
export interface DebounceOptions {
  /** A request is added once no event asked for it for this time. */
  readonly waitMs: number
  /** A request is added after this time at the latest, even while events go on. At least `waitMs`. */
  readonly maxWaitMs: number
}

interface Entry {
  readonly request: Request
  readonly deadline: number
  /** The order of arrival, for entries that are due at once. */
  readonly order: number
  /** The end of the wait, as far as the heap knows. */
  dueAt: number
  /** The end of the wait, which each event moves. */
  quietAt: number
  priority: number
}

const isEarlier = (a: Entry, b: Entry): boolean =>
  a.dueAt === b.dueAt ? a.order < b.order : a.dueAt < b.dueAt

export interface DebouncerOptions extends DebounceOptions {
  readonly clock: Clock
  readonly release: (request: Request, priority: number) => void
}

/** Delays requests until their events pause. One timer serves all of them. */
export class Debouncer {
  readonly #options: DebouncerOptions
  readonly #timer: Timer
  readonly #time: SteadyTime
  readonly #entries = new Map<string, Entry>()
  #order = 0
  readonly #heap = new BinaryHeap<Entry>({ less: isEarlier })

  constructor(options: DebouncerOptions) {
    checkDebounce(options)
    this.#options = options
    this.#timer = new Timer(options.clock)
    this.#time = new SteadyTime(options.clock)
  }

  /** Whether it holds no requests back. */
  get isEmpty(): boolean {
    return this.#entries.size === 0
  }

  add(request: Request, priority = 0): void {
    const { waitMs, maxWaitMs } = this.#options
    const key = requestKey(request)
    const known = this.#entries.get(key)
    const now = this.#time.now()
    if (known) {
      known.priority = Math.max(known.priority, priority)
      known.quietAt = Math.min(now + waitMs, known.deadline)
      return
    }
    const dueAt = now + waitMs
    const order = this.#order++
    const entry = { request, deadline: now + maxWaitMs, order, dueAt, quietAt: dueAt, priority }
    this.#entries.set(key, entry)
    this.#heap.push(entry)
    // All entries wait equally long at first, so a new one is never due before the timer.
    this.#timer.startUnlessPending(waitMs, () => this.#releaseDue())
  }

  /** Drops all requests. */
  stop(): void {
    this.#timer.stop()
    this.#entries.clear()
    while (this.#heap.pop());
  }

  #releaseDue(): void {
    const now = this.#time.now()
    for (let next = this.#heap.peek(); next && next.dueAt <= now; next = this.#heap.peek()) {
      if (next.quietAt > now) {
        next.dueAt = next.quietAt
        this.#heap.replaceAt(0, next)
        continue
      }
      this.#heap.pop()
      this.#entries.delete(requestKey(next.request))
      this.#options.release(next.request, next.priority)
    }
    const next = this.#heap.peek()
    if (next) this.#timer.start(next.dueAt - now, () => this.#releaseDue())
  }
}

/** Throws a UsageError for times that are not positive, or that no host can wait for. */
export function checkDebounce({ waitMs, maxWaitMs }: DebounceOptions): void {
  if (waitMs > 0 && maxWaitMs >= waitMs && maxWaitMs <= MAX_TIMEOUT_MS) return
  throw new UsageError(
    `debounce needs 0 < waitMs <= maxWaitMs <= ${MAX_TIMEOUT_MS}; got waitMs ${waitMs} and maxWaitMs ${maxWaitMs}`,
  )
}
