import { createFakeLocks, FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { definitionsFingerprint } from '../../api/definition.ts'
import { fakeChannel } from '../../test/fake-channel.ts'
import { BASE_URL, createTestServer, informers, requestsOf, TOKEN } from '../../test/informers.ts'
import { CLONE_PROBE } from '../../wire/clone-probe.ts'
import {
  type HelloMessage,
  type HostMessage,
  type PageMessage,
  PROTOCOL_VERSION,
} from '../../wire/protocol.ts'
import { type HostOptions, InformerHost } from '../informer-host.ts'

const HELLO: HelloMessage = {
  ...{ type: 'hello', version: PROTOCOL_VERSION, probe: CLONE_PROBE, baseUrl: BASE_URL, hasToken: true },
  fingerprint: definitionsFingerprint(informers),
}

/** A host with one page, which answers requests for tokens and namespaces. */
function start(options: HostOptions = {}, namespaces: unknown = undefined) {
  const clock = new FakeClock()
  const server = createTestServer({ clock })
  const channel = fakeChannel<HostMessage, PageMessage>()
  const host = new InformerHost(informers, { clock, fetch: server.fetch, ...options })
  host.attach(channel)
  const post = (message: object) => channel.onMessage(message as PageMessage)
  let answered = 0
  const settle = async (ms = 0) => {
    await clock.advance(ms)
    for (const message of channel.posted.slice(answered)) {
      if (message.type === 'needToken') post({ type: 'token', id: message.id, token: TOKEN })
      if (message.type === 'needNamespaces') post({ type: 'namespaces', id: message.id, names: namespaces })
    }
    answered = channel.posted.length
    await clock.settle()
  }
  const types = () => channel.posted.map(({ type }) => type).filter(type => type !== 'storage')
  const reasons = () =>
    channel.posted.flatMap(message => (message.type === 'rejected' ? [message.reason] : []))
  return { clock, server, channel, host, post, settle, types, reasons }
}

describe('before its hello, a page', () => {
  test('is answered that the host runs, and nothing else', () => {
    const { post, types, channel } = start()
    post({ type: 'ping' })
    post({ type: 'subscribe', id: 1, subscription: { resource: 'pods' } })
    post({ type: 'wake' })
    post({ type: 'later' })
    expect([types(), channel.closed]).toEqual([['pong'], false])
    post(HELLO)
    expect(types()).toEqual(['pong', 'welcome'])
  })

  test('can leave', () => {
    const { post, types, channel } = start()
    post({ type: 'goodbye' })
    expect(channel.closed).toBe(true)
    post(HELLO)
    expect(types()).toEqual([])
  })

  test.each([['text'], [undefined], [null], [{}]])(
    'may send %j, which another version may understand',
    message => {
      const { post, types, channel } = start()
      post(message as object)
      expect([types(), channel.closed]).toEqual([[], false])
    },
  )
})

describe('a hello', () => {
  test('is accepted once', () => {
    const { post, types } = start()
    post(HELLO)
    post(HELLO)
    post({ type: 'ping' })
    expect(types()).toEqual(['welcome', 'pong'])
  })

  test.each<[string, Partial<HelloMessage>, string]>([
    ['of other definitions', { fingerprint: 'other' }, 'built with other definitions of the informers'],
    ['of another version', { version: PROTOCOL_VERSION + 1 }, `this page ${PROTOCOL_VERSION + 1}: reload`],
    ['with a member of another type', { baseUrl: 7 as unknown as string }, 'baseUrl'],
  ])('%s is refused with the reason, and so is what follows', (_, changes, reason) => {
    const { post, types, reasons, channel } = start()
    post({ ...HELLO, ...changes })
    expect(reasons()).toEqual([expect.stringContaining(reason)])
    post(HELLO)
    post({ type: 'ping' })
    expect([types(), channel.closed]).toEqual([['rejected', 'pong'], false])
  })

  test.each([
    ['host-lock', { lock: 'host-lock' }],
    [undefined, {}],
  ])('is answered with the lock of the host: %s', (_, expected) => {
    const { post, channel } = start(expected)
    post(HELLO)
    expect(channel.posted[0]).toEqual({
      ...{ type: 'welcome', version: PROTOCOL_VERSION, probe: CLONE_PROBE },
      ...expected,
    })
  })
})

describe('the lock of a page', () => {
  const heldBy = (locks: ReturnType<typeof createFakeLocks>) => {
    const page = locks.agent('page')
    void page.request('page-lock', {}, () => new Promise(() => {}))
    return page
  }

  test('ends its session when the page ends without a goodbye', async () => {
    const locks = createFakeLocks()
    const page = heldBy(locks)
    const { post, settle, channel } = start({ locks: locks.agent('host') })
    await settle()
    post({ ...HELLO, lock: 'page-lock' })
    await settle(1000)
    expect(channel.closed).toBe(false)
    page.die()
    await settle()
    expect(channel.closed).toBe(true)
  })

  test('is not asked for after the session, nor by a host without locks', async () => {
    const locks = createFakeLocks()
    heldBy(locks)
    const { post, settle } = start({ locks: locks.agent('host') })
    await settle()
    post({ ...HELLO, lock: 'page-lock' })
    await settle()
    expect(locks.waiters('page-lock')).toEqual(['host'])
    post({ type: 'goodbye' })
    await settle()
    expect(locks.waiters('page-lock')).toEqual([])
    const without = start()
    without.post({ ...HELLO, lock: 'page-lock' })
    await without.settle()
    expect([without.types(), without.channel.closed]).toEqual([['welcome'], false])
  })
})

describe('a message of a page that was greeted', () => {
  test.each([
    [{ type: 'unknown' }],
    [{ type: 'subscribe', id: 'x', subscription: { resource: 'pods' } }],
    [{ type: 'subscribe', id: 1, subscription: {} }],
    ['text'],
  ])('%j ends the session with a reason', message => {
    const { post, types, channel } = start()
    post(HELLO)
    post(message as object)
    expect([types(), channel.closed]).toEqual([['welcome', 'rejected'], true])
    post({ type: 'ping' })
    expect(types()).toHaveLength(2)
  })

  test('wakes the host, which opens its watches anew', async () => {
    const { post, settle, server } = start()
    post(HELLO)
    post({ type: 'subscribe', id: 1, subscription: { resource: 'pods' } })
    await settle(1000)
    await settle(1000)
    const before = requestsOf(server, 'watch').length
    post({ type: 'wake' })
    await settle(5000)
    expect([before, requestsOf(server, 'watch').length]).toEqual([1, 2])
  })

  test('relates objects, under the id of a subscription', async () => {
    const { post, settle, channel, types } = start()
    post(HELLO)
    post({ type: 'relate', id: 1, related: { root: { resource: 'pods', namespace: 'default', name: 'a' } } })
    for (let round = 0; round < 3; round++) await settle(1000)
    expect(types()).toContain('batch')
    expect(
      channel.posted.flatMap(message => (message.type === 'batch' ? (message.related ?? []) : []))[0],
    ).toMatchObject({
      id: 1,
    })
    post({ type: 'unsubscribe', id: 1 })
    post({ type: 'goodbye' })
    expect(channel.closed).toBe(true)
  })

  test('signs out a page without an identity, which may not continue', async () => {
    const { post, settle, types, server, channel } = start()
    post(HELLO)
    post({ type: 'subscribe', id: 1, subscription: { resource: 'pods' } })
    await settle(1000)
    await settle(1000)
    post({ type: 'signOut' })
    post({ type: 'signOut' })
    await settle(1000)
    expect([types().at(-1), types().filter(type => type === 'signedOut').length, channel.closed]).toEqual([
      ...['signedOut', 1, false],
    ])
    post({ type: 'subscribe', id: 2, subscription: { resource: 'pods' } })
    post({ type: 'goodbye' })
    await settle(60_000)
    expect([server.openWatches, channel.closed]).toEqual([0, true])
  })
})

test('a channel that fails ends the session', async () => {
  const { post, settle, channel, server } = start()
  post(HELLO)
  post({ type: 'subscribe', id: 1, subscription: { resource: 'pods' } })
  await settle(1000)
  channel.onFailure('broken')
  await settle(60_000)
  expect([channel.closed, server.openWatches]).toEqual([true, 0])
})
