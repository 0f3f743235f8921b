import { type Resolvers, withResolvers } from '@kube-informer/core/internal'

/** The page's answer to a request; without a value, the `error` says why. */
interface PageAnswer<T> {
  readonly id: number
  readonly value: T | undefined
  readonly error: string | undefined
}

/** Requests one kind of value from the page. Concurrent requests share one message. */
export class PageRequests<T> {
  readonly #what: string
  readonly #send: (id: number) => void
  readonly #waiting = new Map<number, Resolvers<T>>()
  #pending: Promise<T> | undefined
  #lastId = 0

  /**
   * @param what the option of the page that answers, for errors
   * @param send sends the request to the page
   */
  constructor(what: string, send: (id: number) => void) {
    this.#what = what
    this.#send = send
  }

  request(): Promise<T> {
    this.#pending ??= this.#request().finally(() => {
      this.#pending = undefined
    })
    return this.#pending
  }

  answer({ id, value, error }: PageAnswer<T>): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (value === undefined)
      waiting?.reject(new Error(`${this.#what} failed: ${error ?? 'it returned nothing'}`))
    else waiting?.resolve(value)
  }

  /** The page is gone: pending requests reject. */
  close(): void {
    for (const { reject } of this.#waiting.values()) reject(new Error('the page has closed the connection'))
    this.#waiting.clear()
  }

  #request(): Promise<T> {
    const id = ++this.#lastId
    const waiting = withResolvers<T>()
    this.#waiting.set(id, waiting)
    this.#send(id)
    return waiting.promise
  }
}
