import { FakeClock } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import { definitionsFingerprint } from '../../api/definition.ts'
import type { Subscription } from '../../api/subscription.ts'
import { fakeChannel } from '../../test/fake-channel.ts'
import { BASE_URL, createTestServer, informers, pod, requestsOf, TOKEN } from '../../test/informers.ts'
import { memoryDisk } from '../../test/memory-disk.ts'
import { CLONE_PROBE } from '../../wire/clone-probe.ts'
import {
  type BatchMessage,
  type HelloMessage,
  type HostMessage,
  type PageMessage,
  PROTOCOL_VERSION,
  type SliceUpdate,
} from '../../wire/protocol.ts'
import { type HostOptions, InformerHost } from '../informer-host.ts'

const HELLO: HelloMessage = {
  type: 'hello',
  version: PROTOCOL_VERSION,
  probe: CLONE_PROBE,
  fingerprint: definitionsFingerprint(informers),
  baseUrl: BASE_URL,
  hasToken: true,
}

async function session(hello: HelloMessage = HELLO, options: HostOptions = {}) {
  const clock = new FakeClock()
  const server = createTestServer({ clock })
  const channel = fakeChannel<HostMessage, PageMessage>()
  const host = new InformerHost(informers, { clock, fetch: server.fetch, ...options })
  host.attach(channel)
  let answered = 0
  /** Advances time, and answers requests for tokens as a page does. */
  const settle = async (ms = 0) => {
    await clock.advance(ms)
    for (const message of channel.posted.slice(answered)) {
      if (message.type === 'needToken') channel.onMessage({ type: 'token', id: message.id, token: TOKEN })
    }
    answered = channel.posted.length
    await clock.settle()
  }
  channel.onMessage(hello)
  const subscribe = (id: number, subscription: Subscription) =>
    channel.onMessage({ type: 'subscribe', id, subscription })
  const batches = (): BatchMessage[] => channel.posted.filter(message => message.type === 'batch')
  let drained = 0
  /** Acknowledges until the host sends no further batch; returns the updates since the last call. */
  const drain = async (): Promise<SliceUpdate[]> => {
    for (let count = -1; count !== batches().length; ) {
      count = batches().length
      channel.onMessage({ type: 'ack' })
      await settle()
    }
    const fresh = batches().slice(drained)
    drained += fresh.length
    return fresh.flatMap(({ updates }) => updates)
  }
  return { clock, server, channel, host, settle, subscribe, batches, drain }
}

describe('a session', () => {
  it('welcomes a page with its own protocol version, and rejects another one with a reason', async () => {
    expect((await session()).channel.posted).toEqual([
      { type: 'welcome', version: PROTOCOL_VERSION, probe: CLONE_PROBE },
      { type: 'storage', status: { state: 'off', reason: expect.stringContaining('no identity') } },
    ])
    const { channel, subscribe, settle, server } = await session({ ...HELLO, version: 1 })
    subscribe(1, { resource: 'pods' })
    await settle()
    expect(channel.posted).toEqual([
      {
        type: 'rejected',
        reason: expect.stringContaining(
          `the worker uses protocol ${PROTOCOL_VERSION}, this page 1: reload the page`,
        ),
      },
    ])
    expect(server.requests).toEqual([])
  })

  it('rejects a page whose channel copies JSON text, with the reason', async () => {
    const { channel, subscribe, settle, server } = await session(JSON.parse(JSON.stringify(HELLO)))
    subscribe(1, { resource: 'pods' })
    await settle()
    expect(channel.posted).toEqual([
      { type: 'rejected', reason: expect.stringContaining('copies JSON text, which has no bytes') },
    ])
    expect(server.requests).toEqual([])
  })

  it('has one batch in flight, and sends the latest state after the acknowledgement', async () => {
    const { server, channel, subscribe, settle, batches, drain } = await session()
    subscribe(1, { resource: 'pods' })
    await settle()
    expect(batches()).toHaveLength(1)
    for (let i = 0; i < 50; i++) {
      server.update(pod('default/a', { note: `${i}` }))
      await settle()
    }
    expect(batches()).toHaveLength(1)
    const updates = await drain()
    expect(batches()).toHaveLength(2)
    const rows = updates.flatMap(update => update.rows ?? [])
    expect(rows.find(row => row.key === 'default/a')?.resourceVersion).toBe(server.rv)
    expect(rows).toHaveLength(6)
    channel.onMessage({ type: 'ack' })
    await settle()
    expect(batches()).toHaveLength(2)
  })

  it('sends no row before the initial list is in the cache', async () => {
    const { server, subscribe, settle, batches, drain } = await session()
    server.faults.add({ match: { resource: 'pods' }, times: 1, action: { type: 'delay', ms: 5000 } })
    subscribe(1, { resource: 'pods' })
    await settle(1000)
    expect(batches().flatMap(({ updates }) => updates)).toEqual([
      { id: 1, status: expect.objectContaining({ data: 'none' }) },
    ])
    await settle(5000)
    const updates = await drain()
    expect(updates.flatMap(({ rows = [] }) => rows)).toHaveLength(6)
  })

  it('sends only the changed row, and only to the subscriptions that show it', async () => {
    const { server, subscribe, settle, drain } = await session()
    const showing = (value: string): Subscription => ({
      resource: 'pods',
      slice: { target: { type: 'index', index: 'namespace', value } },
    })
    subscribe(1, showing('default'))
    subscribe(2, showing('kube-system'))
    await settle()
    await drain()
    server.update(pod('default/b', { note: 'x' }))
    await settle()
    const updates = await drain()
    expect(updates.map(({ id, rows }) => [id, rows?.map(row => row.key)])).toEqual([[1, ['default/b']]])
  })

  it('sends the new total, but no row outside the window', async () => {
    const { server, subscribe, settle, drain } = await session()
    subscribe(1, { resource: 'pods', slice: { window: { offset: 0, limit: 2 } } })
    await settle()
    await drain()
    server.create(pod('default/z'))
    await settle()
    expect(await drain()).toEqual([{ id: 1, total: 7, resourceVersion: server.rv }])
  })

  it('sends counters only to status subscriptions, at most every 250 ms', async () => {
    const { clock, server, subscribe, settle, drain } = await session()
    subscribe(1, { resource: 'pods', slice: { target: { type: 'status' } } })
    subscribe(2, { resource: 'pods', slice: { window: { offset: 4, limit: 2 } } })
    await settle(1000)
    await drain()
    const start = clock.now()
    const sent: number[] = []
    for (let i = 0; i < 100; i++) {
      server.update(pod('default/a', { note: `${i}` }))
      await settle(10)
      for (const { id, status } of await drain()) {
        expect(id).toBe(1)
        if (status) sent.push(status.counters.events)
      }
    }
    expect(clock.now() - start).toBe(1000)
    expect(sent.length).toBeGreaterThanOrEqual(3)
    expect(sent.length).toBeLessThanOrEqual(5)
    await settle(250)
    for (const { status } of await drain()) if (status) sent.push(status.counters.events)
    expect(sent.at(-1)).toBe(100)
  })

  it('sends nothing for a subscription that ended', async () => {
    const { server, channel, subscribe, settle, drain } = await session()
    subscribe(1, { resource: 'pods' })
    await settle()
    await drain()
    server.update(pod('default/a', { note: 'x' }))
    channel.onMessage({ type: 'unsubscribe', id: 1 })
    await settle(1000)
    expect(await drain()).toEqual([])
  })

  it('stops an informer 30 s after its last subscription', async () => {
    const { clock, server, channel, subscribe, settle, drain } = await session()
    subscribe(1, { resource: 'pods' })
    await settle()
    await drain()
    channel.onMessage({ type: 'unsubscribe', id: 1 })
    await settle(29_000)
    subscribe(2, { resource: 'pods', slice: { target: { type: 'key', key: 'default/a' } } })
    await settle()
    await drain()
    expect(requestsOf(server, 'list')).toHaveLength(1)
    channel.onMessage({ type: 'unsubscribe', id: 2 })
    await settle(29_000)
    expect(server.openWatches).toBe(1)
    await settle(1_000)
    expect(server.openWatches).toBe(0)
    await settle()
    // The wake watch, and the rows that are retained for five more minutes.
    expect(clock.pendingTimers).toBe(2)
    await settle(300_000)
    expect(clock.pendingTimers).toBe(1)
  })

  it('rejects a page with more trees than allowed', async () => {
    const { channel, settle } = await session(HELLO, { limits: { subscriptions: 1 } })
    const relate = (id: number) =>
      channel.onMessage({ type: 'relate', id, related: { root: { resource: 'pods', name: 'a' } } })
    relate(1)
    await settle()
    expect([channel.closed, channel.posted.some(({ type }) => type === 'rejected')]).toEqual([false, false])
    relate(2)
    await settle()
    expect([channel.closed, channel.posted.some(({ type }) => type === 'rejected')]).toEqual([true, true])
  })

  it.each([undefined, 'the disk is on fire'])(
    'is notified of a sign-out with the failure %s',
    async failure => {
      const disk = memoryDisk()
      const { channel, settle } = await session({ ...HELLO, identity: 'ada' }, { disk })
      await settle()
      if (failure) disk.holdErasures(Promise.reject(new Error(failure)))
      channel.onMessage({ type: 'signOut' })
      await settle(1000)
      expect(channel.posted.at(-1)).toStrictEqual({ type: 'signedOut', ...(failure && { failure }) })
    },
  )

  it('stops the informer of a subscription with an unknown name', async () => {
    const { server, subscribe, settle, drain } = await session()
    subscribe(1, { resource: 'pods', slice: { groupBy: 'nope' } })
    await settle()
    await drain()
    await settle(30_000)
    expect(server.openWatches).toBe(0)
  })

  it('stops all informers when the page sends goodbye', async () => {
    const { clock, server, channel, subscribe, settle } = await session()
    subscribe(1, { resource: 'pods' })
    subscribe(2, { resource: 'pods', slice: { target: { type: 'status' } } })
    await settle(1000)
    channel.onMessage({ type: 'goodbye' })
    await clock.settle()
    expect([server.openWatches, clock.pendingTimers, channel.closed]).toEqual([0, 0, true])
    const { length } = channel.posted
    server.update(pod('default/a', { note: 'x' }))
    await clock.advance(60_000)
    expect(channel.posted).toHaveLength(length)
  })
})
