/** Accepts one bearer token, or those that pass the test. */
export type TokenTest = string | ((token: string) => boolean)

/** Authentication by bearer token. Tokens can be revoked at run time. */
export class Auth {
  readonly #test: TokenTest | undefined
  readonly #seen = new Set<string>()
  readonly #revoked = new Set<string>()

  /** @param test without it, every request is accepted */
  constructor(test?: TokenTest) {
    this.#test = test
  }

  isAllowed(request: Request): boolean {
    const token = bearerToken(request)
    const key = token ?? ''
    this.#seen.add(key)
    if (token !== undefined) return this.isTokenValid(token)
    return this.#test === undefined && !this.#revoked.has(key)
  }

  /** Whether a request with this token would be accepted. */
  isTokenValid(token: string): boolean {
    if (this.#revoked.has(token)) return false
    if (this.#test === undefined) return true
    return typeof this.#test === 'string' ? token === this.#test : this.#test(token)
  }

  /**
   * Rejects a token from now on, or all tokens seen so far; requests without a token count as one token. Returns a
   * function that accepts them again.
   */
  revoke(token?: string): () => void {
    const revoked = (token === undefined ? [...this.#seen, ''] : [token]).filter(
      key => !this.#revoked.has(key),
    )
    for (const key of revoked) this.#revoked.add(key)
    return () => {
      for (const key of revoked) this.#revoked.delete(key)
    }
  }
}

const bearerToken = (request: Request): string | undefined =>
  /^Bearer\s+(.+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1]
