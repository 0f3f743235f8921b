import { type Clock, ConnectionError } from '@kube-informer/core'
import { ListenerSet, Timer } from '@kube-informer/core/internal'

/** How soon the host is asked again after it has rejected a call, for example because the page has too many in flight. */
const RETRY_MS = 1_000

export interface FollowedOptions<TState, TAnswer> {
  readonly clock: Clock
  /** The state before the host has reported any, and after the end of the connection. */
  readonly initial: TState
  /** Asks for the state that differs from the one of this id. */
  readonly ask: (known: string | undefined, signal: AbortSignal) => Promise<unknown>
  /** The state after an answer. */
  readonly next: (answer: TAnswer, shown: TState) => TState
}

/**
 * A state of the host as a store. While it has subscribers, a call is in flight that the host answers once the state differs
 * from what the page has.
 */
export class Followed<
  TState extends { readonly error: Error | undefined },
  TAnswer extends { readonly id: string },
> {
  readonly #options: FollowedOptions<TState, TAnswer>
  readonly #retry: Timer
  readonly #listeners = new ListenerSet()
  #state: TState
  /** The id of the state that the host sent last. */
  #known: string | undefined
  #following = new AbortController()
  #isOver = false

  constructor(options: FollowedOptions<TState, TAnswer>) {
    this.#options = options
    this.#state = options.initial
    this.#retry = new Timer(options.clock)
  }

  readonly getState = (): TState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    const unsubscribe = this.#listeners.add(listener)
    if (this.#listeners.size === 1) void this.#follow()
    return () => {
      if (unsubscribe() && this.#listeners.size === 0) this.#unfollow()
    }
  }

  receive(answer: TAnswer): void {
    if (answer.id === this.#known) return
    this.#known = answer.id
    this.#show(this.#options.next(answer, this.#state))
  }

  /** The connection has ended. With an error it keeps what it shows. */
  end(error?: string): void {
    this.#unfollow()
    this.#show(error ? { ...this.#state, error: new ConnectionError(error) } : this.#options.initial)
    this.#isOver = true
  }

  async #follow(): Promise<void> {
    this.#following = new AbortController()
    const { signal } = this.#following
    try {
      while (!signal.aborted) this.receive((await this.#options.ask(this.#known, signal)) as TAnswer)
    } catch (error) {
      if (signal.aborted) return
      // The next answer may be the same state, without the error.
      this.#known = undefined
      this.#show({ ...this.#state, error: error as Error })
      if (!this.#isOver) this.#retry.start(RETRY_MS, () => void this.#follow())
    }
  }

  #unfollow(): void {
    this.#retry.stop()
    this.#following.abort()
  }

  #show(state: TState): void {
    if (this.#isOver) return
    this.#state = Object.freeze(state)
    this.#listeners.emit()
  }
}
