import { errorMessage } from './error-message.ts'
import { InformerError } from './informer-error.ts'
import type { Status, StatusCause } from './object.ts'

export { InformerError, ProtocolError, UsageError } from './informer-error.ts'

/**
 * A response of the apiserver that is not a success: an HTTP error response, or an ERROR event of a watch
 * (apimachinery `errors.StatusError`).
 */
export class StatusError extends InformerError {
  override readonly name = 'StatusError'
  readonly status: Status
  readonly code: number
  /** Of the Status, or where it has none, the reason that the code implies; empty if it implies none. */
  readonly reason: string
  /** The delay before a retry, from the Status body or the Retry-After header. */
  readonly retryAfterSeconds: number | undefined

  /** @param where the request, without credentials, e.g. `list pods in namespace "default"`. */
  constructor(status: Status, where?: string) {
    const message = status.message ?? status.reason ?? 'unknown error'
    super(where === undefined ? message : `${where}: ${message}`)
    this.status = status
    this.code = status.code ?? 0
    this.reason = status.reason || REASON_OF_CODE[this.code] || ''
    this.retryAfterSeconds = status.details?.retryAfterSeconds
  }
}

/** The request produced no response: refused, reset, DNS, CORS or offline. `fetch` does not report which. */
export class ConnectionError extends InformerError {
  override readonly name = 'ConnectionError'
  readonly code = 'ConnectionError'
}

/** An object whose key cannot be computed (client-go `cache.KeyError`). */
export class KeyError extends InformerError {
  override readonly name = 'KeyError'
  readonly code = 'KeyError'
  /** Not a field, so that a log of the error does not contain the object. */
  readonly #object: unknown

  constructor(object: unknown, cause: unknown) {
    super(`couldn't create key for object: ${errorMessage(cause)}`, {
      cause,
    })
    this.#object = object
  }

  get object(): unknown {
    return this.#object
  }
}

/**
 * Some writes of a transaction failed, and the others were applied (client-go `cache.TransactionError`).
 */
export class TransactionError extends InformerError {
  override readonly name = 'TransactionError'
  readonly code = 'TransactionError'
  /** Indexes, within the transaction, of the writes that were applied; ascending. */
  readonly successfulIndices: readonly number[]
  readonly totalTransactions: number
  /** The errors of the failed writes, in order. */
  readonly errors: readonly unknown[]

  constructor(totalTransactions: number, successfulIndices: readonly number[], errors: readonly unknown[]) {
    const texts = errors.map(errorMessage)
    super(
      `failed to execute (${errors.length}/${totalTransactions}) transactions failed due to: ${texts.join('; ')}`,
      { cause: errors[0] },
    )
    this.totalTransactions = totalTransactions
    this.successfulIndices = successfulIndices
    this.errors = errors
  }
}

/**
 * Reasons by HTTP status code, for a Status without a known reason and for a response without a Status
 * (apimachinery `errors.NewGenericServerResponse`).
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

/** The known reasons that no status code maps to. */
const OTHER_REASONS: readonly string[] = ['AlreadyExists', 'Expired', 'ServerTimeout', 'StorageReadError']

/** Whether it is a reason of the API. */
export const isKnownReason = (reason: string): boolean =>
  OTHER_REASONS.includes(reason) || Object.values(REASON_OF_CODE).includes(reason)

/** A chain of causes that is longer is a cycle. */
const MAX_CAUSES = 100

/**
 * The error itself, or the first error in its chain of causes, that is a StatusError (Go's `errors.As`).
 *
 * @example
 * const seconds = statusErrorOf(error)?.retryAfterSeconds
 */
export function statusErrorOf(error: unknown): StatusError | undefined {
  let each = error
  for (let depth = 0; depth < MAX_CAUSES && each instanceof Error; depth++) {
    if (each instanceof StatusError) return each
    each = each.cause
  }
  return undefined
}

/** The reason takes precedence; the code applies if the reason is unknown (apimachinery `ReasonAndCodeForError`). */
function reasonOf(error: unknown): string | undefined {
  const status = statusErrorOf(error)
  return status && (isKnownReason(status.reason) ? status.reason : REASON_OF_CODE[status.code])
}

/**
 * Whether an error is a StatusError with a reason, or has such a cause (apimachinery `errors.IsForbidden` and the like). It
 * narrows the type of a StatusError only: an error that wraps one has neither its reason nor its code, and
 * {@link statusErrorOf} finds it.
 */
export interface StatusPredicate<TReason extends string> {
  (error: StatusError): error is StatusErrorWith<TReason>
  (error: unknown): boolean
}

/** A StatusError with one of the reasons. */
export type StatusErrorWith<TReason extends string> = StatusError & { readonly reason: TReason }

const byReason =
  <TReason extends string>(reason: TReason): StatusPredicate<TReason> =>
  (error: unknown): error is StatusErrorWith<TReason> =>
    reasonOf(error) === reason

const hasReasonOrCode = (error: unknown, reason: string, code: number): boolean =>
  reasonOf(error) === reason || statusErrorOf(error)?.code === code

export const isAlreadyExists: StatusPredicate<'AlreadyExists'> = /* @__PURE__ */ byReason('AlreadyExists')
export const isBadRequest: StatusPredicate<'BadRequest'> = /* @__PURE__ */ byReason('BadRequest')
/** The object was changed in between, or another manager owns an applied field. */
export const isConflict: StatusPredicate<'Conflict'> = /* @__PURE__ */ byReason('Conflict')
export const isForbidden: StatusPredicate<'Forbidden'> = /* @__PURE__ */ byReason('Forbidden')
/** "Gone" (an RV or continue token that is too old). Most callers want {@link isResourceExpired}. */
export const isGone: StatusPredicate<'Gone'> = /* @__PURE__ */ byReason('Gone')
export const isInternalError: StatusPredicate<'InternalError'> = /* @__PURE__ */ byReason('InternalError')
export const isInvalid: StatusPredicate<'Invalid'> = /* @__PURE__ */ byReason('Invalid')
export const isMethodNotSupported: StatusPredicate<'MethodNotAllowed'> =
  /* @__PURE__ */ byReason('MethodNotAllowed')
export const isNotAcceptable: StatusPredicate<'NotAcceptable'> = /* @__PURE__ */ byReason('NotAcceptable')
export const isNotFound: StatusPredicate<'NotFound'> = /* @__PURE__ */ byReason('NotFound')
/** The code 413 suffices, whatever the reason is. */
export const isRequestEntityTooLarge = (error: unknown): boolean =>
  hasReasonOrCode(error, 'RequestEntityTooLarge', 413)
/** The resourceVersion is too old: reason Expired or Gone, or a bare 410. The client has to relist. */
export const isResourceExpired: StatusPredicate<'Expired' | 'Gone'> = (
  error: unknown,
): error is StatusErrorWith<'Expired' | 'Gone'> => reasonOf(error) === 'Expired' || isGone(error)
/** The server could not respond in time and sent a retry delay; differs from {@link isTimeout}. */
export const isServerTimeout: StatusPredicate<'ServerTimeout'> = /* @__PURE__ */ byReason('ServerTimeout')
export const isServiceUnavailable: StatusPredicate<'ServiceUnavailable'> =
  /* @__PURE__ */ byReason('ServiceUnavailable')
/** The server cannot read an object from its storage. */
export const isStoreReadError: StatusPredicate<'StorageReadError'> =
  /* @__PURE__ */ byReason('StorageReadError')
/** The request timed out. The operation may still have been carried out. */
export const isTimeout: StatusPredicate<'Timeout'> = /* @__PURE__ */ byReason('Timeout')
/** The code 429 suffices, whatever the reason is. */
export const isTooManyRequests = (error: unknown): boolean => hasReasonOrCode(error, 'TooManyRequests', 429)
export const isUnauthorized: StatusPredicate<'Unauthorized'> = /* @__PURE__ */ byReason('Unauthorized')
export const isUnsupportedMediaType: StatusPredicate<'UnsupportedMediaType'> =
  /* @__PURE__ */ byReason('UnsupportedMediaType')

/** The first cause with that reason in the details of a StatusError (apimachinery `errors.StatusCause`). */
export const statusCause = (error: unknown, reason: string): StatusCause | undefined =>
  statusErrorOf(error)?.status.details?.causes?.find(cause => cause.reason === reason)

/** Whether a StatusError has a cause with that reason, e.g. `FieldManagerConflict` (apimachinery `errors.HasStatusCause`). */
export const hasStatusCause = (error: unknown, reason: string): boolean =>
  statusCause(error, reason) !== undefined

/**
 * The response was not a readable Status (apimachinery `errors.IsUnexpectedServerError`). A gateway in front of the server answers
 * so, for example with a page: its 401, 403, 404, 409 or 410 says nothing about rights and objects, as a 503 does not.
 */
export const isUnexpectedServerError = (error: unknown): boolean =>
  hasStatusCause(error, 'UnexpectedServerResponse')

/**
 * The server does not serve the path, for example of a resource that is not installed: it says so with a Status, or with the text
 * of Go's router. A gateway may say the same, so that this tells nothing about the objects there.
 */
export const isUnservedPath = (error: unknown): boolean =>
  isNotFound(error) &&
  (!isUnexpectedServerError(error) || statusErrorOf(error)?.status.message === '404 page not found')

/** The retry delay in seconds that the server requests, if any (apimachinery `errors.SuggestsClientDelay`). */
export function suggestsClientDelay(error: unknown): number | undefined {
  const { details, reason } = statusErrorOf(error)?.status ?? {}
  return details && (details.retryAfterSeconds || (reason === 'ServerTimeout' ? 0 : undefined))
}

/** The resourceVersion is newer than any the server has; recognizes the three encodings that servers have used. */
export function isTooLargeResourceVersion(error: unknown): boolean {
  if (hasStatusCause(error, 'ResourceVersionTooLarge')) return true
  if (!isTimeout(error)) return false
  const text = 'Too large resource version'
  const { details, message = '' } = statusErrorOf(error)?.status ?? {}
  return message.includes(text) || !!details?.causes?.some(cause => cause.message === text)
}

/** Whether the error reports an abort by the caller rather than a failure. */
export const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'
