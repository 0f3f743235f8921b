import { SharedCall } from './shared-call.ts'

/** Calls by key. A caller joins an equal call that is in flight, also if it was sent earlier. */
export class SharedCalls<T> {
  readonly #calls = new Map<string, SharedCall<T>>()

  run(key: string, send: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    const known = this.#calls.get(key)
    if (known && !known.isAbandoned) return known.join(signal)
    const call = new SharedCall(send)
    this.#calls.set(key, call)
    const result = call.join(signal)
    call.start().then(() => {
      if (this.#calls.get(key) === call) this.#calls.delete(key)
    })
    return result
  }

  /** Later callers do not join the calls in flight. */
  forget(): void {
    this.#calls.clear()
  }
}
