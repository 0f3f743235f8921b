import type { ListerWatcher } from '@kube-informer/core'
import { abortable } from '@kube-informer/core/internal'

/** Awaited before a first request. It calls `onHeld` if it waits for another informer, which may make the request needless. */
export type BeforeFirstRequest = (onHeld: () => void) => Promise<unknown>

export interface FirstRequestOptions {
  /** @default nothing */
  readonly before?: BeforeFirstRequest | undefined
}

/** Delays the first request of an informer, and reports when it is sent. */
export class FirstRequest {
  readonly #before: BeforeFirstRequest
  #resolve: () => void = () => {}
  #pending: Promise<unknown> | undefined
  #isHeld = false
  /** Resolves when the first request is sent, waits for another informer, or never will be sent. */
  readonly sent: Promise<void> = new Promise<void>(resolve => {
    this.#resolve = resolve
  })

  constructor({ before = async () => {} }: FirstRequestOptions) {
    this.#before = before
  }

  /** Whether the first request waits for another informer. */
  get isHeld(): boolean {
    return this.#isHeld
  }

  guard<T>(inner: ListerWatcher<T>): ListerWatcher<T> {
    const send = async <R>(request: () => Promise<R>, signal: AbortSignal): Promise<R> => {
      this.#pending ??= this.#before(() => this.#hold())
      await abortable(this.#pending, signal)
      this.#isHeld = false
      this.#resolve()
      return request()
    }
    return {
      ...inner,
      list: (options, context) => send(() => inner.list(options, context), context.signal),
      watch: (options, context) => send(() => inner.watch(options, context), context.signal),
    }
  }

  /** The informer has stopped. */
  cancel(): void {
    this.#resolve()
  }

  #hold(): void {
    this.#isHeld = true
    this.#resolve()
  }
}
