/** Whether a bearer token, or none, is accepted. */
export type TokenTest = string | ((token: string) => boolean)

/** Who may ask. Tokens can be revoked while the server runs. */
export class Auth {
  readonly #test: TokenTest | undefined
  readonly #seen = new Set<string>()
  readonly #revoked = new Set<string>()

  /** @param test without one, everybody may */
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
   * Refuses a token from now on, or all that were seen; requests without one count as one token. Returns its own undo.
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
