import type { Clock } from '@kube-informer/core'
import { type Request, requestKey } from '../api/request.ts'
import type { EnqueueOptions } from '../api/request-queue.ts'
import { createQueue, type NewQueueOptions } from './new-queue.ts'
import {
  addRequest,
  type PrioritizedRequest,
  type PriorityRequestQueue,
  type ReconcileQueue,
  takerOf,
} from './reconcile-queue.ts'

/** A queue that says when it is idle, and when the next of its delayed requests is due. */
export class PassQueue implements PriorityRequestQueue {
  readonly #inner: ReconcileQueue
  readonly #take: () => Promise<PrioritizedRequest | undefined>
  readonly #clock: Pick<Clock, 'now'>
  readonly #onChange: () => void
  readonly #hasDebounced: () => boolean
  /** An early reconcile replaces the delay of a request in a priority queue only. */
  readonly #replacesDelays: boolean
  readonly #dueAt = new Map<string, number>()
  #waiting = 0
  #inProcess = 0

  constructor(options: NewQueueOptions, onChange: () => void) {
    const { rateLimiter, clock, hasDebounced = () => false, usePriorityQueue } = options
    this.#hasDebounced = hasDebounced
    this.#replacesDelays = usePriorityQueue
    this.#clock = clock
    this.#onChange = onChange
    const when = (request: Request): number => {
      const delayMs = rateLimiter.when(request)
      this.#note(request, delayMs)
      return delayMs
    }
    const limiter = {
      when,
      forget: (request: Request) => rateLimiter.forget(request),
      numRequeues: (request: Request) => rateLimiter.numRequeues(request),
    }
    this.#inner = createQueue({ ...options, rateLimiter: limiter })
    this.#take = takerOf(this.#inner)
  }

  /** Whether a worker waits for a request, which it does from the first lists on, no other works, and none will come. */
  get isIdle(): boolean {
    return this.#waiting > 0 && this.#inProcess === 0 && this.length === 0 && !this.#hasDebounced()
  }

  /** When the next delayed request is due, in ms since the Unix epoch. */
  get nextDueAt(): number | undefined {
    return this.#dueAt.size === 0 ? undefined : Math.min(...this.#dueAt.values())
  }

  get length(): number {
    return this.#inner.length
  }

  get isShuttingDown(): boolean {
    return this.#inner.isShuttingDown
  }

  add(request: Request): void {
    this.#inner.add(request)
    this.#onChange()
  }

  addAfter(request: Request, afterMs: number): void {
    this.addWithOptions({ afterMs }, request)
  }

  addRateLimited(request: Request): void {
    this.addWithOptions({ rateLimited: true }, request)
  }

  addWithOptions(options: EnqueueOptions, ...requests: readonly Request[]): void {
    for (const request of requests) {
      // The rate limiter notes its own delay.
      if (!options.rateLimited) this.#note(request, options.afterMs ?? 0)
      addRequest(this.#inner, request, options)
    }
    this.#onChange()
  }

  forget(request: Request): void {
    this.#inner.forget(request)
  }

  numRequeues(request: Request): number {
    return this.#inner.numRequeues(request)
  }

  async get(): Promise<Request | undefined> {
    return (await this.getWithPriority())?.item
  }

  async getWithPriority(): Promise<PrioritizedRequest | undefined> {
    this.#waiting++
    this.#onChange()
    const next = await this.#take()
    this.#waiting--
    if (!next) return undefined
    this.#inProcess++
    this.#noteReconcile(next.item)
    this.#onChange()
    return next
  }

  done(request: Request): void {
    this.#inProcess--
    this.#inner.done(request)
    this.#onChange()
  }

  shutDown(): void {
    this.#inner.shutDown()
  }

  shutDownWithDrain(): Promise<void> {
    return this.#inner.shutDownWithDrain()
  }

  #noteReconcile(request: Request): void {
    const key = requestKey(request)
    const dueAt = this.#dueAt.get(key) ?? 0
    if (this.#replacesDelays || dueAt <= this.#clock.now()) this.#dueAt.delete(key)
  }

  /** The earlier time counts, as in the queue. */
  #note(request: Request, delayMs: number): void {
    if (!(delayMs > 0)) return
    const key = requestKey(request)
    const dueAt = this.#clock.now() + delayMs
    this.#dueAt.set(key, Math.min(dueAt, this.#dueAt.get(key) ?? dueAt))
  }
}
