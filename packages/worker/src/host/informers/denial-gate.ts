import type { Clock, ListerWatcher, Random, StatusError } from '@kube-informer/core'
import { isDenied } from '../held-view/denials.ts'
import { DenialPause } from './denial-pause.ts'

export interface DenialGateOptions {
  readonly clock: Clock
  readonly random: Random
  /** The server has denied a list, or a watch and the list after it. */
  readonly onDenied: (error: StatusError) => void
  /** The server has answered a list. */
  readonly onAllowed: () => void
  /** A pause is over: the next request is sent. */
  readonly onDue: () => void
}

/**
 * Limits the requests of an informer that the server has answered with 403: during a {@link DenialPause}, requests reject
 * with the same error and none is sent.
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
          if (isDenied(error) && !context.signal.aborted) this.#deny(error)
          throw error
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
          if (isDenied(error)) await this.#confirm(inner, error, context.signal)
          throw error
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
