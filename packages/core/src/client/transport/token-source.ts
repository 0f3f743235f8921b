import { UsageError } from '../../api/errors.ts'

/** Returns a bearer token, or undefined if none is to be sent. */
export type GetToken = () => string | undefined | Promise<string | undefined>

/** The characters that a header can carry. A runtime's error about other characters would quote the token. */
const SENDABLE = /^[\x21-\x7e]+$/

/**
 * Holds the bearer token for all requests. It is fetched for the first request, and again after the server rejected it. A
 * token is identified by its promise, so that many rejections of one token fetch a single new token, and a late rejection
 * of an old token fetches none.
 */
export class TokenSource {
  readonly #ask: GetToken
  #token: Promise<string | undefined> | undefined

  constructor(ask: GetToken) {
    this.#ask = ask
  }

  /** The current token: the same promise until it is discarded. */
  current(): Promise<string | undefined> {
    if (this.#token) return this.#token
    const token = this.#request()
    this.#token = token
    // A failure is not cached; the next request tries again.
    token.catch(() => this.forget(token))
    return token
  }

  /** Discards a token that the server rejected, or the current one; has no effect if it was already replaced. */
  forget(token: Promise<string | undefined> | undefined = this.#token): void {
    if (this.#token === token) this.#token = undefined
  }

  async #request(): Promise<string | undefined> {
    const token = (await this.#ask())?.trim()
    if (!token) return undefined
    if (!SENDABLE.test(token)) throw new UsageError('getToken answered what cannot be a bearer token')
    return token
  }
}
