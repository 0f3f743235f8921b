import { expect, test } from 'vitest'
import { environmentProxy } from './environment-proxy.ts'

const PROXY = 'http://proxy.example:3128'
const isDirect = (server: string, noProxy: string): boolean =>
  environmentProxy(server, { HTTPS_PROXY: PROXY, NO_PROXY: noProxy }) === undefined

const API = 'https://api.corp.example:6443'

test.each([
  ['10.0.0.0/8', 'https://10.96.0.1', true],
  ['10.0.0.0/8', 'https://11.96.0.1', false],
  ['10.96.0.1', 'https://10.96.0.1:6443', true],
  ['10.96.0.1:6443', 'https://10.96.0.1:6443', true],
  ['10.96.0.1:443', 'https://10.96.0.1:6443', false],
  ['10.96.0.1:443', 'https://10.96.0.1', true],
  ['::ffff:10.0.0.0/104', 'https://10.96.0.1', true],
  ['fd00::/8', 'https://[fd00::1]:6443', true],
  ['fd00::/8', 'https://[fe00::1]:6443', false],
  ['fd00::1', 'https://[fd00:0::1]', true],
  ['[fd00::1]:6443', 'https://[fd00::1]:6443', true],
  ['[fd00::1]:443', 'https://[fd00::1]:6443', false],
  ['10.0.0.0/8', API, false],
  ['10.0.0.0/33', 'https://10.96.0.1', false],
  ['010.96.0.1', 'https://10.96.0.1', false],
  ['corp.example', API, true],
  ['corp.example', 'https://corp.example', true],
  ['.corp.example', API, true],
  ['.corp.example', 'https://corp.example', false],
  ['*.corp.example', API, true],
  ['*.corp.example', 'https://corp.example', false],
  ['orp.example', API, false],
  ['CORP.Example', API, true],
  [' other.example , corp.example ', API, true],
  ['api.corp.example:6443', API, true],
  ['api.corp.example:443', API, false],
  ['*', API, true],
  ['other.example, *', 'https://10.96.0.1', true],
  [':6443,,', API, false],
  ['', API, false],
])('NO_PROXY=%j and %s', (noProxy, server, expected) => {
  expect(isDirect(server, noProxy)).toBe(expected)
})

test.each(['https://localhost:6443', 'https://127.0.0.2', 'https://[::1]:6443'])(
  'a loopback address uses no proxy: %s',
  server => expect(isDirect(server, '')).toBe(true),
)

test('the scheme of the server chooses the variable', () => {
  const env = { HTTPS_PROXY: 'http://secure.example', HTTP_PROXY: 'http://plain.example' }
  expect(environmentProxy(API, env)).toBe('http://secure.example')
  expect(environmentProxy('http://api.corp.example', env)).toBe('http://plain.example')
  expect(environmentProxy('http://api.corp.example', { HTTPS_PROXY: PROXY })).toBeUndefined()
})

test('names in upper case take precedence over those in lower case', () => {
  expect(environmentProxy(API, { https_proxy: PROXY })).toBe(PROXY)
  expect(environmentProxy(API, { https_proxy: 'http://other.example', HTTPS_PROXY: PROXY })).toBe(PROXY)
  expect(environmentProxy(API, { https_proxy: PROXY, no_proxy: 'corp.example' })).toBeUndefined()
})

test('a proxy without a scheme is an HTTP proxy', () => {
  expect(environmentProxy(API, { HTTPS_PROXY: 'proxy.example:3128' })).toBe(PROXY)
  expect(environmentProxy(API, { HTTPS_PROXY: 'user:secret@proxy.example' })).toBe(
    'http://user:secret@proxy.example',
  )
})

test.each(['ftp://proxy.example', 'http://', 'http://a b'])('%j is not a proxy, and is not quoted', proxy => {
  expect(() => environmentProxy(API, { HTTPS_PROXY: proxy })).toThrow(
    'HTTPS_PROXY must be host:port, or a URL that starts with http://, https:// or socks5://',
  )
})
