import { type Clock, type ListerWatcher, type Random, StatusError } from '@kube-informer/core'
import type { AccessDecision } from '../../api/access.ts'
import { isBlocked, isDenied } from '../held-view/denials.ts'
import { DenialPause } from './denial-pause.ts'

export interface DenialGateOptions {
  readonly clock: Clock
  readonly random: Random
  /** The server has denied a list, or a watch and the list after it. */
  readonly onDenied: (error: StatusError) => void
  /** The server has answered a list. */
  readonly onAllowed: () => void
  /** Asks the server whether the user may list. Never rejects. */
  readonly review: (signal: AbortSignal) => Promise<AccessDecision>
  /** A pause is over: the next request is sent. */
  readonly onDue: () => void
}

/**
 * Limits the requests of an informer that the server has answered with 403: during a {@link DenialPause}, requests reject
 * with the same error and none is sent.
 *
 * A gateway that answers a list with 403 says nothing about rights: an access review after each attempt tells whether the server
 * has withdrawn the right meanwhile.
 */
export class DenialGate {
  readonly #options: DenialGateOptions
  readonly #pause: DenialPause
  #error: StatusError | undefined

  constructor(options: DenialGateOptions) {
    this.#options = options
    this.#pause = new DenialPause({ ...options, onOver: options.onDue })
  }

  /** Whether requests may be rejected without being sent. */
  get isClosed(): boolean {
    return this.#error !== undefined
  }

  /** Returns a ListerWatcher whose requests pass the gate. */
  guard<T>(inner: ListerWatcher<T>): ListerWatcher<T> {
    return {
      ...inner,
      list: async (options, context) => {
        this.#check()
        try {
          const list = await inner.list(options, context)
          this.#error = undefined
          this.#options.onAllowed()
          return list
        } catch (error) {
          const denial = isBlocked(error) ? await this.#denialOf(error, context.signal) : error
          if (isDenied(denial) && !context.signal.aborted) this.#deny(denial)
          throw denial
        }
      },
      watch: async (options, context) => {
        this.#check()
        try {
          const watch = await inner.watch(options, context)
          this.#error = undefined
          this.#pause.reset()
          return watch
        } catch (error) {
          const denial = isBlocked(error) ? await this.#denialOf(error, context.signal) : error
          if (denial !== error && isDenied(denial) && !context.signal.aborted) this.#deny(denial)
          else if (isDenied(denial)) await this.#confirm(inner, denial, context.signal)
          throw denial
        }
      },
    }
  }

  /** Sends the next request at once: the token has changed, or a user has asked. */
  open(): void {
    this.#pause.cancel()
  }

  #check(): void {
    if (this.#error && this.#pause.isPending) throw this.#error
  }

  /** A user may be allowed to list and not to watch. The rows stay then, and are listed again after each pause. */
  async #confirm<T>(inner: ListerWatcher<T>, watchError: StatusError, signal: AbortSignal): Promise<void> {
    try {
      await inner.list({ limit: 1 }, { signal })
      this.#close(watchError)
    } catch (error) {
      if (isDenied(error) && !signal.aborted) this.#deny(error)
    }
  }

  /** The error itself, unless the server denies the right. A review that is not answered decides nothing. */
  async #denialOf(error: unknown, signal: AbortSignal): Promise<unknown> {
    const { allowed, evaluationError, reason } = await this.#options.review(signal)
    if (allowed || evaluationError !== undefined) return error
    const message = `the access review of the list denies it${reason ? `: ${reason}` : ''}`
    return new StatusError({ kind: 'Status', status: 'Failure', code: 403, reason: 'Forbidden', message })
  }

  #deny(error: StatusError): void {
    this.#close(error)
    this.#options.onDenied(error)
  }

  /** A 401 does not close the gate: the next request asks the page for a token, and the user may have signed in. */
  #close(error: StatusError): void {
    if (error.code !== 403) return
    this.#error = error
    this.#pause.start()
  }
}
