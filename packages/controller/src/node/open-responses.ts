import type { ServerResponse } from 'node:http'
import { type Clock, sleep } from '@kube-informer/core'

/** The responses of a server that have not been sent completely. */
export class OpenResponses {
  readonly #responses = new Set<ServerResponse>()
  readonly #allEnded = new AbortController()
  #isEnding = false

  add(response: ServerResponse): void {
    this.#responses.add(response)
    response.once('close', () => {
      this.#responses.delete(response)
      this.#check()
    })
  }

  /** Resolves once there are none, or after the time. */
  async ended(timeoutMs: number, clock: Clock): Promise<void> {
    this.#isEnding = true
    this.#check()
    await sleep(clock, timeoutMs, this.#allEnded.signal)
  }

  #check(): void {
    if (this.#isEnding && this.#responses.size === 0) this.#allEnded.abort()
  }
}
