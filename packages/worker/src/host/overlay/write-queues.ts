import { abortable, withResolvers } from '@kube-informer/core/internal'

/** Runs the tasks of each key one after another, so that the server receives the writes of an object in their order. */
export class WriteQueues {
  /** By key: the end of the last task. */
  readonly #last = new Map<string, Promise<void>>()

  /** Runs the task when the earlier ones of the key have ended. Rejects with the signal's reason if it aborts before. */
  async run<T>(key: string, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    const previous = this.#last.get(key)
    const end = withResolvers<void>()
    const last = Promise.resolve(previous).then(() => end.promise)
    this.#last.set(key, last)
    try {
      if (previous) await abortable(previous, signal)
      signal.throwIfAborted()
      return await task()
    } finally {
      end.resolve()
      void last.then(() => {
        if (this.#last.get(key) === last) this.#last.delete(key)
      })
    }
  }
}
