/** Who sends a request (authentication.k8s.io/v1 UserInfo). */
export interface Identity {
  readonly username: string
  readonly uid?: string | undefined
  readonly groups?: readonly string[] | undefined
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined
  /** When the credentials expire, in milliseconds since 1970; running watches end then. @default never */
  readonly expiresAt?: number | undefined
  /**
   * Until when this answer holds, in milliseconds since 1970. A running watch is authenticated again then.
   *
   * @default `recheckMs` of the relay after the answer
   */
  readonly checkedUntil?: number | undefined
}

/**
 * Identifies the sender of a request by its credentials. Undefined is a 401, and ends running watches. A rejected promise
 * is a 503.
 *
 * @param request has the headers of the reader; its body must not be read. A cookie is present only if `cookies` allows it
 */
export type Authenticate = (request: Request, signal: AbortSignal) => Promise<Identity | undefined>
