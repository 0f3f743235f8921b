import { ADMINISTRATOR, completeGroups, type User } from './user.ts'

/** The audience of the server itself. */
export const API_AUDIENCE = 'https://kubernetes.default.svc'

/** The user of a token (authentication.k8s.io/v1 UserInfo). */
export interface TokenUser {
  readonly username: string
  readonly uid?: string
  /** Besides `system:authenticated`, which the server adds. @default none */
  readonly groups?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
  /** For whom the token is valid; requests to the server itself need its own. @default ['https://kubernetes.default.svc'] */
  readonly audiences?: readonly string[]
}

/**
 * Accepts one bearer token, or those that a function accepts. A function returns the user of the token; `true` is the
 * administrator, and `false` or undefined a 401.
 */
export type TokenTest = string | ((token: string) => boolean | TokenUser | undefined)

/** A user, and for whom the token is valid. */
export interface Authenticated {
  readonly user: User
  readonly audiences: readonly string[]
}

/** Authentication by bearer token. Tokens can be revoked at run time. */
export class Auth {
  readonly #test: TokenTest | undefined
  readonly #seen = new Set<string>()
  readonly #revoked = new Set<string>()

  /** @param test without it, every request is accepted */
  constructor(test?: TokenTest) {
    this.#test = test
  }

  /** The sender of a request; undefined is a 401. */
  senderOf(request: Request): User | undefined {
    const token = bearerToken(request)
    const key = token ?? ''
    this.#seen.add(key)
    if (token !== undefined) return this.identify(token, [API_AUDIENCE])?.user
    return this.#test === undefined && !this.#revoked.has(key) ? ADMINISTRATOR : undefined
  }

  /** The user of a token and those of the audiences for which it is valid; undefined if there are none. */
  identify(token: string, wanted: readonly string[]): Authenticated | undefined {
    const found = this.#revoked.has(token) ? undefined : this.#find(token)
    if (!found) return undefined
    const { username, uid, groups = [], extra, audiences: own = [API_AUDIENCE] } = found
    const audiences = wanted.filter(audience => own.includes(audience))
    if (audiences.length === 0) return undefined
    const optional = { ...(uid !== undefined && { uid }), ...(extra && { extra }) }
    return { user: { username, groups: completeGroups(username, groups), ...optional }, audiences }
  }

  #find(token: string): TokenUser | undefined {
    const answer =
      typeof this.#test === 'function' ? this.#test(token) : this.#test === undefined || token === this.#test
    return typeof answer === 'object' ? answer : answer ? ADMINISTRATOR : undefined
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
