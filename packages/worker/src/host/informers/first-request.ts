import type { ListerWatcher } from '@kube-informer/core'

export interface FirstRequestOptions {
  /** Awaited before the first request. @default nothing */
  readonly before?: (() => Promise<unknown>) | undefined
}

/** Delays the first request of an informer, and reports when it is sent. */
export class FirstRequest {
  readonly #before: () => Promise<unknown>
  #resolve: () => void = () => {}
  #pending: Promise<unknown> | undefined
  /** Resolves when the first request is sent, or never will be. */
  readonly sent: Promise<void> = new Promise<void>(resolve => {
    this.#resolve = resolve
  })

  constructor({ before = async () => {} }: FirstRequestOptions) {
    this.#before = before
  }

  guard<T>(inner: ListerWatcher<T>): ListerWatcher<T> {
    const send = async <R>(request: () => Promise<R>): Promise<R> => {
      this.#pending ??= this.#before()
      await this.#pending
      this.#resolve()
      return request()
    }
    return {
      ...inner,
      list: (options, context) => send(() => inner.list(options, context)),
      watch: (options, context) => send(() => inner.watch(options, context)),
    }
  }

  /** The informer has stopped. */
  cancel(): void {
    this.#resolve()
  }
}
