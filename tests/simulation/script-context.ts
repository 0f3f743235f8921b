import type { Clock, Fetch, LockManager, TimerHandle } from '@kube-informer/core'
import type { FakeBroadcastAgent, FakeLockAgent } from '@kube-informer/testing'
import type { OpenBroadcast } from '@kube-informer/worker/host'

/** Options of {@link ScriptContext}. */
export interface ScriptContextOptions {
  readonly clock: Clock
  readonly fetch: Fetch
  /** Its access to the locks of the origin. */
  readonly locks: FakeLockAgent
  /** Its access to the broadcast channels of the origin. */
  readonly broadcasts: FakeBroadcastAgent
}

interface ContextTimer {
  handle: TimerHandle
  isCleared: boolean
}

/**
 * The execution context of a tab or a worker, which can be terminated or frozen at any time. A terminated context receives
 * nothing: no timer, message or response. A frozen context receives them when it resumes. Its child contexts (a tab's
 * dedicated worker) are terminated and frozen with it.
 */
export class ScriptContext {
  readonly #options: ScriptContextOptions
  readonly #termination = new AbortController()
  readonly #timers = new Set<ContextTimer>()
  readonly #children = new Set<ScriptContext>()
  /** Tasks to run when it resumes. */
  readonly #deferred: (() => void)[] = []
  #isFrozen = false

  constructor(options: ScriptContextOptions) {
    this.#options = options
  }

  get isAlive(): boolean {
    return !this.#termination.signal.aborted
  }

  get isFrozen(): boolean {
    return this.#isFrozen
  }

  /** Adds a context that is terminated and frozen with this one. */
  addChild(child: ScriptContext): ScriptContext {
    this.#children.add(child)
    if (this.#isFrozen) child.freeze()
    return child
  }

  /** Runs the task now, when the context resumes, or not at all if it is terminated. */
  run(task: () => void): void {
    if (!this.isAlive) return
    if (this.#isFrozen) this.#deferred.push(task)
    else task()
  }

  terminate(): void {
    if (!this.isAlive) return
    for (const child of this.#children) child.terminate()
    this.#deferred.length = 0
    for (const timer of this.#timers) this.#clear(timer)
    this.#options.locks.die()
    this.#options.broadcasts.die()
    this.#termination.abort()
  }

  freeze(): void {
    this.#isFrozen = true
    this.#options.locks.freeze()
    this.#options.broadcasts.freeze()
    for (const child of this.#children) child.freeze()
  }

  resume(): void {
    this.#isFrozen = false
    this.#options.locks.thaw()
    this.#options.broadcasts.thaw()
    for (const child of this.#children) child.resume()
    for (const task of this.#deferred.splice(0)) this.run(task)
  }

  /** Settles like the promise, but only while this context runs. */
  deliver<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      promise.then(
        value => this.run(() => resolve(value)),
        error => this.run(() => reject(error)),
      )
    })
  }

  readonly clock: Clock = {
    now: () => this.#options.clock.now(),
    setTimeout: (callback, delayMs) => {
      const timer: ContextTimer = { handle: undefined, isCleared: false }
      if (!this.isAlive) return timer
      timer.handle = this.#options.clock.setTimeout(() => {
        this.#timers.delete(timer)
        // A task that was deferred before this one may have cleared the timer.
        this.run(() => timer.isCleared || callback())
      }, delayMs)
      this.#timers.add(timer)
      return timer
    },
    clearTimeout: timer => {
      if (timer instanceof Object) this.#clear(timer as ContextTimer)
    },
    yieldToHost: () => this.deliver(this.#options.clock.yieldToHost()),
  }

  get locks(): LockManager {
    return this.#options.locks
  }

  readonly openBroadcast: OpenBroadcast = name => {
    const channel = this.#options.broadcasts.open(name)
    const postMessage = (message: unknown) => {
      if (this.isAlive) channel.postMessage(message)
    }
    return { ...channel, postMessage }
  }

  readonly fetch: Fetch = (input, init = {}) => {
    const { signal = null } = init
    const combined = AbortSignal.any(signal ? [signal, this.#termination.signal] : [this.#termination.signal])
    const response = this.#options.fetch(input, { ...init, signal: combined })
    return this.deliver(response.then(received => this.#deliverBody(received)))
  }

  #clear(timer: ContextTimer): void {
    timer.isCleared = true
    this.#timers.delete(timer)
    this.#options.clock.clearTimeout(timer.handle)
  }

  #deliverBody(response: Response): Response {
    if (!response.body) return response
    const reader = response.body.getReader()
    const body = new ReadableStream<Uint8Array>(
      {
        pull: async controller => {
          const { done, value } = await this.deliver(reader.read())
          if (done) controller.close()
          else controller.enqueue(value)
        },
        cancel: reason => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    )
    return new Response(body, response)
  }
}
