import { StatusError } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { RequestGuard } from './request-guard.ts'

const PAGE = 'https://app.example'

const codeOf = (run: () => unknown): number => {
  try {
    run()
    return 200
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    return error.code
  }
}
const check = (
  headers: Record<string, string>,
  options: ConstructorParameters<typeof RequestGuard>[0] = {},
) => new RequestGuard(options).check(new Request('http://relay/api', { headers }))

test.each([
  [{}, false, undefined],
  [{ cookies: true }, false, undefined],
  [{ origins: [PAGE] }, false, PAGE],
  [{ origins: [PAGE], cookies: false }, false, PAGE],
  [{ origins: [PAGE], cookies: true }, true, PAGE],
])('with the options %o, a cookie of a page is kept: %s', (options, isKept, origin) => {
  const headers = { Cookie: 'a=b', 'X-Other': 'c', ...(origin && { Origin: origin }) }
  const guarded = check(headers, options)
  expect([
    guarded.origin,
    guarded.request.headers.get('Cookie'),
    guarded.request.headers.get('X-Other'),
  ]).toEqual([origin, isKept ? 'a=b' : null, 'c'])
  expect(new RequestGuard(options).allowsCookies).toBe('cookies' in options && options.cookies === true)
})

test('a client that is no page does not use cookies, whatever is allowed', () => {
  expect(check({ Cookie: 'a=b' }, { origins: [PAGE], cookies: true }).request.headers.has('Cookie')).toBe(
    false,
  )
})

test('a request without a cookie is passed on as it is', () => {
  const request = new Request('http://relay/api')
  expect(new RequestGuard({}).check(request).request).toBe(request)
})

test.each([
  [{ Origin: 'https://other.example' }, 403],
  [{ Origin: PAGE }, 200],
])('a page with %o gets %i', (headers, code) => {
  expect(codeOf(() => check(headers, { origins: [PAGE] }))).toBe(code)
})

test.each([
  [16 * 1024, 200],
  [16 * 1024 + 1, 414],
])('a URL of %i characters gets %i', (length, code) => {
  const start = 'http://relay/?a='
  const request = new Request(start + 'x'.repeat(length - start.length))
  expect(codeOf(() => new RequestGuard({}).check(request))).toBe(code)
})

test.each([
  [64 * 1024, 200],
  [64 * 1024 + 1, 431],
])('headers of %i characters get %i', (length, code) => {
  // The names count, too: two of 100 characters.
  const value = 'x'.repeat(length - 200 - 10)
  const headers = { ['a'.repeat(100)]: value, ['b'.repeat(100)]: 'y'.repeat(10) }
  expect(codeOf(() => check(headers))).toBe(code)
})
