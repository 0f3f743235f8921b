import type { Clock, Fetch, LockManager, TimerHandle } from '@kube-informer/core'
import type { FakeBroadcastAgent, FakeLockAgent } from '@kube-informer/testing'
import type { OpenBroadcast } from '@kube-informer/worker/host'

/** What an agent is given, to share with all others. */
export interface AgentOptions {
  readonly clock: Clock
  readonly fetch: Fetch
  /** Its own line to the locks of the origin. */
  readonly locks: FakeLockAgent
  /** Its own ends of the broadcast channels. */
  readonly broadcasts: FakeBroadcastAgent
}

interface OwnTimer {
  handle: TimerHandle
  isCleared: boolean
}

/**
 * A tab or a worker, which can die or freeze at any moment. What is left of a dead one never hears of anything again: no
 * timer, no message, no answer; a frozen one gets all of it when it thaws. What it has started (a tab's own worker)
 * shares its fate.
 */
export class Agent {
  readonly #options: AgentOptions
  readonly #ending = new AbortController()
  readonly #timers = new Set<OwnTimer>()
  readonly #children = new Set<Agent>()
  /** What happened while it was frozen. */
  readonly #missed: (() => void)[] = []
  #isFrozen = false

  constructor(options: AgentOptions) {
    this.#options = options
  }

  get isAlive(): boolean {
    return !this.#ending.signal.aborted
  }

  get isFrozen(): boolean {
    return this.#isFrozen
  }

  /** Something that shares its fate. */
  adopt(child: Agent): Agent {
    this.#children.add(child)
    if (this.#isFrozen) child.freeze()
    return child
  }

  /** Does it now, or when it thaws, or never. */
  run(task: () => void): void {
    if (!this.isAlive) return
    if (this.#isFrozen) this.#missed.push(task)
    else task()
  }

  die(): void {
    if (!this.isAlive) return
    for (const child of this.#children) child.die()
    this.#missed.length = 0
    for (const timer of this.#timers) this.#clear(timer)
    this.#options.locks.die()
    this.#options.broadcasts.die()
    this.#ending.abort()
  }

  freeze(): void {
    this.#isFrozen = true
    this.#options.locks.freeze()
    this.#options.broadcasts.freeze()
    for (const child of this.#children) child.freeze()
  }

  thaw(): void {
    this.#isFrozen = false
    this.#options.locks.thaw()
    this.#options.broadcasts.thaw()
    for (const child of this.#children) child.thaw()
    for (const task of this.#missed.splice(0)) this.run(task)
  }

  /** What a promise comes to, as this agent hears of it. */
  hear<T>(promise: Promise<T>): Promise<T> {
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
      const timer: OwnTimer = { handle: undefined, isCleared: false }
      if (!this.isAlive) return timer
      timer.handle = this.#options.clock.setTimeout(() => {
        this.#timers.delete(timer)
        // It may be cleared by what else was missed in a freeze.
        this.run(() => timer.isCleared || callback())
      }, delayMs)
      this.#timers.add(timer)
      return timer
    },
    clearTimeout: timer => {
      if (timer instanceof Object) this.#clear(timer as OwnTimer)
    },
    yieldToHost: () => this.hear(this.#options.clock.yieldToHost()),
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
    const ended = AbortSignal.any(signal ? [signal, this.#ending.signal] : [this.#ending.signal])
    const answered = this.#options.fetch(input, { ...init, signal: ended })
    return this.hear(answered.then(response => this.#hearBody(response)))
  }

  #clear(timer: OwnTimer): void {
    timer.isCleared = true
    this.#timers.delete(timer)
    this.#options.clock.clearTimeout(timer.handle)
  }

  #hearBody(response: Response): Response {
    if (!response.body) return response
    const reader = response.body.getReader()
    const body = new ReadableStream<Uint8Array>(
      {
        pull: async controller => {
          const { done, value } = await this.hear(reader.read())
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
