import { expect, test } from 'vitest'
import { decodeContinue, encodeContinue } from './continue-token.ts'

const base64 = (bytes: string): string =>
  btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

test.each([
  ['', 'ns/pod', 'ns/pod\0'],
  ['ns', 'ns/pod', 'ns/pod\0'],
  ['', 'cluster:role ä 𝄞', 'cluster:role ä 𝄞\0'],
])('a token of namespace %j and key %j comes back', (namespace, lastKey, startKey) => {
  for (const fromCache of [true, false]) {
    const revision = '123456789012345678901234567890'
    const token = encodeContinue({ revision, lastKey, namespace, fromCache })
    expect(token).toMatch(/^[A-Za-z0-9_-]+$/)
    expect(decodeContinue(token, namespace)).toEqual({ revision, startKey })
  }
})

test('a token of the cache has a slash, one of the storage has none', () => {
  const parts = { revision: '7', lastKey: 'ns/pod', namespace: 'ns' }
  expect(atob(encodeContinue({ ...parts, fromCache: true }))).toBe(
    '{"v":"meta.k8s.io/v1","rv":7,"start":"/pod\\u0000"}',
  )
  expect(atob(encodeContinue({ ...parts, fromCache: false }))).toContain('"start":"pod\\u0000"')
})

test.each([
  ['{"v":"meta.k8s.io/v1","rv":5,"start":"/a/b"}', '', '5', 'a/b'],
  ['{"v":"meta.k8s.io/v1","rv":5,"start":"a"}', 'ns', '5', 'ns/a'],
  ['{"v":"meta.k8s.io/v1","rv" : -7,"start":"a..b"}', '', '-1', 'a..b'],
])('%s in the namespace %j begins at %s, from %s', (json, namespace, revision, startKey) => {
  expect(decodeContinue(base64(json), namespace)).toEqual({ revision, startKey })
})

test.each([
  ['a=', 'illegal base64 data at input byte 1'],
  ['abcde', 'illegal base64 data at input byte 4'],
  ['nonsense', String.raw`invalid character '\u009e' looking for beginning of value`],
  [base64('x'), `invalid character 'x' looking for beginning of value`],
  [base64('\x01'), String.raw`invalid character '\x01' looking for beginning of value`],
  [base64('{"v":'), 'unexpected end of JSON input'],
  ['e30', 'server does not recognize this encoded version '],
  [base64('{"v":"x"}'), 'server does not recognize this encoded version x'],
  [base64('{"v":"meta.k8s.io/v1"}'), 'incorrect encoded start resourceVersion (version meta.k8s.io/v1)'],
  [base64('{"v":"meta.k8s.io/v1","rv":5}'), 'encoded start key empty (version meta.k8s.io/v1)'],
  [base64('{"v":"meta.k8s.io/v1","rv":5,"start":""}'), 'encoded start key empty (version meta.k8s.io/v1)'],
  [base64('{"v":"meta.k8s.io/v1","rv":5,"start":5}'), 'encoded start key empty (version meta.k8s.io/v1)'],
  ...['0', '"5"', 'true,"x":{"rv":5}'].map(rv => [
    base64(`{"v":"meta.k8s.io/v1","rv":${rv},"start":"a"}`),
    'incorrect encoded start resourceVersion (version meta.k8s.io/v1)',
  ]),
  [
    base64('{"v":"meta.k8s.io/v1","\\u0072v":5,"start":"a"}'),
    'incorrect encoded start resourceVersion (version meta.k8s.io/v1)',
  ],
  ...['../x', 'a/../x', '/..', './x', 'x/.'].map(start => [
    base64(`{"v":"meta.k8s.io/v1","rv":5,"start":"${start}"}`),
    start,
  ]),
])('%j is refused: %s', (token, why) => {
  expect(() => decodeContinue(token, '')).toThrow(
    expect.objectContaining({
      code: 400,
      message: `invalid continue token: continue key is not valid: ${why}`,
    }),
  )
})
