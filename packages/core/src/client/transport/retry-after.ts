import { StatusError } from '../../api/errors.ts'

/** client-go's synthetic Retry-After for a lost connection. */
const LOST_CONNECTION_MS = 1_000

/** A timer with a longer delay would fire at once. */
const LONGEST_MS = 2 ** 31 - 1

/** Error codes of Node, Bun and undici for a connection that the peer closed or reset. */
const LOST_CODES: readonly unknown[] = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']

/**
 * Whether an established connection was lost before the response, if the runtime reports it. In browsers and Deno a reset
 * cannot be told from a refused connection, so both are left to the caller's backoff.
 */
export function isConnectionLost(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (LOST_CODES.includes((each as { code?: unknown }).code)) return true
  }
  return false
}

/**
 * The delay before a failed request is retried, in milliseconds; undefined if it must not be retried (client-go
 * `rest.withRetry`). An error response is retried if the server sends a delay in whole seconds: 429 and 5xx with
 * Retry-After, or with `details.retryAfterSeconds` in the body, since CORS hides the header. After a lost connection only
 * reads are retried, since a write may have been carried out.
 */
export function retryDelayMs(error: unknown, method: string): number | undefined {
  if (error instanceof StatusError) {
    const { code, retryAfterSeconds } = error
    if (retryAfterSeconds === undefined || !(code === 429 || code >= 500)) return undefined
    return Math.min(retryAfterSeconds * 1000, LONGEST_MS)
  }
  return method === 'GET' && isConnectionLost(error) ? LOST_CONNECTION_MS : undefined
}
