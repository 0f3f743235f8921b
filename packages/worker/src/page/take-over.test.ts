import type { KubernetesObject } from '@kube-informer/core'
import { describe, expect, it } from 'vitest'
import type { ConnectionStatus } from '../api/connection.ts'
import type { SliceState, Subscription } from '../api/subscription.ts'
import { COMPLETE, firstUpdate, openPage, PODS } from '../test/open-page.ts'
import { podRow } from '../test/rows.ts'
import { INITIAL_STATE } from './replica.ts'

const names = ({ data }: SliceState<KubernetesObject>) => data.map(object => object.metadata?.name)

/** A page whose first host has shown some Pods. */
async function shownPage(...pods: string[]) {
  const page = openPage()
  const { connection, nextHost, send } = page
  const slice = connection.observe<KubernetesObject>(PODS)
  const states: SliceState<KubernetesObject>[] = []
  slice.subscribe(() => states.push(slice.getState()))
  const first = await nextHost()
  await send(first, firstUpdate(1, ...pods))
  states.length = 0
  return { ...page, slice, states, first }
}

describe('another host', () => {
  it('is said hello to, and asked for everything that is wanted, under new ids', async () => {
    const { connection, transport, settle, first } = await shownPage('x/a')
    const gone: Subscription = { resource: 'nodes' }
    connection.observe(gone).subscribe(() => {})()
    transport.listener.onLost('the worker has ended')
    const second = transport.host()
    await settle()
    expect(second.posted).toEqual([
      expect.objectContaining({ type: 'hello', version: 3, hasToken: false }),
      { type: 'subscribe', id: 3, subscription: PODS },
    ])
    expect(first.sent('subscribe').map(({ id }) => id)).toEqual([1, 2])
  })

  it('is asked for what nobody watched when it came, and somebody watches again', async () => {
    const { slice, connection, nextHost, send } = await shownPage('x/a')
    const nodes = connection.observe({ resource: 'nodes' })
    nodes.subscribe(() => {})()
    const second = await nextHost()
    nodes.subscribe(() => {})
    expect(second.sent('subscribe').map(({ id }) => id)).toEqual([3, 4])
    await send(second, firstUpdate(4, 'x/node'))
    expect([nodes.getState().total, slice.getState().total]).toEqual([1, 1])
  })

  it('is told which version the page shows, as the host before said', async () => {
    const { transport, settle, first, send } = await shownPage('x/a')
    await send(first, { id: 1, total: 1, resourceVersion: '7' }, { id: 1, total: 2, resourceVersion: '9' })
    await send(first, { id: 1, status: COMPLETE })
    const second = transport.host()
    await settle()
    expect(second.sent('subscribe')).toEqual([
      { type: 'subscribe', id: 2, subscription: PODS, shownResourceVersion: '9' },
    ])
  })

  it('leaves in place what is shown until its own rows take it, all at once', async () => {
    const { transport, slice, states, nextHost, send } = await shownPage('x/a', 'x/b', 'x/c')
    transport.listener.onLost('the worker has ended')
    expect(slice.getState()).toMatchObject({ total: 3, status: { data: 'complete', link: 'connecting' } })
    const second = await nextHost()
    await send(second, { id: 2, status: { ...INITIAL_STATE.status, progress: { received: 5 } } })
    expect(names(slice.getState())).toEqual(['a', 'b', 'c'])
    expect(slice.getState().status).toMatchObject({ data: 'complete', progress: { received: 5 } })
    await send(second, firstUpdate(2, 'x/b', 'x/d'))
    expect(names(slice.getState())).toEqual(['b', 'd'])
    expect(slice.getState()).toMatchObject({ total: 2, status: COMPLETE })
    expect(states.map(state => state.data.length)).toEqual([3, 3, 2])
  })

  it('shows what it says of its data once its rows are there, though it said so before', async () => {
    const { transport, slice, nextHost, send } = await shownPage('x/a')
    transport.listener.onLost('gone')
    const second = await nextHost()
    await send(second, { id: 2, status: { ...COMPLETE, data: 'cached', resourceVersion: '3' } })
    expect(slice.getState().status).toEqual(COMPLETE)
    const { status: _, ...rows } = firstUpdate(2, 'x/a')
    await send(second, rows)
    expect(slice.getState().status).toEqual({ ...COMPLETE, data: 'cached', resourceVersion: '3' })
  })

  it('leaves unchanged rows their reference, and the array too when nothing differs', async () => {
    const { slice, nextHost, send } = await shownPage('x/a', 'x/b')
    const { data } = slice.getState()
    const second = await nextHost()
    await send(second, firstUpdate(2, 'x/a', 'x/b'))
    expect(slice.getState().data).toBe(data)
    const third = await nextHost()
    await send(third, firstUpdate(3, 'x/a', 'x/b@2'))
    expect(slice.getState().data[0]).toBe(data[0])
    expect(slice.getState().data[1]).not.toBe(data[1])
  })

  it('takes away groups and window, where it has none', async () => {
    const { slice, first, send, nextHost } = await shownPage('x/a')
    await send(first, { id: 1, groups: [{ value: 'x', count: 1 }], window: { offset: 0, limit: 1 } })
    const { groups } = slice.getState()
    const second = await nextHost()
    await send(second, { ...firstUpdate(2, 'x/a'), groups: [{ value: 'x', count: 1 }] })
    expect(slice.getState().groups).toBe(groups)
    expect(slice.getState().window).toBeUndefined()
    const third = await nextHost()
    await send(third, firstUpdate(3, 'x/a'))
    expect(slice.getState().groups).toEqual([])
  })

  it('may have other rows from then on, without a trace of the old ones', async () => {
    const { slice, nextHost, send } = await shownPage('x/a', 'x/b')
    const second = await nextHost()
    await send(second, firstUpdate(2, 'x/c'))
    await send(second, {
      id: 2,
      rows: [podRow('x/d', 1)],
      order: { at: 1, remove: 0, insert: ['x/d'] },
      total: 2,
    })
    expect(names(slice.getState())).toEqual(['c', 'd'])
  })

  it('drops what the one before has sent and nobody has seen, and what it says too late', async () => {
    const { clock, transport, slice, first, nextHost, send, settle } = await shownPage('x/a')
    first.onMessage({ type: 'batch', updates: [firstUpdate(1, 'x/lost')] })
    transport.listener.onLost('the worker has ended')
    await settle()
    const second = await nextHost()
    expect([...first.sent('ack'), ...second.sent('ack')]).toHaveLength(1)
    await send(first, firstUpdate(1, 'x/late'), firstUpdate(2, 'x/later'))
    first.onMessage({ type: 'rejected', reason: 'too late' })
    first.onMessage({ type: 'signedOut' })
    await clock.advance(100)
    expect(names(slice.getState())).toEqual(['a'])
    expect(second.sent('ack')).toEqual([])
  })
})

describe('the status', () => {
  it('says which host, why, what it waits for, and how often another one took over', async () => {
    const { connection, transport, nextHost } = openPage({ kind: 'leader' })
    const told: ConnectionStatus[] = []
    connection.subscribeStatus(status => told.push(status))
    expect(connection.status).toEqual({
      ...{ host: 'leader', reason: 'the test wants it', state: 'connecting', restarts: 0 },
      storage: { state: 'off', reason: 'the connection has no identity' },
    })
    transport.listener.onRole?.('follower')
    await nextHost()
    transport.listener.onLost('the leader was closed')
    transport.listener.onLost('the leader was closed')
    transport.listener.onRole?.('leader')
    await nextHost()
    expect(told.map(({ role, state, error, restarts }) => ({ role, state, error, restarts }))).toEqual([
      { role: 'follower', state: 'connecting', error: undefined, restarts: 0 },
      { role: 'follower', state: 'ready', error: undefined, restarts: 0 },
      { role: 'follower', state: 'connecting', error: 'the leader was closed', restarts: 0 },
      { role: 'leader', state: 'connecting', error: 'the leader was closed', restarts: 0 },
      { role: 'leader', state: 'connecting', error: 'the leader was closed', restarts: 1 },
      { role: 'leader', state: 'ready', error: undefined, restarts: 1 },
    ])
    expect(told.every(Object.isFrozen)).toBe(true)
  })

  it('follows a transport that goes on with another kind of host', () => {
    const { connection, transport } = openPage({ kind: 'shared' })
    transport.listener.onHost?.('dedicated', 'the shared worker did not start')
    expect(connection.status).toMatchObject({ host: 'dedicated', reason: 'the shared worker did not start' })
  })

  it('takes an empty identity for none', () => {
    const { connection } = openPage({ identity: '' })
    expect(connection.status.storage.state).toBe('off')
  })

  it('says what the host keeps on disk', async () => {
    const { connection, nextHost, settle } = openPage({ identity: 'jane' })
    expect(connection.status.storage).toEqual({ state: 'opening' })
    const host = await nextHost()
    host.onMessage({ type: 'storage', status: { state: 'on', usedBytes: 42 } })
    await settle()
    expect(connection.status.storage).toEqual({ state: 'on', usedBytes: 42 })
  })
})
