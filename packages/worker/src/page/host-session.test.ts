import { withResolvers } from '@kube-informer/core/internal'
import { createFakeLocks } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import { openPage, PODS } from '../test/open-page.ts'

describe('the identity', () => {
  it('is in the hello, which is sent once the identity is resolved', async () => {
    const { promise, resolve } = withResolvers<string>()
    let calls = 0
    const identity = () => {
      calls++
      return promise
    }
    const { connection, transport, settle, nextHost } = openPage({ identity })
    connection.observe(PODS).subscribe(() => {})
    const first = transport.host()
    await settle()
    expect(first.posted).toEqual([])
    resolve('jane')
    await settle()
    expect(first.posted).toMatchObject([{ type: 'hello', identity: 'jane' }, { type: 'subscribe' }])
    const second = await nextHost()
    expect(second.sent('hello')).toMatchObject([{ identity: 'jane' }])
    expect(calls).toBe(1)
  })

  it('that rejects counts as none, and the status has the reason', async () => {
    const identity = () => Promise.reject(new Error('no session'))
    const { connection, nextHost } = openPage({ kind: 'shared', identity })
    const host = await nextHost()
    expect(host.sent('hello')[0]).not.toHaveProperty('identity')
    const reason = 'the identity is unknown: no session'
    expect(connection.status).toMatchObject({
      state: 'ready',
      reason: `requested by the test; ${reason}`,
      storage: { state: 'off', reason },
    })
    host.onMessage({ type: 'storage', status: { state: 'off', reason: 'no identity' } })
    expect(connection.status.storage).toEqual({ state: 'off', reason })
  })

  it('that is empty counts as none', async () => {
    const { nextHost } = openPage({ identity: '' })
    expect((await nextHost()).sent('hello')[0]).not.toHaveProperty('identity')
  })
})

describe('the lock of a tab', () => {
  it('is held before its name is sent, and until the connection is closed', async () => {
    const locks = createFakeLocks()
    const { connection, nextHost, settle } = openPage({ kind: 'shared', locks: locks.agent('tab') })
    const host = await nextHost()
    const [hello] = host.sent('hello')
    const name = hello?.lock ?? ''
    expect(name).toMatch(/^kube-informer:tab:./)
    expect(locks.holders(name)).toEqual(['tab'])
    connection.close()
    await settle()
    expect(locks.holders(name)).toEqual([])
  })

  it('is not requested if the host ends with its page', async () => {
    const locks = createFakeLocks()
    const { nextHost } = openPage({ locks: locks.agent('tab') })
    expect((await nextHost()).sent('hello')[0]).not.toHaveProperty('lock')
  })

  it('is not sent if Web Locks are missing', async () => {
    const { nextHost } = openPage({ kind: 'shared' })
    expect((await nextHost()).sent('hello')[0]).not.toHaveProperty('lock')
  })
})

describe('a host', () => {
  it('that has ended is replaced', async () => {
    const locks = createFakeLocks()
    const worker = locks.agent('worker')
    const { connection, transport, nextHost, settle } = openPage({ locks: locks.agent('tab') })
    void worker.request('alive', {}, () => new Promise(() => {}))
    await nextHost('alive')
    await settle()
    worker.die()
    await settle()
    expect(transport.restarts).toEqual(['the worker has ended'])
    expect(connection.status).toMatchObject({ state: 'connecting', error: 'the worker has ended' })
  })

  it('that answers pings is kept, and one that does not is replaced', async () => {
    const { clock, transport, nextHost } = openPage()
    const host = await nextHost()
    const post = host.post
    host.post = message => {
      post(message)
      if (message.type === 'ping') queueMicrotask(() => host.onMessage({ type: 'pong' }))
    }
    await clock.advance(60_000)
    expect(host.sent('ping')).toHaveLength(24)
    expect(transport.restarts).toEqual([])
    host.post = post
    await clock.advance(12_500)
    expect(transport.restarts).toEqual(['the worker does not respond'])
  })

  it('in the same thread has no watchdog', async () => {
    const { clock, nextHost } = openPage({ kind: 'inline' })
    const host = await nextHost()
    await clock.advance(60_000)
    expect(host.sent('ping')).toEqual([])
    expect(clock.pendingTimers).toBe(0)
  })

  it('receives wake when the page resumes, and when the network is back', async () => {
    const { lifecycle, nextHost } = openPage()
    const host = await nextHost()
    lifecycle.emit('freeze')
    lifecycle.emit('resume')
    lifecycle.emit('offline')
    lifecycle.emit('online')
    expect(host.sent('wake')).toHaveLength(2)
  })
})

describe('a page that enters the back/forward cache', () => {
  it('disconnects from a shared host, and connects again when it resumes', async () => {
    const locks = createFakeLocks()
    const page = openPage({ kind: 'shared', identity: 'jane', locks: locks.agent('tab') })
    const { connection, transport, lifecycle, nextHost, settle, clock } = page
    connection.observe(PODS).subscribe(() => {})
    void locks.agent('worker').request('alive', {}, () => new Promise(() => {}))
    const first = await nextHost('alive')
    const before = first.sent('hello')[0]?.lock ?? ''
    await settle()
    lifecycle.emit('leave')
    lifecycle.emit('freeze')
    await settle()
    expect(first.posted.at(-1)).toEqual({ type: 'goodbye' })
    expect(connection.status.state).toBe('connecting')
    expect([transport.calls, locks.holders(before), locks.waiters('alive')]).toEqual([
      ['open', 'close'],
      [],
      [],
    ])
    expect(clock.pendingTimers).toBe(0)
    lifecycle.emit('resume')
    lifecycle.emit('resume')
    expect(transport.calls).toEqual(['open', 'close', 'open'])
    const second = await nextHost()
    const [hello] = second.sent('hello')
    expect(hello).toMatchObject({ identity: 'jane', lock: expect.any(String) })
    expect(locks.holders(hello?.lock ?? '')).toEqual(['tab'])
    expect(second.sent('subscribe')).toHaveLength(1)
    expect(connection.status.state).toBe('ready')
  })

  it('ends a dedicated host, whose locks and transactions would stay, and starts another when it resumes', async () => {
    const { connection, transport, lifecycle, nextHost, settle, clock } = openPage()
    await nextHost()
    lifecycle.emit('leave')
    await settle()
    expect([connection.status.state, clock.pendingTimers]).toEqual(['connecting', 0])
    lifecycle.emit('resume')
    await nextHost()
    expect([connection.status.state, transport.calls]).toEqual(['ready', ['open', 'close', 'open']])
  })

  it('keeps a host in its own thread', async () => {
    const { connection, transport, lifecycle, nextHost, settle } = openPage({ kind: 'inline' })
    await nextHost()
    lifecycle.emit('leave')
    await settle()
    expect([connection.status.state, transport.calls]).toEqual(['ready', ['open']])
  })

  it('does not reconnect after it was closed', async () => {
    const { connection, transport, lifecycle, nextHost, settle } = openPage({ kind: 'shared' })
    await nextHost()
    lifecycle.emit('leave')
    connection.close()
    lifecycle.emit('resume')
    await settle()
    expect(transport.calls).toEqual(['open', 'close'])
    expect(transport.closed).toBe(true)
  })
})
