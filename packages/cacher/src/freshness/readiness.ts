import type { Clock, StatusError } from '@kube-informer/core'
import { onAbort } from '@kube-informer/core/internal'
import { notReady } from '../api/status-errors.ts'

const MAX_RETRY_AFTER_SECONDS = 30

/** The Retry-After of a cache, by how long it has been unavailable. */
const retryAfterSeconds = (downMs: number): number =>
  Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(1, Math.trunc(Math.exp((0.06 * downMs) / 1000))))

interface Waiter {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Whether the cache has a state to serve. Each new state has a new generation. */
export class Readiness {
  readonly #clock: Clock
  readonly #waiters = new Set<Waiter>()
  #state: 'pending' | 'ready' | 'stopped' = 'pending'
  #generation = 0
  #lastError: string | undefined
  #downSince: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#downSince = clock.now()
  }

  get isReady(): boolean {
    return this.#state === 'ready'
  }

  get isStopped(): boolean {
    return this.#state === 'stopped'
  }

  get generation(): number {
    return this.#generation
  }

  /** Throws the {@link rejection} of a cache that is not ready. */
  check(): void {
    if (!this.isReady) throw this.rejection
  }

  setReady(): void {
    if (this.isStopped) return
    this.#state = 'ready'
    this.#generation++
    for (const { resolve } of this.#takeWaiters()) resolve()
  }

  setPending(error: string | undefined): void {
    if (this.isStopped) return
    if (this.isReady) this.#downSince = this.#clock.now()
    this.#state = 'pending'
    this.#lastError = error
  }

  stop(): void {
    if (this.isReady) this.#downSince = this.#clock.now()
    this.#state = 'stopped'
    for (const { reject } of this.#takeWaiters()) reject(this.rejection)
  }

  /** Resolves when the cache is ready. Rejects when it is stopped, or with the signal's reason. */
  wait(signal?: AbortSignal): Promise<void> {
    if (this.isReady) return Promise.resolve()
    return new Promise((resolve, reject) => {
      if (this.isStopped) throw this.rejection
      signal?.throwIfAborted()
      const settle = (then: () => void) => {
        this.#waiters.delete(waiter)
        unsubscribe()
        then()
      }
      const waiter = {
        resolve: () => settle(resolve),
        reject: (error: unknown) => settle(() => reject(error)),
      }
      this.#waiters.add(waiter)
      const unsubscribe = onAbort(signal, reason => settle(() => reject(reason)))
    })
  }

  /** The 429 of a cache that is not ready. */
  get rejection(): StatusError {
    const text = this.isStopped
      ? 'apiserver cacher is stopped'
      : `storage is (re)initializing${this.#lastError ? `: ${this.#lastError}` : ''}`
    return notReady(text, retryAfterSeconds(this.#clock.now() - this.#downSince))
  }

  #takeWaiters(): readonly Waiter[] {
    return [...this.#waiters]
  }
}
