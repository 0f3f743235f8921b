import { UsageError } from '../api/errors.ts'

/** Where a bearer token comes from; nothing to send when there is none. */
export type GetToken = () => string | undefined | Promise<string | undefined>

/** What a header can carry. The error of a runtime about anything else would quote it. */
const SENDABLE = /^[\x21-\x7e]+$/

/**
 * One bearer token for all requests: asked for when the first needs it, and again after the server refused it. A
 * token is named by its promise, so that a hundred refusals of the same token ask for one new token, and a late
 * refusal of an old one for none.
 */
export class TokenSource {
  readonly #ask: GetToken
  #token: Promise<string | undefined> | undefined

  constructor(ask: GetToken) {
    this.#ask = ask
  }

  /** The token of now, the same promise until it is forgotten. */
  current(): Promise<string | undefined> {
    if (this.#token) return this.#token
    const token = this.#request()
    this.#token = token
    // A failure is not remembered: the next request asks again.
    token.catch(() => this.forget(token))
    return token
  }

  /** Says that the server refused this token; without effect when another has taken its place. */
  forget(token: Promise<string | undefined>): void {
    if (this.#token === token) this.#token = undefined
  }

  async #request(): Promise<string | undefined> {
    const token = (await this.#ask())?.trim()
    if (!token) return undefined
    if (!SENDABLE.test(token)) throw new UsageError('getToken answered what cannot be a bearer token')
    return token
  }
}
