import { failure } from '@kube-informer/cacher'
import { describe, expect, test } from 'vitest'
import type { AccessAttributes } from '../api/access-attributes.ts'
import { isPreflight, preflightResponse, withCors } from './cors.ts'
import { refusedOther } from './refused-other.ts'
import {
  forbidden,
  forbiddenAccess,
  timedOut,
  tooManyRequests,
  toStatusError,
  unauthorized,
  unavailable,
} from './status.ts'

const attributes = (more: Partial<AccessAttributes>): AccessAttributes => ({
  ...{ verb: 'list', group: '', version: 'v1', resource: 'pods', namespace: '', name: '' },
  ...{ labelSelector: '', fieldSelector: '' },
  ...more,
})

describe('the 403 of a reader', () => {
  test.each<[Partial<AccessAttributes>, string | undefined, string, object]>([
    [
      {},
      undefined,
      'pods is forbidden: User "al\\"ice" cannot list resource "pods" in API group "" at the cluster scope',
      { kind: 'pods' },
    ],
    [
      { verb: 'get', group: 'apps', resource: 'deployments', namespace: 'a', name: 'x' },
      'no rule',
      'deployments.apps "x" is forbidden: User "al\\"ice" cannot get resource "deployments" in API group "apps" in the namespace "a": no rule',
      { name: 'x', group: 'apps', kind: 'deployments' },
    ],
    [
      { verb: 'get', resource: '', path: '/metrics' },
      undefined,
      'forbidden: User "al\\"ice" cannot get path "/metrics"',
      {},
    ],
    [
      { verb: 'get', resource: '', path: '/metrics' },
      'no rule',
      'forbidden: User "al\\"ice" cannot get path "/metrics": no rule',
      {},
    ],
  ])('for %o', (more, reason, message, details) => {
    const error = forbiddenAccess({ username: 'al"ice' }, attributes(more), { allowed: false, reason })
    expect([error.code, error.status.reason, error.message, error.status.details]).toEqual([
      403,
      'Forbidden',
      message,
      details,
    ])
  })
})

test.each([
  [unauthorized(), 401, 'Unauthorized', undefined],
  [forbidden('no'), 403, 'Forbidden', undefined],
  [tooManyRequests('busy'), 429, 'TooManyRequests', 1],
  [tooManyRequests('busy', 7), 429, 'TooManyRequests', 7],
  [unavailable('down'), 503, 'ServiceUnavailable', 1],
  [timedOut(), 504, 'Timeout', undefined],
])('%s', (error, code, reason, retryAfterSeconds) => {
  expect([error.code, error.status.reason, error.retryAfterSeconds]).toEqual([
    code,
    reason,
    retryAfterSeconds,
  ])
})

test('an error becomes a Status without the message of an unknown error', () => {
  const known = failure({ code: 418, message: 'teapot' })
  expect(toStatusError(known)).toBe(known)
  const aborted = toStatusError(AbortSignal.abort().reason)
  expect([aborted.code, aborted.message]).toEqual([499, 'the request was aborted'])
  const unknown = toStatusError(new Error('token=secret'))
  expect([unknown.code, unknown.message]).toEqual([500, 'internal error of the relay'])
})

test.each([
  ['GET', 404, 'NotFound'],
  ['HEAD', 404, 'NotFound'],
  ['POST', 405, 'MethodNotAllowed'],
  ['DELETE', 405, 'MethodNotAllowed'],
])('%s of what the relay does not serve is a %i', (method, code, reason) => {
  const error = refusedOther(new Request('http://relay/apis/x?token=a', { method }))
  expect([error.code, error.status.reason]).toEqual([code, reason])
  expect(error.message).toContain(`the relay does not serve ${method} "/apis/x": `)
})

describe('pages of another origin', () => {
  const ORIGIN = 'https://app.example'
  const ASKS = { 'Access-Control-Request-Method': 'GET' }
  const request = (method: string, headers: Record<string, string>) =>
    new Request('http://relay/', { method, headers })

  test.each([
    ['OPTIONS', ASKS, true],
    ['OPTIONS', {}, false],
    ['GET', ASKS, false],
  ])('%s with %o is a preflight request: %s', (method, headers, expected) => {
    expect(isPreflight(request(method, headers))).toBe(expected)
  })

  test.each([true, false])('get the answer to a preflight request, with cookies: %s', allowsCookies => {
    const asked = request('OPTIONS', { ...ASKS, 'Access-Control-Request-Headers': 'authorization' })
    const { status, headers } = preflightResponse(asked, ORIGIN, allowsCookies)
    expect([status, Object.fromEntries(headers)]).toEqual([
      204,
      {
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': 'authorization',
        'access-control-max-age': '600',
        'access-control-allow-origin': ORIGIN,
        'access-control-expose-headers': 'Date, Retry-After, Warning',
        ...(allowsCookies ? { 'access-control-allow-credentials': 'true' } : {}),
        vary: 'Origin',
      },
    ])
    const without = preflightResponse(request('OPTIONS', ASKS), ORIGIN, allowsCookies)
    expect(without.headers.has('Access-Control-Allow-Headers')).toBe(false)
  })

  test('may read a response, whose other headers remain', async () => {
    const response = withCors(new Response('a', { status: 201, headers: { Vary: 'Accept' } }), ORIGIN, false)
    expect([response.status, response.headers.get('Vary'), await response.text()]).toEqual([
      201,
      'Accept, Origin',
      'a',
    ])
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(ORIGIN)
  })
})
