import { describe, expect, test } from 'vitest'
import {
  ConnectionError,
  hasStatusCause,
  isAlreadyExists,
  isBadRequest,
  isConflict,
  isForbidden,
  isGone,
  isInternalError,
  isInvalid,
  isMethodNotSupported,
  isNotAcceptable,
  isNotFound,
  isRequestEntityTooLarge,
  isServerTimeout,
  isServiceUnavailable,
  isStoreReadError,
  isTimeout,
  isTooManyRequests,
  isUnauthorized,
  isUnexpectedServerError,
  isUnsupportedMediaType,
  StatusError,
  statusCause,
  statusErrorOf,
  suggestsClientDelay,
} from './errors.ts'

/** Each predicate with its reason, and the code that implies it, if any. */
const PREDICATES = [
  ['isAlreadyExists', isAlreadyExists, 'AlreadyExists', undefined],
  ['isBadRequest', isBadRequest, 'BadRequest', 400],
  ['isConflict', isConflict, 'Conflict', 409],
  ['isForbidden', isForbidden, 'Forbidden', 403],
  ['isGone', isGone, 'Gone', 410],
  ['isInternalError', isInternalError, 'InternalError', 500],
  ['isInvalid', isInvalid, 'Invalid', 422],
  ['isMethodNotSupported', isMethodNotSupported, 'MethodNotAllowed', 405],
  ['isNotAcceptable', isNotAcceptable, 'NotAcceptable', 406],
  ['isNotFound', isNotFound, 'NotFound', 404],
  ['isRequestEntityTooLarge', isRequestEntityTooLarge, 'RequestEntityTooLarge', 413],
  ['isServerTimeout', isServerTimeout, 'ServerTimeout', undefined],
  ['isServiceUnavailable', isServiceUnavailable, 'ServiceUnavailable', 503],
  ['isStoreReadError', isStoreReadError, 'StorageReadError', undefined],
  ['isTimeout', isTimeout, 'Timeout', 504],
  ['isTooManyRequests', isTooManyRequests, 'TooManyRequests', 429],
  ['isUnauthorized', isUnauthorized, 'Unauthorized', 401],
  ['isUnsupportedMediaType', isUnsupportedMediaType, 'UnsupportedMediaType', 415],
] as const

/** The predicates that hold, without isResourceExpired, which combines two. */
const holding = (status: object): string[] =>
  PREDICATES.filter(([, predicate]) => predicate(new StatusError(status))).map(([name]) => name)

describe('predicates', () => {
  test.each(PREDICATES)('%s: by its reason, for any code', (name, _, reason) => {
    expect(holding({ reason })).toEqual([name])
    expect(holding({ reason, code: 404 })).toEqual([name])
  })

  test.each(PREDICATES.filter(([, , , code]) => code !== undefined))(
    '%s: without a known reason by code',
    (name, _, __, code) => {
      expect(holding({ code })).toEqual([name])
      expect(holding({ code, reason: '' })).toEqual([name])
      expect(holding({ code, reason: 'SomethingNew' })).toEqual([name])
    },
  )

  test('S-61: the codes 429 and 413 suffice, also with another reason', () => {
    expect(holding({ code: 429, reason: 'InternalError' })).toEqual(['isInternalError', 'isTooManyRequests'])
    expect(holding({ code: 413, reason: 'Invalid' })).toEqual(['isInvalid', 'isRequestEntityTooLarge'])
  })

  test('other codes and errors match no predicate', () => {
    expect(holding({ code: 418 })).toEqual([])
    expect(PREDICATES.some(([, predicate]) => predicate(new Error('NotFound')) || predicate(404))).toBe(false)
  })

  test('the cause of an error is examined, as upstream unwraps errors', () => {
    const error = new StatusError({ reason: 'NotFound' })
    expect(isNotFound(new ConnectionError('outer', { cause: new Error('inner', { cause: error }) }))).toBe(
      true,
    )
  })
})

describe('the StatusError of an error', () => {
  const error = new StatusError({ reason: 'NotFound', code: 404 })

  test('is the error itself, or the first one in its chain of causes', () => {
    expect(statusErrorOf(error)).toBe(error)
    const outer = new StatusError({ reason: 'InternalError' })
    outer.cause = error
    expect(statusErrorOf(new ConnectionError('outer', { cause: outer }))).toBe(outer)
    expect(statusErrorOf(new Error('none', { cause: { reason: 'NotFound' } }))).toBeUndefined()
    expect(statusErrorOf('NotFound')).toBeUndefined()
    const cyclic = new Error('cyclic')
    cyclic.cause = cyclic
    expect(statusErrorOf(cyclic)).toBeUndefined()
  })

  test('a StatusError without a reason has that of its code', () => {
    expect(new StatusError({ code: 403 }).reason).toBe('Forbidden')
    expect(new StatusError({ code: 403, reason: 'SomethingNew' }).reason).toBe('SomethingNew')
    expect(new StatusError({ code: 418 }).reason).toBe('')
  })
})

describe('details of a StatusError', () => {
  const status = {
    reason: 'Conflict',
    details: {
      causes: [{ reason: 'FieldManagerConflict', field: '.spec.replicas', message: 'conflict with "a"' }],
    },
  }

  test('causes are found by their reason', () => {
    const error = new StatusError(status)
    expect(statusCause(error, 'FieldManagerConflict')?.field).toBe('.spec.replicas')
    expect(hasStatusCause(error, 'FieldManagerConflict')).toBe(true)
    expect(hasStatusCause(error, 'Other')).toBe(false)
    expect(hasStatusCause(new StatusError({}), 'Other')).toBe(false)
  })

  test('an unexpected response has a cause', () => {
    const causes = [{ reason: 'UnexpectedServerResponse', message: 'unknown' }]
    expect(isUnexpectedServerError(new StatusError({ code: 500, details: { causes } }))).toBe(true)
    expect(isUnexpectedServerError(new StatusError(status))).toBe(false)
  })

  test.each([
    [{ details: { retryAfterSeconds: 3 } }, 3],
    [{ reason: 'ServerTimeout', details: {} }, 0],
    [{ reason: 'ServerTimeout' }, undefined],
    [{ reason: 'Timeout', details: { retryAfterSeconds: 0 } }, undefined],
    [{ code: 429 }, undefined],
  ])('%j asks for a delay of %s seconds', (status, seconds) => {
    expect(suggestsClientDelay(new StatusError(status))).toBe(seconds)
  })
})
