import type { Status, StatusCause } from './object.ts'

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

/**
 * The reasons of refusals by their HTTP code: what a Status that names no known reason counts as, and what is made of
 * an answer without a Status (apimachinery `errors.NewGenericServerResponse`).
 */
export const REASON_OF_CODE: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'NotAcceptable',
  409: 'Conflict',
  410: 'Gone',
  413: 'RequestEntityTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
}

/** The known reasons that no code stands for. */
const OTHER_REASONS: readonly string[] = ['AlreadyExists', 'Expired', 'ServerTimeout', 'StorageReadError']

const isKnown = (reason: string): boolean =>
  OTHER_REASONS.includes(reason) || Object.values(REASON_OF_CODE).includes(reason)

/** The StatusError that an error is, or that caused it. */
function statusErrorOf(error: unknown): StatusError | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof StatusError) return each
  }
  return undefined
}

/** The reason wins; the code counts where there is none that is known (apimachinery `ReasonAndCodeForError`). */
function reasonOf(error: unknown): string | undefined {
  const refusal = statusErrorOf(error)
  return refusal && (isKnown(refusal.reason) ? refusal.reason : REASON_OF_CODE[refusal.code])
}

const hasReasonOrCode = (error: unknown, reason: string, code: number): boolean =>
  reasonOf(error) === reason || statusErrorOf(error)?.code === code

export const isAlreadyExists = (error: unknown): boolean => reasonOf(error) === 'AlreadyExists'
export const isBadRequest = (error: unknown): boolean => reasonOf(error) === 'BadRequest'
/** Somebody else wrote meanwhile, or owns an applied field. */
export const isConflict = (error: unknown): boolean => reasonOf(error) === 'Conflict'
export const isForbidden = (error: unknown): boolean => reasonOf(error) === 'Forbidden'
/** "Gone" (an RV or continue token that is too old). Most callers want {@link isResourceExpired}. */
export const isGone = (error: unknown): boolean => reasonOf(error) === 'Gone'
export const isInternalError = (error: unknown): boolean => reasonOf(error) === 'InternalError'
export const isInvalid = (error: unknown): boolean => reasonOf(error) === 'Invalid'
export const isMethodNotSupported = (error: unknown): boolean => reasonOf(error) === 'MethodNotAllowed'
export const isNotAcceptable = (error: unknown): boolean => reasonOf(error) === 'NotAcceptable'
export const isNotFound = (error: unknown): boolean => reasonOf(error) === 'NotFound'
/** 413 by code alone is enough, whatever the reason says. */
export const isRequestEntityTooLarge = (error: unknown): boolean =>
  hasReasonOrCode(error, 'RequestEntityTooLarge', 413)
/** The resourceVersion is too old: reason Expired or Gone, or a bare 410; the cure is a relist. */
export const isResourceExpired = (error: unknown): boolean => reasonOf(error) === 'Expired' || isGone(error)
/** The server could not answer in time, and says when to ask again; not {@link isTimeout}. */
export const isServerTimeout = (error: unknown): boolean => reasonOf(error) === 'ServerTimeout'
export const isServiceUnavailable = (error: unknown): boolean => reasonOf(error) === 'ServiceUnavailable'
/** An object in the server's storage cannot be read. */
export const isStoreReadError = (error: unknown): boolean => reasonOf(error) === 'StorageReadError'
/** The request took too long; what it asked for may have happened. */
export const isTimeout = (error: unknown): boolean => reasonOf(error) === 'Timeout'
/** 429 by code alone is enough, whatever the reason says. */
export const isTooManyRequests = (error: unknown): boolean => hasReasonOrCode(error, 'TooManyRequests', 429)
export const isUnauthorized = (error: unknown): boolean => reasonOf(error) === 'Unauthorized'
export const isUnsupportedMediaType = (error: unknown): boolean => reasonOf(error) === 'UnsupportedMediaType'

/** The first cause of that reason in a refusal's details (apimachinery `errors.StatusCause`). */
export const statusCause = (error: unknown, reason: string): StatusCause | undefined =>
  statusErrorOf(error)?.status.details?.causes?.find(cause => cause.reason === reason)

/** Whether a refusal names a cause of that reason, e.g. `FieldManagerConflict` (apimachinery `errors.HasStatusCause`). */
export const hasStatusCause = (error: unknown, reason: string): boolean =>
  statusCause(error, reason) !== undefined

/** The answer was no Status that could be read as one (apimachinery `errors.IsUnexpectedServerError`). */
export const isUnexpectedServerError = (error: unknown): boolean =>
  hasStatusCause(error, 'UnexpectedServerResponse')

/** How many seconds the server wants to be left alone, if it says so (apimachinery `errors.SuggestsClientDelay`). */
export function suggestsClientDelay(error: unknown): number | undefined {
  const { details, reason } = statusErrorOf(error)?.status ?? {}
  return details && (details.retryAfterSeconds || (reason === 'ServerTimeout' ? 0 : undefined))
}

/** The server does not have this resourceVersion yet, in the three encodings that servers have used. */
export function isTooLargeResourceVersion(error: unknown): boolean {
  if (hasStatusCause(error, 'ResourceVersionTooLarge')) return true
  if (!isTimeout(error)) return false
  const text = 'Too large resource version'
  const { details, message = '' } = statusErrorOf(error)?.status ?? {}
  return message.includes(text) || !!details?.causes?.some(cause => cause.message === text)
}

/** An abort of the caller's own signal, which is a wish and not a failure. */
export const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'
