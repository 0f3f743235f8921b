import { StatusError } from '../api/errors.ts'

/** client-go's synthetic Retry-After for a connection that was lost. */
const LOST_CONNECTION_MS = 1_000

/** A timer of more would run at once. */
const LONGEST_MS = 2 ** 31 - 1

/** Codes by which Node, Bun and undici say that the other side closed or reset the connection. */
const LOST_CODES: readonly unknown[] = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']

/**
 * Whether a connection that stood was lost before the answer came, where the runtime tells. Browsers and Deno do
 * not: there a reset looks like a refusal, and is left to the caller's backoff, as a refusal is.
 */
export function isConnectionLost(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (LOST_CODES.includes((each as { code?: unknown }).code)) return true
  }
  return false
}

/**
 * How long to wait before a failed request is sent again, in milliseconds; undefined when it should not be
 * (client-go `rest.withRetry`). A refusal is retried where the server says when, by a whole number of seconds: 429
 * and 5xx with Retry-After, or with `details.retryAfterSeconds` in the body, since CORS hides the header. A lost
 * connection is retried for reads alone: a write may have happened.
 */
export function retryDelayMs(error: unknown, method: string): number | undefined {
  if (error instanceof StatusError) {
    const { code, retryAfterSeconds } = error
    if (retryAfterSeconds === undefined || !(code === 429 || code >= 500)) return undefined
    return Math.min(retryAfterSeconds * 1000, LONGEST_MS)
  }
  return method === 'GET' && isConnectionLost(error) ? LOST_CONNECTION_MS : undefined
}
