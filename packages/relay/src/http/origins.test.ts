import { expect, test } from 'vitest'
import { Origins } from './origins.ts'

const origins = new Origins(['https://app.example'])
const check = (url: string, headers: Record<string, string>) => origins.check(new Request(url, { headers }))

test('a GET of a page to its own origin names no Origin; behind a proxy that ends TLS its URL has http', () => {
  const own = { 'Sec-Fetch-Site': 'same-origin' }
  expect(check('https://app.example/api', own)).toBe('https://app.example')
  expect(check('http://app.example/api', own)).toBe('https://app.example')
  expect(() => check('http://127.0.0.1:8080/api', own)).toThrow('the host "127.0.0.1:8080" may not use')
  expect(() => check('https://app.example/api', { 'Sec-Fetch-Site': 'cross-site' })).toThrow('may not use')
})

test('a request that no page sends has no origin', () => {
  expect(check('https://app.example/api', {})).toBeUndefined()
  expect(check('https://app.example/api', { 'Sec-Fetch-Site': 'none' })).toBeUndefined()
  expect(() => check('https://app.example/api', { Origin: 'https://evil.example' })).toThrow('evil.example')
})
