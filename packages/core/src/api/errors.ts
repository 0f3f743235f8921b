import type { Status } from './object.ts'

/** The root of what kube-informer throws. The text says what happened, where, and what to do. */
export abstract class InformerError extends Error {
  abstract readonly code: number | string
}

/**
 * An answer of the apiserver that is not a success: an HTTP refusal, or an in-stream ERROR event
 * (apimachinery `errors.StatusError`).
 */
export class StatusError extends InformerError {
  override readonly name = 'StatusError'
  readonly status: Status
  readonly code: number
  readonly reason: string
  /** What the server asks for, from the Status body or the Retry-After header. */
  readonly retryAfterSeconds: number | undefined

  /** @param where the request this answers, without credentials, e.g. `list pods in namespace "default"`. */
  constructor(status: Status, where?: string) {
    const message = status.message ?? status.reason ?? 'unknown error'
    super(where === undefined ? message : `${where}: ${message}`)
    this.status = status
    this.code = status.code ?? 0
    this.reason = status.reason ?? ''
    this.retryAfterSeconds = status.details?.retryAfterSeconds
  }
}

/** The request produced no response: refused, reset, DNS, CORS, offline; `fetch` does not tell which. */
export class ConnectionError extends InformerError {
  override readonly name = 'ConnectionError'
  readonly code = 'ConnectionError'
}

/** The server answered something that is not the Kubernetes protocol: wrong content type, bad JSON, a huge frame. */
export class ProtocolError extends InformerError {
  override readonly name = 'ProtocolError'
  readonly code = 'ProtocolError'
}

/** An object whose key cannot be computed (client-go `cache.KeyError`). */
export class KeyError extends InformerError {
  override readonly name = 'KeyError'
  readonly code = 'KeyError'
  readonly object: unknown

  constructor(object: unknown, cause: unknown) {
    super(`couldn't create key for object: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
    this.object = object
  }
}

/**
 * Some writes of a transaction failed, and the others were applied (client-go `cache.TransactionError`).
 */
export class TransactionError extends InformerError {
  override readonly name = 'TransactionError'
  readonly code = 'TransactionError'
  /** The places in the transaction of the writes that were applied, ascending. */
  readonly successfulIndices: readonly number[]
  readonly totalTransactions: number
  /** What the other writes threw, in their order. */
  readonly errors: readonly unknown[]

  constructor(totalTransactions: number, successfulIndices: readonly number[], errors: readonly unknown[]) {
    const texts = errors.map(error => (error instanceof Error ? error.message : String(error)))
    super(
      `failed to execute (${errors.length}/${totalTransactions}) transactions failed due to: ${texts.join('; ')}`,
      { cause: errors[0] },
    )
    this.totalTransactions = totalTransactions
    this.successfulIndices = successfulIndices
    this.errors = errors
  }
}

/** A misuse of the API: a programmer's mistake, not a state of the cluster. */
export class UsageError extends InformerError {
  override readonly name = 'UsageError'
  readonly code = 'UsageError'
}

const reasonOf = (error: unknown): string => (error instanceof StatusError ? error.reason : '')
const codeOf = (error: unknown): number => (error instanceof StatusError ? error.code : 0)
/** The reason wins; the code counts only where no known reason was given (apimachinery `errors`). */
const isReasonOrCode = (error: unknown, reason: string, code: number): boolean =>
  reasonOf(error) === reason || (reasonOf(error) === '' && codeOf(error) === code)

export const isNotFound = (error: unknown): boolean => isReasonOrCode(error, 'NotFound', 404)
export const isAlreadyExists = (error: unknown): boolean => reasonOf(error) === 'AlreadyExists'
export const isConflict = (error: unknown): boolean => isReasonOrCode(error, 'Conflict', 409)
export const isForbidden = (error: unknown): boolean => isReasonOrCode(error, 'Forbidden', 403)
export const isUnauthorized = (error: unknown): boolean => isReasonOrCode(error, 'Unauthorized', 401)
export const isInvalid = (error: unknown): boolean => isReasonOrCode(error, 'Invalid', 422)
/** 429 by code alone is enough, whatever the reason says. */
export const isTooManyRequests = (error: unknown): boolean =>
  reasonOf(error) === 'TooManyRequests' || codeOf(error) === 429
/** "Expired" (an RV or continue token that is too old). Most callers want {@link isResourceExpired}. */
export const isGone = (error: unknown): boolean => isReasonOrCode(error, 'Gone', 410)
/** The resourceVersion is too old: reason Expired or Gone, or a bare 410; the cure is a relist. */
export const isResourceExpired = (error: unknown): boolean => reasonOf(error) === 'Expired' || isGone(error)

/** The server does not have this resourceVersion yet, in the three encodings that servers have used. */
export function isTooLargeResourceVersion(error: unknown): boolean {
  if (!(error instanceof StatusError)) return false
  const causes = error.status.details?.causes ?? []
  if (causes.some(cause => cause.reason === 'ResourceVersionTooLarge')) return true
  if (!isReasonOrCode(error, 'Timeout', 504)) return false
  const text = 'Too large resource version'
  return causes.some(cause => cause.message === text) || (error.status.message ?? '').includes(text)
}

/** An abort of the caller's own signal, which is a wish and not a failure. */
export const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'
