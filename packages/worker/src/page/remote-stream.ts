import { onAbort } from '@kube-informer/core/internal'
import type { StreamOpening, StreamPart, StreamStep } from '../wire/calls.ts'
import type { Calls } from './calls.ts'

/**
 * The parts of a stream of the host. Each is requested when the page reads it, so the host never sends faster than the page
 * reads.
 */
export class RemoteStream<T> implements AsyncIterableIterator<T> {
  readonly #calls: Calls
  readonly #id: number
  readonly #stop = new AbortController()
  #forget = (): void => {}

  constructor(calls: Calls) {
    this.#calls = calls
    this.#id = calls.nextStream()
  }

  /** Resolves with what precedes the parts; rejects as a call does. */
  async open(opening: StreamOpening, signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted()
    this.#forget = onAbort(signal, reason => this.end(reason))
    try {
      return await this.#run(opening, this.#stop.signal)
    } catch (error) {
      // The host may have opened it already.
      this.end(error)
      throw error
    }
  }

  async next(): Promise<IteratorResult<T, undefined>> {
    const part = (await this.#run({ verb: 'read' }, this.#stop.signal)) as StreamPart
    if ('chunk' in part) return { done: false, value: part.chunk as T }
    this.#forget()
    return { done: true, value: undefined }
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.end(new DOMException('the stream was closed', 'AbortError'))
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** Closes the stream in the host; a pending read rejects with the reason. Idempotent. */
  end(reason: unknown): void {
    if (this.#stop.signal.aborted) return
    this.#forget()
    this.#stop.abort(reason)
    // A host that has ended has no stream to close.
    this.#run({ verb: 'close' }).catch(() => {})
  }

  #run(step: StreamStep, signal?: AbortSignal): Promise<unknown> {
    return this.#calls.run({ type: 'streamCall', stream: this.#id, ...step }, signal)
  }
}
