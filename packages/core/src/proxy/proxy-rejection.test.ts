import { describe, expect, test } from 'vitest'
import { type ProxyPolicy, proxyRejection } from './proxy-rejection.ts'

const PODS = '/api/v1/namespaces/shop/pods?limit=1'

const reject = (headers: Readonly<Record<string, string>>, path = PODS, policy?: ProxyPolicy) =>
  proxyRejection({ path, header: name => ({ host: 'localhost:5173', ...headers })[name] }, policy)

const PAGE = { 'user-agent': 'Mozilla/5.0', 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }

describe('who may send', () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ['curl', { 'user-agent': 'curl/8.0' }],
    ['kubectl', { 'user-agent': 'kubectl/v1.32.0' }],
    ['the own page', PAGE],
    ['the own page, which writes', { ...PAGE, origin: 'http://localhost:5173' }],
    ['a page of 127.0.0.1', { ...PAGE, host: '127.0.0.1:8080', origin: 'http://127.0.0.1:8080' }],
    ['a page of [::1]', { ...PAGE, host: '[::1]:8080' }],
    ['a subdomain of localhost', { ...PAGE, host: 'app.localhost' }],
  ])('%s may', (_, headers) => {
    expect(reject(headers)).toBeUndefined()
  })

  test.each<[string, Readonly<Record<string, string>>, RegExp]>([
    ['a name that leads here', { ...PAGE, host: 'evil.test' }, /"evil.test" must be a name of this machine/],
    ['a name that contains one of this machine', { ...PAGE, host: 'localhost.evil.test' }, /must be a name/],
    ['no Host', { ...PAGE, host: '' }, /must be a name/],
    ['a malformed Host', { ...PAGE, host: 'a b' }, /must be a name/],
    [
      'a page of another port',
      { ...PAGE, origin: 'http://localhost:3000' },
      /origin "http:\/\/localhost:3000"/,
    ],
    ['an opaque origin', { ...PAGE, origin: 'null' }, /origin "null"/],
    ['a page of the same site', { ...PAGE, 'sec-fetch-site': 'same-site' }, /only pages of this server/],
    ['a page of another site', { ...PAGE, 'sec-fetch-site': 'cross-site' }, /only pages of this server/],
    ['the address bar', { ...PAGE, 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }, /only pages/],
    ['a browser without Sec-Fetch-Site', { 'user-agent': 'Mozilla/5.0 (X11)' }, /must send Sec-Fetch-Site/],
  ])('%s may not', (_, headers, message) => {
    expect(reject(headers)).toEqual({ code: 403, message: expect.stringMatching(message) })
  })

  test.each(['script', 'worker', 'sharedworker', 'serviceworker', 'document', 'iframe', 'style', 'object'])(
    'an answer does not become a %s',
    use => {
      expect(reject({ ...PAGE, 'sec-fetch-dest': use })).toEqual({
        code: 403,
        message: `an answer of the Kubernetes API must not become a ${use}`,
      })
    },
  )

  test('a host may be named, without its port and its subdomains', () => {
    const hosts = ['console.example.com']
    expect(reject({ ...PAGE, host: 'console.example.com:443' }, PODS, { hosts })).toBeUndefined()
    expect(reject({ ...PAGE, host: 'a.console.example.com' }, PODS, { hosts })?.code).toBe(403)
  })
})

describe('what is forwarded', () => {
  const PROXIED = [
    '/api/v1/namespaces/shop/pods/web/proxy/',
    '/api/v1/namespaces/shop/pods/web/proxy',
    '/api/v1/namespaces/shop/pods/https:web:443/proxy/index.html?a=b',
    '/api/v1/namespaces/shop/services/web/proxy/',
    '/api/v1/nodes/n1/proxy/logs/',
    '/api/v1/proxy/namespaces/shop/pods/web/',
    '/api/v1//namespaces/shop//pods/web//proxy//',
    '/api/v1/namespaces/shop/pods/web/%70roxy/',
    '/api/v1/namespaces/shop/pods/web/%2570roxy/',
    '/api/v1/namespaces/shop/pods/web%2Fproxy/',
    '/api/v1/namespaces/shop/%70ods/web/proxy?x',
    '/api/v1/namespaces/shop/pods/web\\proxy\\x',
    '//api/v1/nodes/n1/proxy',
  ]

  test.each(PROXIED)('%s is not, unless the policy says so', path => {
    expect(reject(PAGE, path)).toEqual({
      code: 403,
      message: 'what Pods, Services and Nodes serve is not forwarded',
    })
    expect(reject(PAGE, path, { proxySubresources: true })).toBeUndefined()
  })

  test.each([
    '/api/v1/pods',
    '/api/v1/namespaces/pods/services/proxy',
    '/api/v1/namespaces/proxy/pods/proxy/log?container=proxy',
    '/apis/apps/v1/namespaces/shop/deployments/proxy/scale',
    '/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode-proxier',
    '/openapi/v3?hash=a/../b',
    '/version',
  ])('%s is', path => {
    expect(reject(PAGE, path)).toBeUndefined()
  })

  test.each([
    '/api/v1/../../other',
    '/api/v1/./pods',
    '/api/%2e%2e/other',
    '/api/%252e%252e/other',
    '/api/..\\other',
    '/api/%zz',
    '/api/%25252525252e',
    'api/v1/pods',
    '',
  ])('%j is no path of the API', path => {
    expect(reject(PAGE, path)?.code).toBe(400)
  })
})

describe('an upgrade', () => {
  const WATCH = '/api/v1/namespaces/shop/pods?watch=1'
  const EXEC = '/api/v1/namespaces/shop/pods/web/exec?command=sh'
  /** Chromium sends no Sec-Fetch-Site with it. */
  const SOCKET = { 'user-agent': 'Mozilla/5.0', upgrade: 'websocket', origin: 'http://localhost:5173' }

  test.each([
    WATCH,
    '/api/v1/pods?watch=true&resourceVersion=1',
    '/api/v1/namespaces/shop/pods/web?watch=1',
    '/apis/apps/v1/deployments?watch=1',
    '/api/v1/namespaces?watch=1',
  ])('is forwarded for the watch %s', path => {
    expect(reject(SOCKET, path)).toBeUndefined()
    expect(reject({ ...SOCKET, ...PAGE, 'sec-fetch-dest': 'websocket' }, path)).toBeUndefined()
  })

  test.each([
    '/api/v1/namespaces/shop/pods',
    '/api/v1/namespaces/shop/pods?watch=0',
    '/api/v1/namespaces/shop/pods?x=%26watch=1',
    EXEC,
    `${EXEC}&watch=1`,
    '/api/v1/namespaces/shop/pods/web%2Fexec?watch=1',
    '/api/v1/namespaces/shop/pods/web/attach?watch=1',
    '/api/v1/namespaces/shop/pods/web/portforward?watch=1',
    '/api/v1/namespaces/shop/pods/web/log?follow=1&watch=1',
    '/apis/subresources.example.io/v1/namespaces/shop/machines/a/console?watch=1',
  ])('is refused for %s, unless the policy has exec', path => {
    expect(reject(SOCKET, path)).toEqual({ code: 403, message: expect.stringMatching(/option exec/) })
    expect(reject(SOCKET, path, { exec: true })).toBeUndefined()
  })

  test('with exec, what a Pod serves is still not forwarded', () => {
    const path = '/api/v1/namespaces/shop/pods/web/proxy/'
    expect(reject(SOCKET, path, { exec: true })?.message).toMatch(/what Pods/)
  })

  test.each<[string, Readonly<Record<string, string>>]>([
    ['another page', { ...SOCKET, origin: 'http://localhost:3000' }],
    ['a page of another site', { ...SOCKET, 'sec-fetch-site': 'cross-site' }],
    ['a browser that does not name its page', { 'user-agent': 'Mozilla/5.0', upgrade: 'websocket' }],
  ])('of %s is refused', (_, headers) => {
    expect(reject(headers, WATCH)?.code).toBe(403)
  })

  test('is that of a WebSocket', () => {
    expect(reject({ ...SOCKET, upgrade: 'SPDY/3.1' }, EXEC, { exec: true })).toEqual({
      code: 403,
      message: 'the only upgrade is websocket, got "spdy/3.1"',
    })
    expect(reject({ ...SOCKET, upgrade: 'WebSocket' }, WATCH)).toBeUndefined()
  })

  test('does not let a page have an answer as a WebSocket without it', () => {
    const { upgrade: _, ...headers } = SOCKET
    expect(reject(headers, WATCH)?.message).toMatch(/must send Sec-Fetch-Site/)
    expect(reject({ ...PAGE, 'sec-fetch-dest': 'websocket' }, WATCH)?.code).toBe(403)
  })
})
