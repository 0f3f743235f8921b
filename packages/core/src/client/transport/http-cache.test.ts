import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isForbidden, isNotFound } from '../../api/errors.ts'
import { errorOf } from '../../test/answering-client.ts'
import { createTransport } from './transport.ts'

const PAGE = 'https://console.example/pods'
const OTHER = 'https://cluster.example'

const json = () => Response.json({ kind: 'PodList', items: [] })
const html = (status = 200) =>
  new Response('<html>Sign in</html>', { status, headers: { 'content-type': 'text/html' } })
const status = (code: number, reason: string) =>
  Response.json({ kind: 'Status', status: 'Failure', code, reason }, { status: code })

/** The modes of the requests, which are answered in order. */
let modes: unknown[]
let answers: (() => Response)[]
const fake = async (_: unknown, init: RequestInit = {}) => {
  modes.push('cache' in init ? init.cache : 'none')
  return (answers.shift() ?? json)()
}

beforeEach(() => {
  modes = []
  answers = []
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' })
  vi.stubGlobal('location', new URL(PAGE))
  vi.stubGlobal('fetch', fake)
})
afterEach(() => vi.unstubAllGlobals())

const request = (baseUrl: string, options: object = {}) =>
  createTransport({ baseUrl, ...options }).request('/api/v1/pods')

describe('T-ANS-10: a browser with its own fetch', () => {
  test.each(['/k8s', '', 'https://console.example/k8s'])(
    'never uses its cache for its own origin: %j',
    async baseUrl => {
      await request(baseUrl)
      await createTransport({ baseUrl }).request('/api/v1/pods', { method: 'POST', body: '{}' })
      expect(modes).toEqual(['no-store', 'no-store'])
    },
  )

  test('asks once more for a page that is refused, of its own origin not', async () => {
    answers = [html]
    expect((await request('/k8s')).headers.get('content-type')).toBe('text/html')
    expect(modes).toEqual(['no-store'])
  })

  test('keeps the default for another origin, so that preflights are cached', async () => {
    await request(OTHER)
    expect(modes).toEqual(['none'])
  })

  test.each([
    ['a page', () => html()],
    ['a page with 403', () => html(403)],
    ['a page with 404', () => html(404)],
    ['a page with 401', () => html(401)],
    ['a redirect', () => new Response('', { status: 301, headers: { location: 'https://login.example' } })],
  ])('asks another origin once more for what it refuses: %s', async (_, refused) => {
    answers = [refused]
    expect(await (await request(OTHER)).json()).toMatchObject({ kind: 'PodList' })
    expect(modes).toEqual(['none', 'reload'])
  })

  test('asks only once more', async () => {
    answers = [() => html(403), () => html(403)]
    expect(isForbidden(await errorOf(request(OTHER)))).toBe(true)
    expect(modes).toEqual(['none', 'reload'])
  })

  test.each([
    ['what has a Status', () => status(404, 'NotFound')],
    ['a busy gateway', () => html(429)],
    ['a gateway without a server', () => html(502)],
  ])('does not ask again for %s', async (_, refused) => {
    answers = [refused]
    expect(await errorOf(request(OTHER))).toBeDefined()
    expect(modes).toEqual(['none'])
  })

  test('sends no write again', async () => {
    answers = [() => html(404)]
    const { request } = createTransport({ baseUrl: OTHER })
    expect(isNotFound(await errorOf(request('/api/v1/pods', { method: 'DELETE' })))).toBe(true)
    expect(modes).toEqual(['none'])
  })
})

test.each(['Cloudflare-Workers', 'Node.js/24', 'Bun/1.3', 'Deno/2.6', undefined])(
  'T-ANS-10: the fetch of another host gets no member that it may reject: %s',
  async userAgent => {
    vi.stubGlobal('navigator', userAgent && { userAgent })
    answers = [() => html(403)]
    expect(isForbidden(await errorOf(request(PAGE)))).toBe(true)
    await request(OTHER)
    expect(modes).toEqual(['none', 'none'])
  },
)

test('T-ANS-10: the fetch of an application gets no member', async () => {
  answers = [() => html(403)]
  expect(isForbidden(await errorOf(request('/k8s', { fetch: fake })))).toBe(true)
  expect(isForbidden(await errorOf(request(OTHER, { fetch: async () => html(403) })))).toBe(true)
  expect(modes).toEqual(['none'])
})
