import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import {
  ConnectionError,
  isTooManyRequests,
  isUnauthorized,
  StatusError,
  UsageError,
} from '../../api/errors.ts'
import type { RequestRetry } from '../../api/request-retry.ts'
import { defineResource } from '../../api/resource.ts'
import {
  type Answer,
  clientAnswering,
  errorOf,
  json,
  networkError,
  statusResponse,
} from '../../test/answering-client.ts'
import { createKubeClient } from '../kube-client.ts'
import { createTransport } from './transport.ts'

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
const at = { namespace: 'n', name: 'a' }
const pod = { metadata: at }
const busy =
  (retryAfter: string): Answer =>
  () =>
    new Response('Too many requests, please try again later.\n', {
      status: 429,
      headers: { 'content-type': 'text/plain', 'retry-after': retryAfter },
    })
const eventStream: Answer = () =>
  new Response('{"type":"ADDED","object":{"kind":"Pod","metadata":{"name":"a","resourceVersion":"1"}}}\n', {
    headers: { 'content-type': 'application/json' },
  })
const times = (count: number, answer: Answer): Answer[] => Array.from({ length: count }, () => answer)

describe('retries', () => {
  test('S-57, E26: a watch refused with 429 and Retry-After is retried after the delay before it is reported', async () => {
    const clock = new FakeClock()
    const { client, sent } = clientAnswering([busy('1'), eventStream], { clock })
    const watching = client.watch(pods)
    await clock.advance(999)
    expect(sent).toHaveLength(1)
    await clock.advance(1)
    expect(sent).toHaveLength(2)
    for await (const [event] of await watching) expect(event?.type).toBe('ADDED')
    expect(clock.pendingTimers).toBe(0)
  })

  test('S-57: at most ten retries', async () => {
    const clock = new FakeClock()
    const { client, sent } = clientAnswering([busy('2')], { clock })
    const error = errorOf(client.watch(pods))
    await clock.advance(20_000)
    expect(isTooManyRequests(await error)).toBe(true)
    expect(await error).toMatchObject({ retryAfterSeconds: 2, reason: 'TooManyRequests' })
    expect(sent).toHaveLength(11)
  })

  test.each([
    [
      'the body, where CORS hides the header',
      statusResponse(429, 'TooManyRequests', { retryAfterSeconds: 3 }),
    ],
    ['a server error', statusResponse(504, 'Timeout', { retryAfterSeconds: 3 })],
    ['the header', busy('3')],
  ])('the seconds come from %s', async (_, answer) => {
    const clock = new FakeClock()
    const { client, sent } = clientAnswering([answer, json({})], { clock })
    const created = client.create(pods, pod)
    await clock.advance(3_000)
    await created
    expect(sent.map(({ method }) => method)).toEqual(['POST', 'POST'])
    expect(sent[1]?.body).toBe(sent[0]?.body)
  })

  test('an excessive delay is limited to the longest timer, not skipped', async () => {
    const clock = new FakeClock()
    const retries: RequestRetry[] = []
    const { client } = clientAnswering([busy('9999999999')], { clock, onRetry: retry => retries.push(retry) })
    const controller = new AbortController()
    const error = errorOf(client.get(pods, at, { signal: controller.signal }))
    await clock.settle()
    expect(retries.map(({ delayMs }) => delayMs)).toEqual([2 ** 31 - 1])
    controller.abort()
    expect(await error).toMatchObject({ name: 'AbortError' })
  })

  test.each([
    ['429 without Retry-After', statusResponse(429, 'TooManyRequests')],
    ['429 with a date', busy('Sat, 01 Jan 2028 00:00:00 GMT')],
    ['500 without Retry-After', statusResponse(500, 'InternalError')],
    ['409 with Retry-After', statusResponse(409, 'AlreadyExists', { retryAfterSeconds: 1 })],
  ])('%s is not tried again', async (_, answer) => {
    const { client, sent } = clientAnswering([answer])
    expect(await errorOf(client.get(pods, at))).toBeInstanceOf(StatusError)
    expect(sent).toHaveLength(1)
  })

  test('a retry delay is reported, and ends when the signal aborts, without another request', async () => {
    const clock = new FakeClock()
    const retries: RequestRetry[] = []
    const { client, sent } = clientAnswering([busy('30')], { clock, onRetry: retry => retries.push(retry) })
    const controller = new AbortController()
    const error = errorOf(client.get(pods, at, { signal: controller.signal }))
    await clock.settle()
    expect(retries).toMatchObject([{ attempt: 1, delayMs: 30_000, what: 'get pods "a" in namespace "n"' }])
    controller.abort()
    expect(await error).toMatchObject({ name: 'AbortError' })
    expect([sent.length, clock.pendingTimers]).toEqual([1, 0])
  })

  test.each(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])(
    'a read whose connection is lost (%s) is sent again',
    async code => {
      const clock = new FakeClock()
      const { client, sent } = clientAnswering(
        [networkError(code), json({}), networkError(code), json({ items: [], metadata: {} })],
        { clock },
      )
      const read = client.get(pods, at).then(() => client.list(pods))
      await clock.advance(2_000)
      await read
      expect(sent).toHaveLength(4)
    },
  )

  test('a write whose connection is lost is not retried, since it may have been carried out', async () => {
    const { client, sent } = clientAnswering([networkError('ECONNRESET')])
    expect(await errorOf(client.create(pods, pod))).toBeInstanceOf(ConnectionError)
    expect(sent).toHaveLength(1)
  })

  test.each(['ECONNREFUSED', 'ENOTFOUND', undefined])(
    'what never stood (%s) is not tried again',
    async code => {
      const { client, sent } = clientAnswering([networkError(code)])
      expect(await errorOf(client.list(pods))).toBeInstanceOf(ConnectionError)
      expect(await errorOf(client.watch(pods))).toBeInstanceOf(ConnectionError)
      expect(sent).toHaveLength(2)
    },
  )

  test('S-59: a watch whose connection is lost eleven times ends without an error', async () => {
    const clock = new FakeClock()
    const { client, sent } = clientAnswering(times(11, networkError('ECONNRESET')), { clock })
    const watching = client.watch(pods)
    await clock.advance(10_000)
    const events: unknown[] = []
    for await (const batch of await watching) events.push(batch)
    expect([events, sent.length]).toEqual([[], 11])
  })

  test('S-59: a list whose connection is lost eleven times is an error', async () => {
    const clock = new FakeClock()
    const { client } = clientAnswering([networkError('ECONNRESET')], { clock })
    const error = errorOf(client.list(pods))
    await clock.advance(10_000)
    expect(await error).toBeInstanceOf(ConnectionError)
  })
})

describe('tokens', () => {
  const unauthorized = statusResponse(401, 'Unauthorized')
  /** Responds according to the token; each request waits until it is released. */
  function guarded(valid: () => string) {
    const seen: (string | null)[] = []
    const fetch = async (_url: string, init?: RequestInit) => {
      const token = new Headers(init?.headers).get('authorization')
      seen.push(token)
      await Promise.resolve()
      return token === `Bearer ${valid()}` ? json({})() : unauthorized()
    }
    return { seen, fetch }
  }

  test('concurrent requests rejected with the same token fetch a single new one', async () => {
    let asked = 0
    const { seen, fetch } = guarded(() => 't2')
    const client = createKubeClient({ baseUrl: '/k8s', fetch, getToken: () => `t${++asked}` })
    await Promise.all(Array.from({ length: 20 }, () => client.get(pods, at)))
    expect(asked).toBe(2)
    expect(seen).toHaveLength(40)
  })

  test('a late rejection of an old token does not discard the new one', async () => {
    const transport = createTransport({ baseUrl: '/', getToken: () => 'x' })
    const old = transport.token()
    transport.forgetToken(old)
    const current = transport.token()
    transport.forgetToken(old)
    expect(transport.token()).toBe(current)
    expect(current).not.toBe(old)
  })

  test('forgetToken discards the token: the next request asks for another', async () => {
    let asked = 0
    const { client, sent } = clientAnswering([json({})], { getToken: () => `t${++asked}` })
    await client.get(pods, at)
    await client.get(pods, at)
    client.forgetToken()
    await client.get(pods, at)
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([
      ...['Bearer t1', 'Bearer t1', 'Bearer t2'],
    ])
  })

  test('a second 401 is reported, and the next call fetches a token again', async () => {
    let asked = 0
    const { client, sent } = clientAnswering([unauthorized], { getToken: () => `t${++asked}` })
    expect(isUnauthorized(await errorOf(client.get(pods, at)))).toBe(true)
    expect([asked, sent.length]).toEqual([2, 2])
    await errorOf(client.get(pods, at))
    expect(asked).toBe(4)
  })

  test('without a token no header is sent, and a 401 fetches one', async () => {
    const tokens = [undefined, ' t\n']
    const { client, sent } = clientAnswering([unauthorized, json({})], { getToken: () => tokens.shift() })
    await client.get(pods, at)
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([null, 'Bearer t'])
  })

  test('a call can be aborted while the token is pending', async () => {
    const { client, sent } = clientAnswering([json({})], { getToken: () => new Promise(() => {}) })
    const controller = new AbortController()
    const error = errorOf(client.get(pods, at, { signal: controller.signal }))
    controller.abort()
    expect(await error).toMatchObject({ name: 'AbortError' })
    expect(sent).toHaveLength(0)
  })

  test('a call that is aborted while its token is rejected does not wait for a new one', async () => {
    const controller = new AbortController()
    const refused: Answer = () => {
      controller.abort()
      return new Response('', { status: 401 })
    }
    const tokens = [Promise.resolve('old'), new Promise<string>(() => {})]
    const { client, sent } = clientAnswering([refused], { getToken: () => tokens.shift() })
    expect(await errorOf(client.get(pods, at, { signal: controller.signal }))).toMatchObject({
      name: 'AbortError',
    })
    expect(sent).toHaveLength(1)
  })
})

describe('errors contain no credentials', () => {
  const SECRET = 'eyJhbGciOi.s3cret'
  const echo: Answer = () => new Response(`you sent authorization: Bearer ${SECRET}`, { status: 404 })
  const echoing: Answer = () =>
    new Response(`Bearer ${SECRET}`, { headers: { 'content-type': 'text/plain' } })
  const asJson = json({ headers: { authorization: `Bearer ${SECRET}` } })
  const lost = networkError()

  test.each([
    ['a server that answers with the request', echo],
    ['another, and calls it a success', echoing],
    ['a third, in JSON', asJson],
    ['no server', lost],
    ['a Status error', statusResponse(403, 'Forbidden')],
  ])('%s', async (_, answer) => {
    const { client } = clientAnswering([answer], { getToken: () => SECRET })
    const path = `/version?token=${SECRET}`
    const calls = [
      () => client.get(pods, at),
      () => client.list(pods),
      () => client.create(pods, pod),
      () => client.request(path, { query: { access_token: SECRET } }),
    ]
    for (const call of calls) expect(String(await errorOf(call()))).not.toContain(SECRET)
  })

  test('a token that is invalid in a header is rejected before the runtime quotes it', async () => {
    const { client } = clientAnswering([json({})], { getToken: () => `${SECRET}\n${SECRET}` })
    const error = await errorOf(client.get(pods, at))
    expect(error).toBeInstanceOf(UsageError)
    expect(String(error)).not.toContain(SECRET)
  })

  test.each(['https://me:s3cret@cluster.example', 'https://cluster.example/?token=s3cret', '/k8s#s3cret'])(
    'a root like %s is refused, without saying it',
    baseUrl => {
      expect(() => createKubeClient({ baseUrl })).toThrow(/^baseUrl is the root/)
    },
  )
})

describe('the URL', () => {
  const { url } = createTransport({ baseUrl: '/k8s//' })

  test('consists of the root, the path and the query', () => {
    expect(url('/api/v1/pods', { watch: true, limit: 0, labelSelector: 'a in (b)', continue: '' })).toBe(
      '/k8s/api/v1/pods?watch=true&limit=0&labelSelector=a+in+%28b%29&pretty=false',
    )
    expect(url('/logs?a=b')).toBe('/k8s/logs?a=b&pretty=false')
  })

  test.each(['..', '.', '%2e%2E'])('does not resolve to another path for a name like %s', async name => {
    const { client, sent } = clientAnswering([json({})])
    expect(await errorOf(client.request(`/api/v1/namespaces/n/pods/${name}`))).toBeInstanceOf(UsageError)
    expect(await errorOf(client.request(`/api/v1/namespaces/${name}/pods/a`))).toBeInstanceOf(UsageError)
    expect(sent).toHaveLength(0)
  })
})

describe('a path that leads out of the root', () => {
  const paths = [
    '.evil.example/x',
    ':1234/x',
    '@evil.example/x',
    '//evil.example/x',
    '/\\evil.example/x',
    '/.\t./x',
    '',
  ]

  test.each(paths)('is a UsageError, and nothing is sent: %j', async path => {
    for (const baseUrl of ['https://cluster.example', '/k8s', '/']) {
      const { client, sent } = clientAnswering([json({})], { baseUrl, getToken: () => 'a-token' })
      expect(await errorOf(client.request(path))).toBeInstanceOf(UsageError)
      expect(sent).toHaveLength(0)
    }
  })
})

describe('warnings', () => {
  test('are reported with the request, also for error responses', async () => {
    const warned: unknown[] = []
    const headers = { warning: '299 - "v1beta1 is deprecated", 299 - "unknown field \\"spec.foo\\""' }
    const { client } = clientAnswering(
      [json({}, { headers }), json({}, { status: 422, headers: { warning: '299 - "b"' } })],
      {
        onWarning: (text, { what }) => warned.push([text, what]),
      },
    )
    await client.create(pods, pod)
    await errorOf(client.replace(pods, pod))
    expect(warned).toEqual([
      ['v1beta1 is deprecated', 'create pods in namespace "n"'],
      ['unknown field "spec.foo"', 'create pods in namespace "n"'],
      ['b', 'replace pods "a" in namespace "n"'],
    ])
  })
})
