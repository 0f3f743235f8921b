import {
  type Clock,
  ConnectionError,
  type ListerWatcher,
  ProtocolError,
  type Random,
  StatusError,
  type TimerHandle,
} from '@kube-informer/core'

export interface CircuitBreakerOptions {
  readonly clock: Clock
  readonly random: Random
}

/** The pause after the first failed probe. */
const FIRST_PAUSE_MS = 500
/** The longest pause, before jitter. */
const MAX_PAUSE_MS = 30_000

/** The state of one informer. */
interface Circuit {
  /** Whether its last attempt failed to connect. */
  failed: boolean
}

/** One attempt to list or watch. */
interface Attempt {
  readonly signal: AbortSignal
  readonly onWaiting?: ((waiting: boolean) => void) | undefined
}

/**
 * Limits the requests of a cluster's informers while the server cannot be reached. Informers that have failed wait: one
 * probe at a time is sent, with exponential backoff. All of them continue once the server has responded to any. An
 * informer that has not failed yet is not delayed: the failure may affect only another one.
 */
export class CircuitBreaker {
  readonly #clock: Clock
  readonly #random: Random
  /** Waiting attempts, in order. Each is called with whether it is the probe. */
  readonly #queue = new Set<(asProbe: boolean) => void>()
  /** Failures since the server last responded. Attempts that were in flight together count as one. */
  #failures = 0
  #nextAt = 0
  #probing = false
  #timer: TimerHandle | undefined

  constructor({ clock, random }: CircuitBreakerOptions) {
    this.#clock = clock
    this.#random = random
  }

  /** Returns a ListerWatcher whose lists and watches pass the breaker. */
  guard<T>(inner: ListerWatcher<T>): ListerWatcher<T> {
    const circuit: Circuit = { failed: false }
    return {
      ...inner,
      list: (options, context) => {
        const { onProgress } = context
        // The client detects these while it runs, so they are read each time.
        return this.#pass(circuit, context, answered => {
          const report: typeof onProgress = progress => {
            answered()
            onProgress?.(progress)
          }
          return inner.list(options, { ...context, onProgress: report })
        })
      },
      watch: (options, context) => this.#pass(circuit, context, () => inner.watch(options, context)),
    }
  }

  /** Sends a request, and again after each pause while the server cannot be reached. Rejects with any other error. */
  async untilReached<T>(signal: AbortSignal, request: () => Promise<T>): Promise<T> {
    const circuit: Circuit = { failed: false }
    while (true) {
      try {
        return await this.#pass(circuit, { signal }, request)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof ConnectionError)) throw error
      }
    }
  }

  /** Progress of a long list shows that the server responds. */
  open(): void {
    this.#failures = 0
    this.#clock.clearTimeout(this.#timer)
    const waiting = [...this.#queue]
    this.#queue.clear()
    for (const go of waiting) go(false)
  }

  async #pass<T>(circuit: Circuit, attempt: Attempt, run: (answered: () => void) => Promise<T>): Promise<T> {
    const isProbe = await this.#admit(circuit, attempt)
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
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (this.#failures - 1), MAX_PAUSE_MS)
    this.#nextAt = this.#clock.now() + pauseMs * (1 + this.#random() / 2)
    this.#arm()
  }

  /** Lets every waiting attempt continue: the state may have changed. */
  async #admit(circuit: Circuit, attempt: Attempt): Promise<boolean> {
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

  /** @returns whether it is the probe */
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
