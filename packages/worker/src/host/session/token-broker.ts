import { type Resolvers, withResolvers } from '@kube-informer/core/internal'
import type { TokenMessage } from '../../wire/protocol.ts'

/** A user of the page's tokens, which holds one in memory until the server rejects it. */
interface Holder {
  given: string | undefined
  isAsking: boolean
  readonly onOutdated: () => void
}

/**
 * Requests bearer tokens from the page. Concurrent requests share one message. Clients hold the token in memory until the
 * server rejects it, the page gives another one, or the page leaves.
 */
export class TokenBroker {
  readonly #send: (id: number) => void
  readonly #waiting = new Map<number, Resolvers<string>>()
  readonly #holders = new Set<Holder>()
  readonly #listeners = new Set<() => void>()
  #pending: Promise<string> | undefined
  /** The last token that the page gave. */
  #last: string | undefined
  #lastId = 0

  /** @param send sends the request to the page */
  constructor(send: (id: number) => void) {
    this.#send = send
  }

  /** Requests another token from the page. */
  getToken(): Promise<string> {
    this.#pending ??= this.#request().finally(() => {
      this.#pending = undefined
    })
    return this.#pending
  }

  /**
   * The `getToken` of one holder: it returns the token that the page gave last, and requests another one if the holder
   * has had that already.
   *
   * @param onOutdated called when the page has given another token than the one that is held
   */
  hold(onOutdated: () => void): () => Promise<string> {
    const holder: Holder = { given: undefined, isAsking: false, onOutdated }
    this.#holders.add(holder)
    return async () => {
      const isNew = this.#last !== undefined && this.#last !== holder.given
      holder.isAsking = !isNew
      try {
        const token = await (isNew ? this.current() : this.getToken())
        holder.given = token
        return token
      } finally {
        holder.isAsking = false
      }
    }
  }

  /** The token that the page gave last; requests one if it has given none. */
  async current(): Promise<string> {
    return this.#last ?? this.getToken()
  }

  /** Calls back when the page has given another token than before. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener)
  }

  answer({ id, token, error }: TokenMessage): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (typeof token !== 'string')
      waiting?.reject(new Error(`getToken failed: ${error ?? 'it returned no token'}`))
    else if (waiting) {
      this.#replace(token)
      waiting.resolve(token)
    }
  }

  /** The page is gone: pending requests reject. */
  close(): void {
    this.#holders.clear()
    this.#listeners.clear()
    for (const { reject } of this.#waiting.values()) reject(new Error('the page has closed the connection'))
    this.#waiting.clear()
    this.#last = undefined
  }

  #replace(token: string): void {
    const before = this.#last
    this.#last = token
    if (before === undefined || before === token) return
    for (const listener of this.#listeners) listener()
    for (const { given, isAsking, onOutdated } of this.#holders)
      if (given !== undefined && given !== token && !isAsking) onOutdated()
  }

  #request(): Promise<string> {
    const id = ++this.#lastId
    const waiting = withResolvers<string>()
    this.#waiting.set(id, waiting)
    this.#send(id)
    return waiting.promise
  }
}
