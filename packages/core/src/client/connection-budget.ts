import { type Clock, systemClock, type TimerHandle } from '../api/clock.ts'

/** Options of {@link ConnectionBudget}. */
export interface ConnectionBudgetOptions {
  /** How many watches may be open at once. */
  readonly maxWatches: number
  /** How long a watch is left alone while others wait. @default 5000 */
  readonly sliceMs?: number | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
}

/** What a watch wants from its budget. */
export interface TurnOptions {
  readonly signal?: AbortSignal | undefined
  /** Told when there is no turn yet, and when there is one. */
  readonly onWaiting?: ((waiting: boolean) => void) | undefined
}

/** Opens the watch; where others wait, one that the server is to end after so many seconds. */
type Open = (timeoutSeconds: number | undefined) => Promise<ReadableStream<Uint8Array>>

/** A watch that is open, or about to be. */
interface Turn {
  readonly startedAt: number
  heardAt: number
  /** Ends the stream as a server would; absent until there is one. */
  end?: () => void
}

const SLICE_MS = 5_000
/** A watch in the middle of something is not interrupted, */
const IDLE_MS = 1_000
/** except when it is for ever. */
const MAX_SLICES = 4

/**
 * Shares few connections among many watches. Browsers open six to a host over HTTP/1.1, and the seventh request
 * waits, whatever it is: with a budget below that, lists and writes always find one.
 *
 * Where more watches are wanted they take turns, first come, first served: while others wait, a watch ends after
 * its slice, cleanly, and stands in line again. An informer resumes from its last version, so nothing is lost; what
 * happens meanwhile comes when it is its turn. The server is asked to end such a watch itself: it then sends a
 * bookmark first, so that the version to resume from stays young.
 */
export class ConnectionBudget {
  readonly #maxWatches: number
  readonly #sliceMs: number
  readonly #clock: Clock
  /** In the order in which they began. */
  readonly #turns = new Set<Turn>()
  readonly #queue = new Set<() => void>()
  #timer: TimerHandle | undefined

  constructor({ maxWatches, sliceMs = SLICE_MS, clock = systemClock }: ConnectionBudgetOptions) {
    this.#maxWatches = maxWatches
    this.#sliceMs = sliceMs
    this.#clock = clock
  }

  /** Whether another watch would have to wait. */
  get isExhausted(): boolean {
    return this.#turns.size >= this.#maxWatches
  }

  /** Opens a watch when it is its turn. The turn ends with the stream, or with the signal. */
  async open(open: Open, { signal, onWaiting }: TurnOptions): Promise<ReadableStream<Uint8Array>> {
    const waits = this.isExhausted
    if (waits) onWaiting?.(true)
    const turn = await this.#turn(signal)
    if (waits) onWaiting?.(false)
    const over = () => {
      signal?.removeEventListener('abort', over)
      this.#end(turn)
    }
    signal?.addEventListener('abort', over, { once: true })
    try {
      // One abort may end a turn and, in the same breath, the one that it was given to.
      signal?.throwIfAborted()
      return this.#lend(
        await open(this.#queue.size > 0 ? Math.ceil(this.#sliceMs / 1000) : undefined),
        turn,
        over,
      )
    } catch (error) {
      over()
      throw error
    }
  }

  #turn(signal: AbortSignal | undefined): Promise<Turn> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        leave()
        this.#arm()
        reject(signal?.reason)
      }
      const leave = () => {
        this.#queue.delete(begin)
        signal?.removeEventListener('abort', abort)
      }
      const begin = () => {
        leave()
        const now = this.#clock.now()
        const turn: Turn = { startedAt: now, heardAt: now }
        // At once: between here and the one who waits for the promise, somebody else might ask.
        this.#turns.add(turn)
        resolve(turn)
      }
      if (signal?.aborted) return reject(signal.reason)
      if (!this.isExhausted) return begin()
      signal?.addEventListener('abort', abort, { once: true })
      this.#queue.add(begin)
      this.#arm()
    })
  }

  #end(turn: Turn): void {
    if (!this.#turns.delete(turn)) return
    for (const begin of this.#queue) {
      begin()
      break
    }
    this.#arm()
  }

  /** The same stream, which may end before its end. */
  #lend(body: ReadableStream<Uint8Array>, turn: Turn, over: () => void): ReadableStream<Uint8Array> {
    const reader = body.getReader()
    const close = (finish: () => void) => {
      if (!turn.end) return
      delete turn.end
      finish()
      // What is left of the answer is nobody's any more; its connection is for the next.
      reader.cancel().catch(() => {})
      over()
    }
    const lent = new ReadableStream<Uint8Array>(
      {
        start: controller => {
          turn.end = () => close(() => controller.close())
        },
        pull: async controller => {
          try {
            const { done, value } = await reader.read()
            if (done) turn.end?.()
            else if (turn.end) {
              turn.heardAt = this.#clock.now()
              controller.enqueue(value)
            }
          } catch (error) {
            close(() => controller.error(error))
          }
        },
        cancel: () => close(() => {}),
      },
      { highWaterMark: 0 },
    )
    this.#arm()
    return lent
  }

  /** Sets the timer for the first watch whose turn may end, as long as somebody waits for that. */
  #arm(): void {
    this.#clock.clearTimeout(this.#timer)
    if (this.#queue.size === 0) return
    const dueAt = Math.min(...[...this.#turns].map(turn => this.#dueAt(turn)))
    if (dueAt < Number.POSITIVE_INFINITY)
      this.#timer = this.#clock.setTimeout(() => this.#rotate(), dueAt - this.#clock.now())
  }

  #rotate(): void {
    const due = [...this.#turns].filter(turn => this.#dueAt(turn) <= this.#clock.now())
    for (const turn of due.slice(0, this.#queue.size)) turn.end?.()
    this.#arm()
  }

  #dueAt({ startedAt, heardAt, end }: Turn): number {
    if (!end) return Number.POSITIVE_INFINITY
    const idleAt = Math.max(startedAt + this.#sliceMs, heardAt + IDLE_MS)
    return Math.min(idleAt, startedAt + MAX_SLICES * this.#sliceMs)
  }
}
