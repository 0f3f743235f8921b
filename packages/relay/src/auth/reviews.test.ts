import { createKubeClient, type InformerClient } from '@kube-informer/core'
import { createFakeApiserver, type FakeApiserver, FakeClock } from '@kube-informer/testing'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AccessAttributes } from '../api/access-attributes.ts'
import { accessReview } from './access-review.ts'
import { tokenReview } from './token-review.ts'
import { TooManyReviews } from './too-many-reviews.ts'

let clock: FakeClock
let server: FakeApiserver
let client: InformerClient
let allows: (user: string, selectors: string) => boolean
beforeEach(() => {
  clock = new FakeClock()
  allows = () => true
  server = createFakeApiserver({
    clock,
    auth: {
      token: token => {
        if (token === 'relay') return true
        if (token.startsWith('for-us')) return { username: 'alice', groups: ['g'], audiences: ['us'] }
        return token.startsWith('alice') || token.includes('.')
          ? { username: 'alice', groups: ['g'] }
          : undefined
      },
    },
    authorize: ({ user, labelSelector }) =>
      user === 'admin' || allows(user, JSON.stringify(labelSelector ?? '')),
  })
  client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch, getToken: () => 'relay', clock })
})

const { signal } = new AbortController()
const requestOf = (authorization?: string) =>
  new Request('http://relay/', authorization === undefined ? {} : { headers: { authorization } })
const count = (resource: string) => server.requests.filter(request => request.resource === resource).length
const LIST: AccessAttributes = {
  verb: 'list',
  group: '',
  version: 'v1',
  resource: 'pods',
  namespace: 'a',
  name: '',
  labelSelector: '',
  fieldSelector: '',
}

test('a token is reviewed once in cacheMs, a rejected one again after five seconds', async () => {
  const authenticate = tokenReview({ client, clock, cacheMs: 30_000 })
  const identify = (token: string) => authenticate(requestOf(`Bearer ${token}`), signal)
  expect(await identify('alice')).toMatchObject({ username: 'alice', checkedUntil: clock.now() + 30_000 })
  await Promise.all([identify('alice'), identify('bad'), identify('bad')])
  expect(await identify('bad')).toBeUndefined()
  expect(count('tokenreviews')).toBe(2)
  await clock.advance(5000)
  await Promise.all([identify('alice'), identify('bad')])
  expect(count('tokenreviews')).toBe(3)
  await clock.advance(25_000)
  await identify('alice')
  expect(count('tokenreviews')).toBe(4)
})

test.each([undefined, '', 'Basic YTpi', 'Bearer', 'Bearer ', 'Bearer a b'])(
  'the Authorization %j is no token, and costs no review',
  async authorization => {
    expect(await tokenReview({ client, clock })(requestOf(authorization), signal)).toBeUndefined()
    expect(count('tokenreviews')).toBe(0)
  },
)

test('a token for another audience is rejected', async () => {
  const authenticate = tokenReview({ client, clock, audiences: ['us'] })
  expect(await authenticate(requestOf('Bearer for-us'), signal)).toMatchObject({ username: 'alice' })
  expect(await authenticate(requestOf('Bearer alice'), signal)).toBeUndefined()
})

test('a JSON Web Token expires at its exp; other tokens have no known expiry', async () => {
  const authenticate = tokenReview({ client, clock })
  const token = (claims: unknown) => `e30.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.x`
  const expiry = async (text: string) => (await authenticate(requestOf(`Bearer ${text}`), signal))?.expiresAt
  expect(await expiry(token({ exp: 1_900_000_000 }))).toBe(1_900_000_000_000)
  expect(await expiry(token({ exp: 'soon' }))).toBeUndefined()
  expect(await expiry(token(null))).toBeUndefined()
  expect(await expiry('not.base64!.x')).toBeUndefined()
  expect(await expiry('alice')).toBeUndefined()
})

test('the number of cached answers is bounded', async () => {
  const authenticate = tokenReview({ client, clock, maxEntries: 2 })
  for (const token of ['alice1', 'alice2', 'alice3', 'alice1'])
    await authenticate(requestOf(`Bearer ${token}`), signal)
  expect(count('tokenreviews')).toBe(4)
  await authenticate(requestOf('Bearer alice3'), signal)
  expect(count('tokenreviews')).toBe(4)
})

test('rejected tokens displace no accepted ones', async () => {
  const authenticate = tokenReview({ client, clock, maxEntries: 2 })
  for (const token of ['alice', 'bad1', 'bad2', 'bad3', 'bad3', 'alice'])
    await authenticate(requestOf(`Bearer ${token}`), signal)
  expect(count('tokenreviews')).toBe(4)
})

test('reviews of unknown tokens in flight are bounded, those of tokens that were accepted before are not', async () => {
  const authenticate = tokenReview({ client, clock, cacheMs: 1000, maxUnknown: 2 })
  const identify = (token: string) => authenticate(requestOf(`Bearer ${token}`), signal)
  expect(await identify('alice')).toMatchObject({ username: 'alice' })
  await clock.advance(1000)
  server.faults.add({ match: { resource: 'tokenreviews' }, action: { type: 'delay', ms: 500 } })
  const unknown = ['bad1', 'bad2', 'bad2'].map(identify)
  await expect(identify('bad3')).rejects.toThrow(TooManyReviews)
  const known = identify('alice')
  await clock.advance(500)
  expect(await known).toMatchObject({ username: 'alice' })
  expect(await Promise.all(unknown)).toEqual([undefined, undefined, undefined])
  const later = identify('bad3')
  await clock.advance(500)
  expect(await later).toBeUndefined()
})

test('decisions about one user displace none about another', async () => {
  const authorize = accessReview({ client, clock, maxEntries: 4 })
  await authorize({ username: 'bob' }, LIST, signal)
  for (let index = 0; index < 10; index++)
    await authorize({ username: 'alice' }, { ...LIST, labelSelector: `a=${index}` }, signal)
  expect(count('subjectaccessreviews')).toBe(11)
  await authorize({ username: 'bob' }, LIST, signal)
  await authorize({ username: 'alice' }, { ...LIST, labelSelector: 'a=9' }, signal)
  expect(count('subjectaccessreviews')).toBe(11)
  await authorize({ username: 'alice' }, { ...LIST, labelSelector: 'a=0' }, signal)
  expect(count('subjectaccessreviews')).toBe(12)
})

test('a review without an answer is a rejection, and is not cached', async () => {
  const stop = server.faults.add({
    match: { resource: 'tokenreviews' },
    action: { type: 'delay', ms: 60_000 },
  })
  const authenticate = tokenReview({ client, clock, timeoutMs: 1000 })
  const pending = expect(authenticate(requestOf('Bearer alice'), signal)).rejects.toThrow(
    'no answer within 1000 ms',
  )
  await clock.advance(1000)
  await pending
  stop()
  expect(await authenticate(requestOf('Bearer alice'), signal)).toMatchObject({ username: 'alice' })
})

test('each identity, verb, scope and selector has a review of its own; equal ones share one', async () => {
  const authorize = accessReview({ client, clock })
  const alice = { username: 'alice' }
  const different: readonly Parameters<typeof authorize>[] = [
    [alice, LIST, signal],
    [{ username: 'bob' }, LIST, signal],
    [{ ...alice, groups: ['g'] }, LIST, signal],
    [{ ...alice, uid: '1' }, LIST, signal],
    [{ ...alice, extra: { scopes: ['x'] } }, LIST, signal],
    [alice, { ...LIST, verb: 'watch' }, signal],
    [alice, { ...LIST, namespace: 'b' }, signal],
    [alice, { ...LIST, name: 'x' }, signal],
    [alice, { ...LIST, group: 'apps' }, signal],
    [alice, { ...LIST, resource: 'secrets' }, signal],
    [alice, { ...LIST, labelSelector: 'a=b' }, signal],
    [alice, { ...LIST, fieldSelector: 'a=b' }, signal],
    [alice, { ...LIST, path: '/metrics' }, signal],
  ]
  for (let round = 0; round < 2; round++)
    await Promise.all([...different, ...different].map(each => authorize(...each)))
  expect(count('subjectaccessreviews')).toBe(different.length)
})

test('a review has what the identity and the request have, and no member that they lack', async () => {
  const create = vi.fn<(...given: unknown[]) => Promise<unknown>>(async () => ({ status: { allowed: true } }))
  const authorize = accessReview({ client: { create } as unknown as InformerClient, clock })
  const ALICE = { username: 'alice' }
  const full = { ...ALICE, uid: '1', groups: ['g'], extra: { scopes: ['x'] } }
  await authorize(ALICE, LIST, signal)
  await authorize(full, { ...LIST, name: 'x', labelSelector: 'a=b', fieldSelector: 'c=d' }, signal)
  await authorize(ALICE, { ...LIST, verb: 'get', path: '/metrics' }, signal)
  const place = { verb: 'list', group: '', version: 'v1', resource: 'pods', namespace: 'a', name: '' }
  expect(create.mock.calls.map(([, object]) => (object as { spec: unknown }).spec)).toStrictEqual([
    { user: 'alice', resourceAttributes: place },
    {
      ...{ user: 'alice', uid: '1', groups: ['g'], extra: { scopes: ['x'] } },
      resourceAttributes: {
        ...{ ...place, name: 'x' },
        ...{ labelSelector: { rawSelector: 'a=b' }, fieldSelector: { rawSelector: 'c=d' } },
      },
    },
    { user: 'alice', nonResourceAttributes: { verb: 'get', path: '/metrics' } },
  ])
  expect(create.mock.calls[0]?.[1]).toMatchObject({
    ...{ apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview' },
  })
})

test.each([
  [{ allowed: true }, true],
  [{ allowed: true, denied: false }, true],
  [{ allowed: true, denied: true }, false],
  [{ allowed: false }, false],
])('the answer %j allows: %s', async (status, allowed) => {
  const create = async () => ({ status: { ...status, reason: 'why' } })
  const authorize = accessReview({ client: { create } as unknown as InformerClient, clock })
  const decision = await authorize({ username: 'alice' }, LIST, signal)
  expect(decision).toEqual({ allowed, reason: 'why', checkedUntil: clock.now() + (allowed ? 60_000 : 5000) })
})

test.each([undefined, {}, { allowed: 'yes' }])('the status %j is no answer', async status => {
  const create = async () => ({ status })
  const authorize = accessReview({ client: { create } as unknown as InformerClient, clock })
  await expect(authorize({ username: 'alice' }, LIST, signal)).rejects.toThrow('the review has no answer')
})

test('an allowance holds for ttlMs, a denial for a shorter time', async () => {
  const authorize = accessReview({ client, clock, ttlMs: 20_000, deniedMs: 1000 })
  const decide = async (username: string) => (await authorize({ username }, LIST, signal)).allowed
  allows = user => user === 'alice'
  expect([await decide('alice'), await decide('bob')]).toEqual([true, false])
  allows = user => user === 'bob'
  await clock.advance(999)
  expect([await decide('alice'), await decide('bob')]).toEqual([true, false])
  await clock.advance(1)
  expect([await decide('alice'), await decide('bob')]).toEqual([true, true])
  await clock.advance(19_000)
  expect(await decide('alice')).toBe(false)
})

test('a failed review rejects, is not cached, and ends for one caller only if that caller leaves', async () => {
  const authorize = accessReview({ client, clock })
  const alice = { username: 'alice' }
  const stop = server.faults.add({
    match: { resource: 'subjectaccessreviews' },
    action: { type: 'status', code: 500 },
  })
  await expect(authorize(alice, LIST, signal)).rejects.toMatchObject({ code: 500 })
  stop()
  const delayed = server.faults.add({
    match: { resource: 'subjectaccessreviews' },
    action: { type: 'delay', ms: 100 },
  })
  const leaving = new AbortController()
  const left = expect(authorize(alice, LIST, leaving.signal)).rejects.toThrow()
  const staying = authorize(alice, LIST, signal)
  leaving.abort()
  await left
  await clock.advance(100)
  expect(await staying).toMatchObject({ allowed: true })
  delayed()
})

test.each([{}, { status: {} }, { status: { reason: 'echo' } }])(
  'T-ANS-7: a review that has no answer in it rejects: it is no denial (%j)',
  async answer => {
    const create = async () => answer
    const authorize = accessReview({ client: { ...client, create } as unknown as InformerClient, clock })
    await expect(authorize({ username: 'alice' }, LIST, signal)).rejects.toThrow('the review has no answer')
  },
)
