import {
  type Clock,
  ConnectionError,
  type ListerWatcher,
  ProtocolError,
  type Random,
  StatusError,
  type TimerHandle,
} from '@kube-informer/core'

/** What {@link CircuitBreaker} takes. */
export interface CircuitBreakerOptions {
  readonly clock: Clock
  readonly random: Random
}

/** The pause behind the first failed probe, */
const FIRST_PAUSE_MS = 500
/** and the longest one, before jitter. */
const LONGEST_PAUSE_MS = 30_000

/** An informer at the breaker. */
interface Circuit {
  /** Its own last attempt came to nothing. */
  failed: boolean
}

/** What an attempt brings along. */
interface Attempt {
  readonly signal: AbortSignal
  readonly onWaiting?: ((waiting: boolean) => void) | undefined
}

/**
 * Keeps the informers of a cluster that is down from asking each for itself. While no connection comes about, one attempt
 * at a time goes out, after pauses that grow; those who have failed themselves wait, and go all together once the server
 * has answered any of them. Who has not failed yet goes at once: the trouble may be another informer's alone.
 */
export class CircuitBreaker {
  readonly #clock: Clock
  readonly #random: Random
  /** Who waits, in order; each is told whether it goes as the probe. */
  readonly #queue = new Set<(asProbe: boolean) => void>()
  /** Attempts that failed since the server last answered; those that were under way together count as one. */
  #failures = 0
  #nextAt = 0
  #probing = false
  #timer: TimerHandle | undefined

  constructor({ clock, random }: CircuitBreakerOptions) {
    this.#clock = clock
    this.#random = random
  }

  /** The same lists and watches, each in its turn. */
  guard<T>(inner: ListerWatcher<T>): ListerWatcher<T> {
    const circuit: Circuit = { failed: false }
    return {
      ...inner,
      list: (options, context) => {
        const { onProgress } = context
        // A long list tells that the server lives long before its end.
        return this.#pass(circuit, context, answered => {
          const heard: typeof onProgress = progress => {
            answered()
            onProgress?.(progress)
          }
          return inner.list(options, { ...context, onProgress: heard })
        })
      },
      watch: (options, context) => this.#pass(circuit, context, () => inner.watch(options, context)),
    }
  }

  /** Whatever is known is in doubt: everybody goes at once. */
  open(): void {
    this.#failures = 0
    this.#clock.clearTimeout(this.#timer)
    const waiting = [...this.#queue]
    this.#queue.clear()
    for (const go of waiting) go(false)
  }

  async #pass<T>(circuit: Circuit, attempt: Attempt, run: (answered: () => void) => Promise<T>): Promise<T> {
    const isProbe = await this.#turn(circuit, attempt)
    const seen = this.#failures
    const answered = () => {
      circuit.failed = false
      if (this.#failures > 0) this.open()
    }
    try {
      const result = await run(answered)
      answered()
      return result
    } catch (error) {
      if (error instanceof StatusError || error instanceof ProtocolError) answered()
      else if (error instanceof ConnectionError && !attempt.signal.aborted) this.#fail(circuit, seen)
      throw error
    } finally {
      if (isProbe) {
        this.#probing = false
        this.#arm()
      }
    }
  }

  #fail(circuit: Circuit, seen: number): void {
    circuit.failed = true
    if (this.#failures !== seen) return
    this.#failures++
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (this.#failures - 1), LONGEST_PAUSE_MS)
    this.#nextAt = this.#clock.now() + pauseMs * (1 + this.#random() / 2)
    this.#arm()
  }

  /** @returns whether it goes as the probe */
  async #turn(circuit: Circuit, attempt: Attempt): Promise<boolean> {
    if (!circuit.failed || this.#failures === 0) return false
    attempt.signal.throwIfAborted()
    attempt.onWaiting?.(true)
    try {
      return await this.#wait(attempt.signal)
    } finally {
      attempt.onWaiting?.(false)
    }
  }

  #wait(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#queue.delete(go)
        signal.removeEventListener('abort', abort)
        this.#arm()
      }
      const go = (asProbe: boolean) => {
        leave()
        resolve(asProbe)
      }
      const abort = () => {
        leave()
        reject(signal.reason)
      }
      signal.addEventListener('abort', abort, { once: true })
      this.#queue.add(go)
      this.#arm()
    })
  }

  /** Lets the first who waits go as soon as a probe is due, if none is under way. */
  #arm(): void {
    this.#clock.clearTimeout(this.#timer)
    if (this.#probing || this.#queue.size === 0) return
    this.#timer = this.#clock.setTimeout(
      () => {
        const [first] = this.#queue
        this.#probing = first !== undefined
        first?.(true)
      },
      Math.max(0, this.#nextAt - this.#clock.now()),
    )
  }
}
