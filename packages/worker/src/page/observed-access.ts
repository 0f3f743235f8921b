import { type Clock, ConnectionError } from '@kube-informer/core'
import { errorMessage, ListenerSet, Timer } from '@kube-informer/core/internal'
import type { AccessDecision, AccessObserver, AccessState } from '../api/access.ts'
import { sameMembers } from './same-members.ts'

/** The state before the server has answered. */
export const UNKNOWN_ACCESS: AccessState = Object.freeze({ allowed: undefined })

/** How often a question with subscribers is asked again. The host caches answers about as long. */
const REFRESH_MS = 120_000
/** How soon a question is asked again when the host has ended meanwhile. */
const RETRY_MS = 1_000

/** One question about access and its subscribers. It is asked while there are any. */
export class ObservedAccess implements AccessObserver {
  readonly #ask: () => Promise<AccessDecision>
  readonly #timer: Timer
  readonly #listeners = new ListenerSet()
  #state = UNKNOWN_ACCESS
  #isOver = false

  constructor(clock: Clock, ask: () => Promise<AccessDecision>) {
    this.#ask = ask
    this.#timer = new Timer(clock)
  }

  readonly getState = (): AccessState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    const unsubscribe = this.#listeners.add(listener)
    if (this.#listeners.size === 1) void this.#refresh()
    return () => {
      unsubscribe()
      if (!this.isWanted) this.#timer.stop()
    }
  }

  get isWanted(): boolean {
    return this.#listeners.size > 0
  }

  /** The connection has ended: nothing is known any more. */
  end(): void {
    this.#show(UNKNOWN_ACCESS)
    this.#isOver = true
    this.#timer.stop()
  }

  async #refresh(): Promise<void> {
    let delayMs = REFRESH_MS
    try {
      this.#show(await this.#ask())
    } catch (error) {
      if (error instanceof ConnectionError) delayMs = RETRY_MS
      else this.#show({ allowed: false, evaluationError: errorMessage(error) })
    }
    if (this.isWanted && !this.#isOver) this.#timer.start(delayMs, () => void this.#refresh())
  }

  #show(state: AccessState): void {
    if (this.#isOver || sameMembers(this.#state, state)) return
    this.#state = Object.freeze(state)
    this.#listeners.emit()
  }
}
