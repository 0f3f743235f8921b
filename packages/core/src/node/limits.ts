/** How long the clients of a server may take, in milliseconds. */
export interface ServerLimits {
  /** How long a TLS handshake, and the headers of a request over HTTP/1.1, may take. @default 32_000 */
  readonly headerTimeoutMs: number
  /** How long the body of a request may take, from its headers on. @default 30_000 */
  readonly bodyTimeoutMs: number
  /** After which time without a request a connection of HTTP/1.1 is closed. @default 5_000 */
  readonly idleTimeoutMs: number
  /** After which time without an open request a connection of HTTP/2 is closed. @default 90_000 */
  readonly sessionIdleTimeoutMs: number
}

/** Those of Node for idle connections of HTTP/1.1, and of Go's servers in Kubernetes for the others. */
export const LIMITS: ServerLimits = {
  headerTimeoutMs: 32_000,
  bodyTimeoutMs: 30_000,
  idleTimeoutMs: 5_000,
  sessionIdleTimeoutMs: 90_000,
}
