import { type Clock, StatusError, sleep, UsageError } from '@kube-informer/core'
import { abortable, onAbort, type Resolvers, Timer, withResolvers } from '@kube-informer/core/internal'
import type { Logger } from '../api/logger.ts'

/** One write of an event. */
export interface EventWrite {
  /** The event in messages. */
  readonly what: string
  /** Runs once before the first try. False drops the write. @default true */
  prepare?(): boolean
  send(signal: AbortSignal): Promise<unknown>
  /** Whether a rejection of the server can go away. @default none can */
  isRetriable?(error: StatusError): boolean
}

export interface EventWriterOptions {
  readonly clock: Clock
  readonly log: Logger | undefined
  /** The delay before a try: the second one has the number 2. */
  delayMs(attempt: number): number
}

/** Further writes are dropped (client-go `record.maxQueuedEvents`). */
const MAX_QUEUED = 1000
const MAX_TRIES = 12
/** A try without an answer ends, so that a connection that hangs does not stop all events. */
const TRY_TIMEOUT_MS = 30_000

/**
 * Sends writes one after another, each with up to 12 tries. While the server cannot be reached, all wait (client-go
 * `record.recordToSink`). It never throws, and its queue is bounded.
 */
export class EventWriter {
  readonly #options: EventWriterOptions
  readonly #queue: EventWrite[] = []
  readonly #stop = new AbortController()
  /** Settles when the queue is empty; undefined while it is. */
  #idle: Resolvers<void> | undefined

  constructor(options: EventWriterOptions) {
    this.#options = options
  }

  get isStopped(): boolean {
    return this.#stop.signal.aborted
  }

  /** Queues a write, or drops it with a message if the queue is full or the writer has stopped. Returns at once. */
  add(write: EventWrite): void {
    const { log } = this.#options
    if (this.isStopped) log?.info('event dropped: the recorder was shut down', { event: write.what })
    else if (this.#queue.length >= MAX_QUEUED)
      log?.info('event dropped: too many are waiting', { event: write.what })
    else this.#add(write)
  }

  /** Resolves when all that was queued is written or given up, or when the signal aborts. Never rejects. */
  async flush(signal?: AbortSignal): Promise<void> {
    if (!this.#idle || signal?.aborted) return
    const aborted = withResolvers<void>()
    const unsubscribe = onAbort(signal, () => aborted.resolve())
    await Promise.race([this.#idle.promise, aborted.promise])
    unsubscribe()
  }

  /** Drops the queue and ends a running try. */
  shutDown(): void {
    this.#stop.abort()
    this.#queue.length = 0
  }

  #add(write: EventWrite): void {
    this.#queue.push(write)
    if (this.#idle) return
    this.#idle = withResolvers()
    this.#run().then(this.#idle.resolve)
  }

  /** A write leaves the queue when it has ended, so that the limit includes it. */
  async #run(): Promise<void> {
    for (let write = this.#queue[0]; write; write = this.#queue[0]) {
      await this.#write(write).catch(() => {
        // A log that throws must not stop the events.
      })
      this.#queue.shift()
    }
    this.#idle = undefined
  }

  async #write(write: EventWrite): Promise<void> {
    const { clock, delayMs } = this.#options
    if (this.isStopped || write.prepare?.() === false) return
    for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
      if (attempt > 1) await sleep(clock, delayMs(attempt), this.#stop.signal)
      if (this.isStopped || (await this.#isDone(write, attempt))) return
    }
  }

  async #isDone(write: EventWrite, attempt: number): Promise<boolean> {
    const { log } = this.#options
    try {
      await this.#send(write)
      return true
    } catch (error) {
      if (this.isStopped) return true
      const isFinal = isRejection(error) && !(error instanceof StatusError && write.isRetriable?.(error))
      if (!isFinal && attempt < MAX_TRIES) return false
      if (isUnimportant(error)) log?.debug('event not written: it exists already', { event: write.what })
      else log?.error('event not written', error, { event: write.what, attempt })
      return true
    }
  }

  async #send(write: EventWrite): Promise<void> {
    const attempt = new AbortController()
    const unsubscribe = onAbort(this.#stop.signal, () => attempt.abort())
    const timer = new Timer(this.#options.clock)
    timer.start(TRY_TIMEOUT_MS, () => attempt.abort(new Error(`no answer in ${TRY_TIMEOUT_MS} ms`)))
    try {
      await abortable(write.send(attempt.signal), attempt.signal)
    } finally {
      timer.stop()
      unsubscribe()
    }
  }
}

/** Whether another try would end the same way: the server has rejected it, or the request cannot be built. */
const isRejection = (error: unknown): boolean => error instanceof UsageError || error instanceof StatusError

/** A lost answer of an earlier try. */
const isUnimportant = (error: unknown): boolean =>
  error instanceof StatusError && error.reason === 'AlreadyExists'
