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
import { serveShared } from './shared-listener.ts'

const lead: LeadMessage = { type: 'lead', name: 'all', hostId: 'h', term: 7, preempted: false }

/** A worker's scope, or a port, whose other end is the test. */
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
  const say = (data: unknown) => scope.onmessage?.(new MessageEvent('message', { data }))
  return { scope, posted, say, isClosed: () => isClosed }
}

/** What a host would be told. */
function fakeHost() {
  const heard: string[] = []
  const channels: HostChannel[] = []
  const attach = (channel: HostChannel) => {
    channels.push(channel)
    channel.listen({ onMessage: ({ type }) => heard.push(type), onFailure: reason => heard.push(reason) })
  }
  return { attach, heard, channels }
}

describe('a dedicated worker', () => {
  it('serves the page that made it, and ends with it', () => {
    const { scope, posted, say, isClosed } = fakeScope()
    const { attach, heard, channels } = fakeHost()
    serveDedicated({ scope, attach, onLead: () => heard.push('lead') })
    say({ type: 'hello' })
    scope.onmessageerror?.(new MessageEvent('messageerror'))
    channels[0]?.post({ type: 'pong' })
    expect(heard).toEqual(['hello', 'the page sent a message that cannot be read'])
    expect(posted).toEqual([{ type: 'pong' }])
    channels[0]?.close()
    expect(isClosed()).toBe(true)
  })

  it('stays for the others when its page leads and is done with it', () => {
    const { scope, say, isClosed } = fakeScope()
    const { attach, heard, channels } = fakeHost()
    serveDedicated({ scope, attach, onLead: ({ term }) => heard.push(`leads ${term}`) })
    say(lead)
    say({ type: 'hello' })
    channels[0]?.close()
    expect([heard, isClosed()]).toEqual([['leads 7', 'hello'], false])
  })
})

describe('a shared worker', () => {
  it('serves each page that connects', () => {
    const { attach, heard, channels } = fakeHost()
    const scope: Parameters<typeof serveShared>[0] = { onconnect: null }
    serveShared(scope, attach)
    const ports = [new MessageChannel(), new MessageChannel()].map(({ port1 }) => port1)
    for (const port of ports) scope.onconnect?.(new MessageEvent('connect', { ports: [port] }))
    scope.onconnect?.(new MessageEvent('connect'))
    expect(channels).toHaveLength(2)
    for (const port of ports) port.onmessage?.(new MessageEvent('message', { data: { type: 'hello' } }))
    expect(heard).toEqual(['hello', 'hello'])
    for (const channel of channels) channel.close()
    expect(ports.map(({ onmessage }) => onmessage)).toEqual([null, null])
  })
})

describe('the worker of a leading tab', () => {
  it('tells that it is there, and gives each tab that asks a channel of its own', async () => {
    const clock = new FakeClock()
    const broadcasts = createFakeBroadcasts()
    const [worker, tab] = [broadcasts.agent(), broadcasts.agent()]
    const { attach, heard, channels } = fakeHost()
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
    expect([heard, answers, clock.pendingTimers]).toEqual([['hello'], [{ type: 'pong' }], 0])
    channels[0]?.close()
    channels[0]?.close()
    channels[0]?.post({ type: 'pong' })
    own.postMessage({ type: 'ping' })
    await clock.settle()
    expect([heard, answers.length, worker.openCount]).toEqual([['hello'], 1, 1])
  })
})

describe('a life lock', () => {
  it('is held before anything is said, in the order in which it was said', async () => {
    const locks = createFakeLocks()
    const agent = locks.agent('worker')
    const life = holdLivenessLock(agent, 'life')
    const channel = fakeChannel<HostMessage, PageMessage>()
    const guarded = life.guard(channel)
    const heard: string[] = []
    guarded.listen({ onMessage: ({ type }) => heard.push(type), onFailure: () => {} })
    channel.onMessage({ type: 'ping' })
    for (const id of [1, 2]) guarded.post({ type: 'needToken', id })
    expect([heard, channel.posted]).toEqual([['ping'], []])
    await new Promise<void>(resolve => setImmediate(resolve))
    guarded.post({ type: 'pong' })
    expect(channel.posted).toEqual([
      ...[{ type: 'needToken', id: 1 }, { type: 'needToken', id: 2 }, { type: 'pong' }],
    ])
    expect([life.name, locks.holders('life')]).toEqual(['life', ['worker']])
    guarded.close()
    expect(channel.closed).toBe(true)
  })

  it('keeps nobody waiting where there are no locks, or none for this origin', async () => {
    const channel = fakeChannel<HostMessage, PageMessage>()
    const none = holdLivenessLock(undefined, 'life')
    none.guard(channel).post({ type: 'pong' })
    expect([none.name, channel.posted.length]).toEqual([undefined, 1])
    const refused = holdLivenessLock({ request: () => Promise.reject(new Error('no')) }, 'life').guard(
      channel,
    )
    refused.post({ type: 'pong' })
    refused.close()
    await new Promise<void>(resolve => setImmediate(resolve))
    expect([channel.posted.length, channel.closed]).toEqual([2, true])
  })
})
