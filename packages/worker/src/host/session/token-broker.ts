import { type Resolvers, withResolvers } from '@kube-informer/core/internal'
import type { TokenMessage } from '../../wire/protocol.ts'

/**
 * Requests bearer tokens from the page. Concurrent requests share one message. Clients hold the token in memory until the
 * server rejects it, or the page leaves.
 */
export class TokenBroker {
  readonly #send: (id: number) => void
  readonly #waiting = new Map<number, Resolvers<string>>()
  #pending: Promise<string> | undefined
  /** The last token that the page gave. */
  #last: string | undefined
  #lastId = 0

  /** @param send sends the request to the page */
  constructor(send: (id: number) => void) {
    this.#send = send
  }

  getToken(): Promise<string> {
    this.#pending ??= this.#request().finally(() => {
      this.#pending = undefined
    })
    return this.#pending
  }

  /** The token that the page gave last; requests one if it has given none. */
  async current(): Promise<string> {
    return this.#last ?? this.getToken()
  }

  answer({ id, token, error }: TokenMessage): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (typeof token !== 'string')
      waiting?.reject(new Error(`getToken failed: ${error ?? 'it returned no token'}`))
    else {
      this.#last = token
      waiting?.resolve(token)
    }
  }

  /** The page is gone: pending requests reject. */
  close(): void {
    for (const { reject } of this.#waiting.values()) reject(new Error('the page has closed the connection'))
    this.#waiting.clear()
    this.#last = undefined
  }

  #request(): Promise<string> {
    const id = ++this.#lastId
    const waiting = withResolvers<string>()
    this.#waiting.set(id, waiting)
    this.#send(id)
    return waiting.promise
  }
}
