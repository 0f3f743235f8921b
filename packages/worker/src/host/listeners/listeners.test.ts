import { createFakeBroadcasts, createFakeLocks, FakeClock } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import { fakeChannel } from '../../test/fake-channel.ts'
import type { HostChannel } from '../../wire/channel.ts'
import type { LeadMessage } from '../../wire/leadership.ts'
import type { HostMessage, PageMessage } from '../../wire/protocol.ts'
import { serveDedicated } from './dedicated-listener.ts'
import { serveFollowers } from './leader-listener.ts'
import { holdLivenessLock } from './liveness-lock.ts'
import type { WorkerScope } from './scope-channel.ts'
import { type SharedScope, serveShared } from './shared-listener.ts'

const lead: LeadMessage = { type: 'lead', name: 'all', hostId: 'h', term: 7, preempted: false }

/** The scope of a worker, or a port; the test is the other end. */
function fakeScope() {
  const posted: unknown[] = []
  let isClosed = false
  const scope: WorkerScope = {
    onmessage: null,
    onmessageerror: null,
    postMessage: message => posted.push(message),
    close() {
      isClosed = true
    },
  }
  const send = (data: unknown) => scope.onmessage?.(new MessageEvent('message', { data }))
  return { scope, posted, send, isClosed: () => isClosed }
}

/** A host that records the messages of its channels. */
function fakeHost() {
  const received: string[] = []
  const channels: HostChannel[] = []
  const attach = (channel: HostChannel) => {
    channels.push(channel)
    channel.listen({
      onMessage: ({ type }) => received.push(type),
      onFailure: reason => received.push(reason),
    })
  }
  return { attach, received, channels }
}

describe('a dedicated worker', () => {
  it('serves the page that created it, and closes with it', () => {
    const { scope, posted, send, isClosed } = fakeScope()
    const { attach, received, channels } = fakeHost()
    serveDedicated({ scope, attach, onLead: () => received.push('lead') })
    send({ type: 'hello' })
    scope.onmessageerror?.(new MessageEvent('messageerror'))
    channels[0]?.post({ type: 'pong' })
    expect(received).toEqual(['hello', 'the page sent a message that cannot be read'])
    expect(posted).toEqual([{ type: 'pong' }])
    channels[0]?.close()
    expect(isClosed()).toBe(true)
  })

  it('keeps running for other tabs when its page leads and closes its channel', () => {
    const { scope, send, isClosed } = fakeScope()
    const { attach, received, channels } = fakeHost()
    serveDedicated({ scope, attach, onLead: ({ term }) => received.push(`leads ${term}`) })
    send(lead)
    send({ type: 'hello' })
    channels[0]?.close()
    expect([received, isClosed()]).toEqual([['leads 7', 'hello'], false])
  })
})

describe('a shared worker', () => {
  it('serves each page that connects', () => {
    const { attach, received, channels } = fakeHost()
    const scope: Parameters<typeof serveShared>[0] = { onconnect: null }
    serveShared(scope, attach)
    const ports = [new MessageChannel(), new MessageChannel()].map(({ port1 }) => port1)
    for (const port of ports) scope.onconnect?.(new MessageEvent('connect', { ports: [port] }))
    scope.onconnect?.(new MessageEvent('connect'))
    expect(channels).toHaveLength(2)
    for (const port of ports) port.onmessage?.(new MessageEvent('message', { data: { type: 'hello' } }))
    expect(received).toEqual(['hello', 'hello'])
    for (const channel of channels) channel.close()
    expect(ports.map(({ onmessage }) => onmessage)).toEqual([null, null])
  })
})

describe('the worker of a leading tab', () => {
  it('announces itself, and opens one channel for each tab that joins', async () => {
    const clock = new FakeClock()
    const broadcasts = createFakeBroadcasts()
    const [worker, tab] = [broadcasts.agent(), broadcasts.agent()]
    const { attach, received, channels } = fakeHost()
    const announced: unknown[] = []
    const announcements = tab.open('all')
    announcements.addEventListener('message', ({ data }) => announced.push(data))
    serveFollowers({ lead, openBroadcast: worker.open, clock, attach })
    announcements.postMessage({ type: 'join', follower: 'f' })
    await clock.settle()
    expect(announced).toEqual([
      { type: 'leads', hostId: 'h', term: 7 },
      { type: 'welcome', follower: 'f', hostId: 'h', term: 7 },
    ])
    expect(channels).toHaveLength(0)
    const own = tab.open('all:h:f')
    const answers: unknown[] = []
    own.addEventListener('message', ({ data }) => answers.push(data))
    own.postMessage({ type: 'hello' })
    await clock.settle()
    channels[0]?.post({ type: 'pong' })
    await clock.settle()
    expect([received, answers, clock.pendingTimers]).toEqual([['hello'], [{ type: 'pong' }], 0])
    channels[0]?.close()
    channels[0]?.close()
    channels[0]?.post({ type: 'pong' })
    own.postMessage({ type: 'ping' })
    await clock.settle()
    expect([received, answers.length, worker.openCount]).toEqual([['hello'], 1, 1])
  })
})

describe('a liveness lock', () => {
  it('is held before the first message is sent, and messages keep their order', async () => {
    const locks = createFakeLocks()
    const agent = locks.agent('worker')
    const liveness = holdLivenessLock(agent, 'liveness')
    const channel = fakeChannel<HostMessage, PageMessage>()
    const guarded = liveness.guard(channel)
    const received: string[] = []
    guarded.listen({ onMessage: ({ type }) => received.push(type), onFailure: () => {} })
    channel.onMessage({ type: 'ping' })
    for (const id of [1, 2]) guarded.post({ type: 'needToken', id })
    expect([received, channel.posted]).toEqual([['ping'], []])
    await new Promise<void>(resolve => setImmediate(resolve))
    guarded.post({ type: 'pong' })
    expect(channel.posted).toEqual([
      ...[{ type: 'needToken', id: 1 }, { type: 'needToken', id: 2 }, { type: 'pong' }],
    ])
    expect([liveness.name, locks.holders('liveness')]).toEqual(['liveness', ['worker']])
    guarded.close()
    expect(channel.closed).toBe(true)
  })

  it('delays no message if Web Locks are missing or denied', async () => {
    const channel = fakeChannel<HostMessage, PageMessage>()
    const none = holdLivenessLock(undefined, 'liveness')
    none.guard(channel).post({ type: 'pong' })
    expect([none.name, channel.posted.length]).toEqual([undefined, 1])
    const denied = holdLivenessLock({ request: () => Promise.reject(new Error('no')) }, 'liveness').guard(
      channel,
    )
    denied.post({ type: 'pong' })
    denied.close()
    await new Promise<void>(resolve => setImmediate(resolve))
    expect([channel.posted.length, channel.closed]).toEqual([2, true])
  })
})

describe('a shared worker that cannot store keys', () => {
  it.each([
    ['keys cannot be stored', [{ type: 'unsuited', reason: 'keys cannot be stored' }]],
    [undefined, []],
  ])('says so to each page: %s', async (reason, messages) => {
    const scope: SharedScope = { onconnect: null }
    serveShared(scope, fakeHost().attach, Promise.resolve(reason))
    const pages = [fakeScope(), fakeScope()]
    for (const page of pages) scope.onconnect?.({ ports: [page.scope] } as unknown as MessageEvent)
    await Promise.resolve()
    expect(pages.map(({ posted }) => posted)).toEqual([messages, messages])
  })
})
