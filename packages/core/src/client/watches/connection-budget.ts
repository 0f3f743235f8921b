import { type Clock, systemClock } from '../../api/clock.ts'
import { onAbort } from '../../api/on-abort.ts'
import { Timer } from '../../internal/timer.ts'

export interface ConnectionBudgetOptions {
  /** How many watches may be open at once. */
  readonly maxWatches: number
  /** Minimum duration of a lease while other watches wait. @default 5000 */
  readonly sliceMs?: number | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
}

export interface LeaseOptions {
  readonly signal?: AbortSignal | undefined
  /** Called with true when the watch has to wait for a lease, and with false when it gets one. */
  readonly onWaiting?: ((waiting: boolean) => void) | undefined
  /** Called before the stream ends because its lease does. */
  readonly onYield?: (() => void) | undefined
}

/** Opens the watch. Where other watches wait, the server should end it after `timeoutSeconds`. */
type Open = (timeoutSeconds: number | undefined) => Promise<ReadableStream<Uint8Array>>

/** The right of one watch to use a connection. */
interface Lease {
  readonly startedAt: number
  lastReadAt: number
  /** How long the stream may outlast its slice, since the server was asked to end it: its own end is that of a healthy connection. */
  graceMs: number
  /** Closes the stream as a server would; absent until the stream is open. */
  end?: () => void
}

const SLICE_MS = 5_000
/** A watch that received data less than this ago keeps its lease, */
const IDLE_MS = 1_000
/** up to this many slices. */
const MAX_SLICES = 4
/** A server ends a watch by its clock, and the end has to arrive. */
const SERVER_GRACE_MS = 1_000

/**
 * Shares few connections among many watches. Browsers open six connections to a host over HTTP/1.1, and a seventh
 * request waits whatever it is for. With a budget below six, lists and writes always find a free connection.
 *
 * Where more watches are wanted, they take leases in order of arrival. While other watches wait, a watch ends cleanly
 * after its slice and goes to the end of the queue. An informer resumes from its last resourceVersion, so it loses no
 * event; it receives later what happened meanwhile. The server is asked to end such a watch itself: it then sends a
 * bookmark first, so that the resourceVersion to resume from is recent.
 */
export class ConnectionBudget {
  readonly #maxWatches: number
  readonly #sliceMs: number
  readonly #clock: Clock
  /** In the order in which they began. */
  readonly #leases = new Set<Lease>()
  readonly #queue = new Set<() => void>()
  readonly #timer: Timer

  constructor({ maxWatches, sliceMs = SLICE_MS, clock = systemClock }: ConnectionBudgetOptions) {
    this.#maxWatches = maxWatches
    this.#sliceMs = sliceMs
    this.#clock = clock
    this.#timer = new Timer(clock)
  }

  /** Whether another watch would have to wait. */
  get isExhausted(): boolean {
    return this.#leases.size >= this.#maxWatches
  }

  /** Opens a watch once it has a lease. The lease ends with the stream, or when the signal aborts. */
  async open(open: Open, { signal, onWaiting, onYield }: LeaseOptions): Promise<ReadableStream<Uint8Array>> {
    const waits = this.isExhausted
    if (waits) onWaiting?.(true)
    const lease = await this.#acquire(signal)
    if (waits) onWaiting?.(false)
    const unsubscribe = onAbort(signal, () => this.#release(lease))
    const release = () => {
      unsubscribe()
      this.#release(lease)
    }
    try {
      // One signal may end both the previous lease and the watch that acquires it.
      signal?.throwIfAborted()
      const timeoutSeconds = this.#queue.size > 0 ? Math.ceil(this.#sliceMs / 1000) : undefined
      if (timeoutSeconds !== undefined) lease.graceMs = SERVER_GRACE_MS
      return this.#leasedStream(await open(timeoutSeconds), lease, release, onYield)
    } catch (error) {
      release()
      throw error
    }
  }

  #acquire(signal: AbortSignal | undefined): Promise<Lease> {
    return new Promise((resolve, reject) => {
      const leaveQueue = () => {
        this.#queue.delete(begin)
        unsubscribe()
      }
      const begin = () => {
        leaveQueue()
        const now = this.#clock.now()
        const lease: Lease = { startedAt: now, lastReadAt: now, graceMs: 0 }
        // Before the promise resolves: another watch may ask for a lease in between.
        this.#leases.add(lease)
        resolve(lease)
      }
      let unsubscribe = () => {}
      if (signal?.aborted) return reject(signal.reason)
      if (!this.isExhausted) return begin()
      unsubscribe = onAbort(signal, reason => {
        leaveQueue()
        this.#startTimer()
        reject(reason)
      })
      this.#queue.add(begin)
      this.#startTimer()
    })
  }

  #release(lease: Lease): void {
    if (!this.#leases.delete(lease)) return
    const [next] = this.#queue
    next?.()
    this.#startTimer()
  }

  /** The body as a stream that also ends when its lease does. */
  #leasedStream(
    body: ReadableStream<Uint8Array>,
    lease: Lease,
    release: () => void,
    onYield?: () => void,
  ): ReadableStream<Uint8Array> {
    const reader = body.getReader()
    const close = (finish: () => void) => {
      if (!lease.end) return
      delete lease.end
      finish()
      // The rest of the response is not needed, and its connection is free for the next watch.
      reader.cancel().catch(() => {})
      release()
    }
    const stream = new ReadableStream<Uint8Array>(
      {
        start: controller => {
          lease.end = () => {
            onYield?.()
            close(() => controller.close())
          }
        },
        pull: async controller => {
          try {
            const { done, value } = await reader.read()
            if (done) close(() => controller.close())
            else if (lease.end) {
              lease.lastReadAt = this.#clock.now()
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
    this.#startTimer()
    return stream
  }

  /** While watches wait, starts the timer for the first lease that may be ended. */
  #startTimer(): void {
    this.#timer.stop()
    if (this.#queue.size === 0) return
    const dueAt = Math.min(...[...this.#leases].map(lease => this.#dueAt(lease)))
    if (dueAt === Number.POSITIVE_INFINITY) return
    this.#timer.start(dueAt - this.#clock.now(), () => this.#endDueLeases())
  }

  #endDueLeases(): void {
    const due = [...this.#leases].filter(lease => this.#dueAt(lease) <= this.#clock.now())
    for (const lease of due.slice(0, this.#queue.size)) lease.end?.()
    this.#startTimer()
  }

  #dueAt({ startedAt, lastReadAt, graceMs, end }: Lease): number {
    if (!end) return Number.POSITIVE_INFINITY
    const idleAt = Math.max(startedAt + this.#sliceMs + graceMs, lastReadAt + IDLE_MS)
    return Math.min(idleAt, startedAt + MAX_SLICES * this.#sliceMs)
  }
}
