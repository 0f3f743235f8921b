import { describe, expect, it, vi } from 'vitest'
import { definitionsFingerprint } from '../api/definition.ts'
import { fakeLifecycle } from '../test/fake-lifecycle.ts'
import { informers } from '../test/informers.ts'
import { COMPLETE, firstUpdate, openPage, PODS } from '../test/open-page.ts'
import { CLONE_PROBE } from '../wire/clone-probe.ts'
import { PROTOCOL_VERSION } from '../wire/protocol.ts'
import { INITIAL_STATE } from './replica.ts'

/** A page that a host has welcomed. */
async function welcomedPage(options: Parameters<typeof openPage>[0] = {}) {
  const page = openPage(options)
  const host = await page.nextHost()
  const batch = (...updates: Parameters<typeof page.send>[1][]) => page.send(host, ...updates)
  return { ...page, host, batch }
}

describe('PageConnection', () => {
  it('sends hello first', async () => {
    const { host, connection } = await welcomedPage({ getToken: () => 'secret', fieldManager: 'me' })
    expect(host.posted).toEqual([
      {
        type: 'hello',
        version: PROTOCOL_VERSION,
        probe: CLONE_PROBE,
        baseUrl: '/k8s',
        hasToken: true,
        fieldManager: 'me',
        fingerprint: definitionsFingerprint(informers),
      },
    ])
    expect(connection.status.state).toBe('ready')
  })

  it('applies a batch on a frame, notifies each listener once, and then acknowledges', async () => {
    const { clock, host, connection, batch } = await welcomedPage()
    const calls: unknown[] = []
    connection.observe(PODS).subscribe(() => calls.push(host.sent('ack').length))
    host.onMessage({ type: 'batch', updates: [firstUpdate(1, 'x/a')] })
    expect([calls, host.sent('ack')]).toEqual([[], []])
    await clock.advance(16)
    expect(calls).toEqual([0])
    expect(host.sent('ack')).toHaveLength(1)
    await batch({ id: 1, status: COMPLETE })
    expect(calls).toHaveLength(1)
    expect(host.sent('ack')).toHaveLength(2)
  })

  it('applies the whole batch before it notifies the first listener', async () => {
    const { connection, batch } = await welcomedPage()
    const [one, two] = [connection.observe(PODS), connection.observe({ resource: 'nodes' })]
    const totals: number[] = []
    one.subscribe(() => totals.push(two.getState().total))
    two.subscribe(() => {})
    await batch({ id: 1, total: 1 }, { id: 2, total: 2 })
    expect(totals).toEqual([2])
  })

  it('a listener that throws affects neither other listeners nor the acknowledgement', async () => {
    const { connection, host, batch } = await welcomedPage()
    const uncaught = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation(() => {})
    let notified = 0
    const slice = connection.observe(PODS)
    slice.subscribe(() => {
      throw new Error('mine')
    })
    slice.subscribe(() => notified++)
    await batch({ id: 1, total: 1 })
    expect(uncaught).toHaveBeenCalledOnce()
    uncaught.mockRestore()
    expect(notified).toBe(1)
    expect(host.sent('ack')).toHaveLength(1)
  })

  it.each(['signedOut', 'close', 'failure'] as const)('knows no access after the end by %s', async end => {
    const { clock, connection, host } = await welcomedPage({ identity: 'alice' })
    const access = connection.access({ resource: 'pods', verb: 'delete', namespace: 'x' })
    access.subscribe(() => {})
    await clock.settle()
    const [call] = host.sent('hostCall')
    host.onMessage({ type: 'result', id: call?.id ?? 0, object: { allowed: true } })
    await clock.settle()
    expect(access.getState()).toEqual({ allowed: true })
    if (end === 'signedOut') host.onMessage({ type: 'signedOut' })
    else if (end === 'close') connection.close()
    else host.onMessage({ type: 'rejected', reason: 'another version' })
    await clock.settle()
    expect(access.getState()).toEqual({ allowed: undefined })
    await clock.advance(240_000)
    expect(host.sent('hostCall')).toHaveLength(1)
  })

  it('keeps a row’s reference across slices that show it', async () => {
    const { connection, batch } = await welcomedPage()
    const key = { resource: 'pods', slice: { target: { type: 'key', key: 'x/a' } } } as const
    const [list, one] = [connection.observe(PODS), connection.observe(key)]
    list.subscribe(() => {})
    one.subscribe(() => {})
    await batch(firstUpdate(1, 'x/a', 'x/b'))
    await batch(firstUpdate(2, 'x/a'))
    expect(one.getState().data[0]).toBe(list.getState().data[0])
  })

  it('keeps the array while only the total changes', async () => {
    const { connection, batch } = await welcomedPage()
    const slice = connection.observe(PODS)
    slice.subscribe(() => {})
    await batch(firstUpdate(1, 'x/a', 'x/b'))
    const { data } = slice.getState()
    await batch({ id: 1, total: 3 })
    expect(slice.getState()).toMatchObject({ total: 3 })
    expect(slice.getState().data).toBe(data)
  })

  it('keeps a subscription for one second after its last subscriber, for a remount', async () => {
    const { clock, connection, host } = await welcomedPage()
    const slice = connection.observe(PODS)
    slice.subscribe(() => {})()
    await clock.advance(999)
    const unsubscribe = slice.subscribe(() => {})
    await clock.advance(5000)
    expect([host.sent('subscribe').length, host.sent('unsubscribe').length]).toEqual([1, 0])
    unsubscribe()
    unsubscribe()
    await clock.advance(1000)
    expect(host.sent('unsubscribe')).toEqual([{ type: 'unsubscribe', id: 1 }])
    expect(connection.observe(PODS)).not.toBe(slice)
  })

  it('sends nothing for an observer without subscribers, and drops it', async () => {
    const { clock, connection, host } = await welcomedPage()
    const slice = connection.observe(PODS)
    expect(connection.observe({ ...PODS })).toBe(slice)
    await clock.advance(1000)
    expect(connection.observe(PODS)).not.toBe(slice)
    await clock.advance(1000)
    expect(host.posted.map(({ type }) => type)).toEqual(['hello'])
  })

  it('subscribes again when a dropped observer is used again', async () => {
    const { clock, connection, host, batch } = await welcomedPage()
    const slice = connection.observe(PODS)
    slice.subscribe(() => {})()
    await batch(firstUpdate(1, 'x/a', 'x/b'))
    await clock.advance(1000)
    expect(slice.getState()).toBe(INITIAL_STATE)
    slice.subscribe(() => {})
    await batch({ id: 1, total: 9 }, firstUpdate(2, 'x/a', 'x/b'))
    expect(slice.getState().data.map(object => object.metadata?.name)).toEqual(['a', 'b'])
    expect(host.sent('subscribe')).toHaveLength(2)
  })

  it('subscribes again for both observers of a slice after one of them was dropped', async () => {
    const { clock, connection, nextHost } = await welcomedPage()
    const old = connection.observe(PODS)
    await clock.advance(1000)
    connection.observe(PODS).subscribe(() => {})
    old.subscribe(() => {})
    const second = await nextHost()
    expect(second.sent('subscribe').map(({ subscription }) => subscription)).toEqual([PODS, PODS])
  })

  it('does not wait for a frame that a hidden page never gets', async () => {
    const lifecycle = Object.assign(fakeLifecycle(), { visible: false })
    const { clock, connection, host } = await welcomedPage({ lifecycle })
    connection.observe(PODS).subscribe(() => {})
    host.onMessage({ type: 'batch', updates: [firstUpdate(1, 'x/a')] })
    await clock.advance(16)
    expect(host.sent('ack')).toHaveLength(1)
  })

  it.each([
    [
      'rejects it',
      { type: 'rejected', reason: 'the worker uses protocol 3' } as const,
      'the worker uses protocol 3',
    ],
    [
      'uses another protocol version',
      { type: 'welcome', version: 1, probe: CLONE_PROBE } as const,
      `the host uses protocol 1, this page ${PROTOCOL_VERSION}`,
    ],
    [
      'sends JSON text',
      { type: 'welcome', version: PROTOCOL_VERSION, probe: JSON.parse(JSON.stringify(CLONE_PROBE)) } as const,
      'copies JSON text',
    ],
  ])('fails with a reason when the host %s', async (_, message, text) => {
    const { transport, connection, settle } = openPage()
    const slice = connection.observe(PODS)
    let notifications = 0
    slice.subscribe(() => notifications++)
    const call = connection.client.get('pods', {})
    const host = transport.host()
    await settle()
    host.onMessage(message)
    expect(connection.status).toMatchObject({ state: 'failed', error: expect.stringContaining(text) })
    expect(slice.getState().status).toMatchObject({
      link: 'stopped',
      error: { message: expect.stringContaining(text) },
    })
    expect(notifications).toBe(1)
    await expect(call).rejects.toThrow(text)
    expect(transport.closed).toBe(true)
    expect(connection.observe({ resource: 'late' }).getState().status.error?.message).toContain(text)
  })

  it('fails when the transport fails, and keeps its data', async () => {
    const { clock, transport, connection, batch } = await welcomedPage()
    const slice = connection.observe(PODS)
    slice.subscribe(() => {})
    await batch(firstUpdate(1, 'x/a', 'x/b'))
    transport.listener.onFailure('the worker could not be started')
    expect(connection.status).toMatchObject({ state: 'failed', error: 'the worker could not be started' })
    expect(slice.getState()).toMatchObject({ total: 2, status: { data: 'complete', link: 'stopped' } })
    expect(clock.pendingTimers).toBe(0)
  })

  it('sends a token on request, or the error of getToken', async () => {
    const tokens = ['first']
    const getToken = async () => {
      const token = tokens.pop()
      if (token === undefined) throw new Error('log in again')
      return token
    }
    const { host, settle } = await welcomedPage({ getToken })
    host.onMessage({ type: 'needToken', id: 1 })
    await settle()
    host.onMessage({ type: 'needToken', id: 2 })
    await settle()
    expect(host.sent('token')).toEqual([
      { type: 'token', id: 1, token: 'first' },
      { type: 'token', id: 2, error: 'log in again' },
    ])
  })

  it('leaves no timer and no listener, and posts nothing after close', async () => {
    const { clock, lifecycle, transport, host, connection, batch } = await welcomedPage()
    const slice = connection.observe(PODS)
    const unsubscribe = slice.subscribe(() => expect.unreachable())
    host.onMessage({ type: 'batch', updates: [firstUpdate(1, 'x/a')] })
    connection.close()
    connection.close()
    unsubscribe()
    expect([clock.pendingTimers, lifecycle.listeners]).toEqual([0, 0])
    expect(host.posted.at(-1)).toEqual({ type: 'goodbye' })
    const { length } = host.posted
    await batch({ id: 1, total: 5 })
    slice.subscribe(() => {})
    expect(host.posted).toHaveLength(length)
    expect(transport.closed).toBe(true)
  })

  it('sends nothing to a host that connects after close', async () => {
    const { transport, connection, settle } = openPage({ identity: async () => 'jane' })
    connection.close()
    const host = transport.host()
    await settle()
    expect(host.posted).toEqual([])
  })
})

describe('subscribeStatus', () => {
  it('does not notify a listener that another one just unsubscribed, and isolates a listener that throws', async () => {
    const { connection, nextHost } = openPage()
    const uncaught = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation(() => {})
    const states: string[] = []
    const unsubscribes: (() => void)[] = []
    connection.subscribeStatus(() => {
      for (const unsubscribe of unsubscribes) unsubscribe()
      throw new Error('mine')
    })
    unsubscribes.push(connection.subscribeStatus(() => states.push('unsubscribed')))
    connection.subscribeStatus(({ state }) => states.push(state))
    uncaught.mockClear()
    await nextHost()
    expect(states).toEqual(['ready'])
    expect(uncaught).toHaveBeenCalledOnce()
    uncaught.mockRestore()
  })
})

describe('persistStorage', () => {
  it('resolves with the browser’s answer, and updates the status when it is granted', async () => {
    const answers = [false, true]
    const persist = async () => answers.shift() ?? Promise.reject(new Error('no storage here'))
    const { connection, nextHost } = openPage({ storage: { persist } })
    expect(await connection.persistStorage()).toBe(false)
    expect(connection.status.storage.persisted).toBeUndefined()
    expect(await connection.persistStorage()).toBe(true)
    expect(connection.status.storage.persisted).toBe(true)
    expect(await connection.persistStorage()).toBe(false)
    const host = await nextHost()
    host.onMessage({ type: 'storage', status: { state: 'on', persisted: false } })
    expect(connection.status.storage).toEqual({ state: 'on', persisted: true })
  })
})
