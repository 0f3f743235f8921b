/** Who sends a request (authentication.k8s.io/v1 UserInfo). */
export interface Identity {
  readonly username: string
  readonly uid?: string | undefined
  readonly groups?: readonly string[] | undefined
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined
  /** When the credentials expire, in milliseconds since 1970; running watches end then. @default never */
  readonly expiresAt?: number | undefined
}

/**
 * Identifies the sender of a request by its credentials. Undefined is a 401.
 *
 * @param request has the headers of the reader; do not read its body
 */
export type Authenticate = (request: Request, signal: AbortSignal) => Promise<Identity | undefined>
