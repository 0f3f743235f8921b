import { FakeClock } from '@kube-informer/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hostRig, type TestPage } from '../../test/host-rig.ts'
import { createTestServer, pod, requestsOf } from '../../test/informers.ts'
import type { PageMessage } from '../../wire/protocol.ts'
import type { HostLimits } from './host-limits.ts'

const AT = { namespace: 'default', name: 'a' }
const ALICE = { identity: 'alice' }

/** A host with a page that behaves, and one that may not. */
async function rig(limits: HostLimits = {}) {
  const clock = new FakeClock()
  const server = createTestServer({ clock })
  const { host, open } = hostRig({ clock, server, limits })
  const calm = open(ALICE)
  calm.subscribe(1, { resource: 'pods' })
  const flooding = open(ALICE)
  await clock.advance(1_000)
  /** Expects that the other page still receives what changes. */
  const expectUnharmed = async () => {
    server.create(pod('default/after'))
    await clock.advance(1_000)
    expect([calm.closed, calm.shows(1)?.total]).toEqual([false, 7])
  }
  return { clock, server, host, open, calm, flooding, expectUnharmed }
}

const send = (page: TestPage, message: unknown) => page.post(message as PageMessage)

const call = (id: number, object?: unknown): PageMessage => ({
  type: 'clientCall',
  id,
  resource: 'pods',
  object: AT,
  ...(object === undefined ? { verb: 'get' } : { verb: 'replace', object }),
})

const isRejectedFor = (page: TestPage, reason: string) =>
  expect([page.posted.at(-1), page.closed]).toEqual([
    { type: 'rejected', reason: expect.stringContaining(reason) },
    true,
  ])

describe('a page is disconnected with a reason, and harms no other page, if it', () => {
  it('opens too many subscriptions', async () => {
    const { clock, server, flooding, expectUnharmed } = await rig({ subscriptions: 100 })
    for (let id = 1; id <= 101; id++) flooding.subscribe(id, { resource: 'pods', scope: { namespace: 'x' } })
    isRejectedFor(flooding, 'the page has more than 100 open subscriptions')
    for (let id = 200; id < 300; id++) flooding.subscribe(id, { resource: 'deployments' })
    await clock.advance(60_000)
    expect(server.requests.filter(({ resource }) => resource === 'deployments')).toEqual([])
    await expectUnharmed()
  })

  it('opens and closes subscriptions to too many scopes: their informers run for a while', async () => {
    const { clock, server, flooding, expectUnharmed } = await rig({ scopes: 10 })
    const visit = (scope: number) => {
      flooding.subscribe(1, { resource: 'deployments', scope: { labelSelector: `app=${scope}` } })
      flooding.post({ type: 'unsubscribe', id: 1 })
    }
    for (let scope = 0; scope < 10; scope++) visit(scope)
    await clock.advance(61_000)
    for (let scope = 10; scope < 20; scope++) visit(scope)
    expect(flooding.closed).toBe(false)
    visit(21)
    isRejectedFor(flooding, 'the page has subscribed to more than 10 scopes within a minute')
    await clock.advance(60_000)
    expect(server.openWatches).toBe(1)
    await expectUnharmed()
  })

  it('sends too many messages', async () => {
    const { clock, flooding, expectUnharmed } = await rig({ messages: 1_000 })
    const flood = (count: number) => {
      for (let i = 0; i < count; i++) flooding.post({ type: 'ping' })
    }
    flood(900)
    await clock.advance(10_000)
    flood(1_000)
    expect(flooding.closed).toBe(false)
    flood(1)
    isRejectedFor(flooding, 'the page has sent more than 1000 messages in 10 seconds')
    const { length } = flooding.posted
    flood(1_000)
    expect(flooding.posted).toHaveLength(length)
    await expectUnharmed()
  })

  it('requests parts of streams that it does not have, but not if it reads one', async () => {
    const { clock, server, flooding, expectUnharmed } = await rig({ messages: 100 })
    await clock.advance(10_000)
    const stream = (id: number, step: object) => send(flooding, { type: 'streamCall', id, ...step })
    stream(1, { verb: 'watch', stream: 1, resource: 'deployments', options: {} })
    await clock.advance(1)
    for (let id = 2; id <= 500; id++) {
      stream(id, { verb: 'read', stream: 1 })
      const metadata = { namespace: 'default', name: 'web', annotations: { note: `${id}` } }
      server.update({ apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { replicas: 1 } })
      await clock.advance(1)
    }
    expect([flooding.closed, flooding.count('result')]).toEqual([false, 500])
    for (let id = 501; id <= 700; id++) stream(id, { verb: 'read', stream: 2 })
    isRejectedFor(flooding, 'the page has sent more than 100 messages in 10 seconds')
    await expectUnharmed()
  })

  it('sends a subscription of an enormous size', async () => {
    const { flooding, expectUnharmed } = await rig({ size: 100_000 })
    const text = 'x'.repeat(60_000)
    flooding.subscribe(1, { resource: 'pods', slice: { filter: { text } } })
    expect(flooding.closed).toBe(false)
    flooding.subscribe(2, { resource: 'pods', slice: { filter: { text } } })
    isRejectedFor(flooding, 'the open subscriptions of the page are larger than 100000 characters')
    await expectUnharmed()
  })

  it('sends a message that contains itself, whatever the message is', async () => {
    const { open, expectUnharmed } = await rig()
    const cyclic: Record<string, unknown> = {}
    cyclic.self = [cyclic]
    const messages: readonly unknown[] = [
      call(1, cyclic),
      { type: 'subscribe', id: 1, subscription: { resource: 'pods', slice: cyclic } },
      { type: 'subscribe', id: 1, subscription: { resource: 'pods' }, hydratedRows: [cyclic] },
      { type: 'relate', id: 1, related: { root: cyclic } },
      { type: 'namespaces', id: 1, names: [cyclic] },
    ]
    for (const message of messages) {
      const page = open(ALICE)
      for (let i = 0; i < 20_000; i++) send(page, message)
      isRejectedFor(page, 'the page has sent a message that contains itself')
    }
    await expectUnharmed()
  })

  it.each<[string, unknown]>([
    ['not of this protocol', undefined],
    ['not of this protocol', null],
    ['not of this protocol', 'subscribe'],
    ['not of this protocol', { type: 'constructor' }],
    ['not of this protocol', { type: ['ping'] }],
    ['subscribe with an invalid id', { type: 'subscribe' }],
    ['invalid id', { type: 'subscribe', id: Number.NaN, subscription: { resource: 'pods' } }],
    ['subscribe with an invalid subscription', { type: 'subscribe', id: 1, subscription: null }],
    ['invalid subscription', { type: 'subscribe', id: 1, subscription: { resource: 7 } }],
    ['invalid subscription', { type: 'subscribe', id: 1, subscription: { resource: 'pods', scope: 'all' } }],
    ['not of this protocol', { type: 'call', id: 1, resource: 'pods', verb: { verb: 'get', at: AT } }],
    ['clientCall with an invalid id', { type: 'clientCall', resource: 'pods', verb: 'get', object: AT }],
    ['clientCall with an invalid verb', { type: 'clientCall', id: 1, resource: 'pods' }],
    ['invalid verb', { type: 'clientCall', id: 1, resource: 'pods', verb: 'toString' }],
    ['invalid verb', { type: 'clientCall', id: 1, resource: 'pods', verb: 'mutate' }],
    ['invalid verb', { type: 'clientCall', id: 1, resource: 'pods', verb: { verb: 'get' } }],
    [
      'clientCall with an invalid resource',
      { type: 'clientCall', id: 1, resource: 7, verb: 'get', object: AT },
    ],
    ['streamCall with an invalid verb', { type: 'streamCall', id: 1, stream: 1, verb: ['read'] }],
    ['streamCall with an invalid resource', { type: 'streamCall', id: 1, stream: 1, verb: 'watch' }],
    ['hostCall with an invalid verb', { type: 'hostCall', id: 1, resource: 'pods', verb: 'get', at: AT }],
    ['hostCall with an invalid resource', { type: 'hostCall', id: 1, verb: 'access', at: AT }],
    ['invalid resource', { type: 'hostCall', id: 1, resource: {}, verb: 'mutate' }],
    ['hostCall with an invalid subscription', { type: 'hostCall', id: 1, verb: 'snapshot' }],
    ['hostCall with an invalid kind', { type: 'hostCall', id: 1, verb: 'schema', kind: { group: 1 } }],
    ['token with an invalid token', { type: 'token', id: 1, token: 'x'.repeat(65_537) }],
    ['namespaces with an invalid names', { type: 'namespaces', id: 1, names: Array(1_000_000).fill('a') }],
  ])('sends a malformed message: %s', async (reason, message) => {
    const { flooding, expectUnharmed } = await rig()
    send(flooding, message)
    isRejectedFor(flooding, reason)
    await expectUnharmed()
  })

  it('sends anything at all, which is never an uncaught error', async () => {
    const { open, expectUnharmed } = await rig()
    const type = fc.constantFrom<PageMessage['type']>(
      ...(['hello', 'subscribe', 'unsubscribe', 'clientCall', 'streamCall', 'hostCall', 'token'] as const),
    )
    const verb = fc.oneof(fc.constantFrom('get', 'watch', 'read', 'mutate', 'snapshot'), fc.anything())
    const members = { id: fc.nat(), subscription: fc.anything(), resource: fc.anything(), verb }
    const junk = fc.oneof(fc.anything(), fc.record({ type, ...members }))
    fc.assert(
      fc.property(fc.array(junk, { maxLength: 5 }), messages => {
        const page = open(ALICE)
        for (const message of messages) send(page, message)
        page.post({ type: 'goodbye' })
        expect(page.closed).toBe(true)
      }),
    )
    await expectUnharmed()
  })
})

describe('a hello', () => {
  it.each(['baseUrl', 'identity', 'lock', 'hasToken', 'credentials'])(
    'with an invalid %s is rejected with a reason that does not quote it',
    async name => {
      const { open } = await rig()
      const { posted } = open({ [name]: { secret: 'of the page' } })
      expect(posted).toEqual([
        { type: 'rejected', reason: `the page has sent a malformed message: hello with an invalid ${name}` },
      ])
    },
  )

  it('has an effect once', async () => {
    const { clock, server, calm, host, flooding, expectUnharmed } = await rig()
    const welcomes = flooding.count('welcome')
    for (let i = 0; i < 1_000; i++)
      send(flooding, { type: 'hello', version: 1, baseUrl: 'x', hasToken: true, identity: `user-${i}` })
    await clock.settle()
    expect([flooding.count('welcome'), flooding.closed]).toEqual([welcomes, false])
    await expectUnharmed()
    calm.post({ type: 'goodbye' })
    flooding.post({ type: 'goodbye' })
    host.close()
    await clock.settle()
    expect([server.openWatches, clock.pendingTimers]).toEqual([0, 0])
  })

  it('of more pages than the host serves is rejected, until one of them leaves', async () => {
    const { open, calm, flooding } = await rig({ pages: 3 })
    open(ALICE)
    const last = open(ALICE)
    isRejectedFor(last, 'this host serves 3 pages already')
    flooding.post({ type: 'goodbye' })
    expect([open(ALICE).closed, calm.closed]).toEqual([false, false])
  })
})

describe('calls beyond the limits', () => {
  it('reject alone; the others get their results', async () => {
    const { clock, server, flooding, expectUnharmed } = await rig({ calls: 10 })
    server.faults.add({ match: { path: '/pods/a' }, times: 10, action: { type: 'delay', ms: 5_000 } })
    for (let id = 1; id <= 1_000; id++) flooding.post(call(id))
    await clock.advance(1_000)
    expect(requestsOf(server, 'get')).toHaveLength(10)
    const failures = flooding.posted.flatMap(message => (message.type === 'result' ? message.failure : []))
    expect(failures).toHaveLength(990)
    expect(failures.at(-1)).toEqual({
      code: 'UsageError',
      message: 'the page has more than 10 calls in flight',
    })
    await clock.advance(10_000)
    flooding.post(call(2_000))
    await clock.advance(1_000)
    const results = flooding.posted.flatMap(message => (message.type === 'result' && message.object ? 1 : []))
    expect([results.length, flooding.closed]).toEqual([11, false])
    await expectUnharmed()
  })

  it('reject if their objects are too large together, also as text that repeats what is shared', async () => {
    const { clock, server, flooding, expectUnharmed } = await rig({ size: 10_000 })
    server.faults.add({ match: { path: '/pods/a' }, action: { type: 'delay', ms: 5_000 } })
    const large = { ...pod('default/a'), note: 'x'.repeat(6_000) }
    const halves = ['x'.repeat(2_000)]
    const repeated = { a: halves, b: halves, c: { d: halves, e: halves } }
    for (const [id, object] of [large, large, repeated, { bytes: new Uint8Array(20_000) }].entries())
      flooding.post(call(id, object))
    await clock.advance(1_000)
    const failed = flooding.posted.flatMap(message =>
      message.type === 'result' ? [[message.id, message.failure?.message]] : [],
    )
    const reason = 'the calls in flight of the page are larger than 10000 characters'
    expect(failed).toEqual([1, 2, 3].map(id => [id, reason]))
    await expectUnharmed()
  })

  it('include a call whose id is in use', async () => {
    const { clock, server, flooding } = await rig()
    server.faults.add({ match: { path: '/pods/a' }, action: { type: 'delay', ms: 5_000 } })
    for (let i = 0; i < 3; i++) flooding.post(call(1))
    await clock.advance(1_000)
    expect(requestsOf(server, 'get')).toHaveLength(1)
    flooding.post({ type: 'cancel', id: 1 })
    flooding.post(call(1))
    await clock.advance(1_000)
    expect(requestsOf(server, 'get')).toHaveLength(2)
  })
})
