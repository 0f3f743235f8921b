import type { KubernetesObject } from '@kube-informer/core'
import { describe, expect, it } from 'vitest'
import type { ConnectionStatus } from '../api/connection.ts'
import type { SliceState, Subscription } from '../api/subscription.ts'
import { COMPLETE, firstUpdate, openPage, PODS } from '../test/open-page.ts'
import { podRow } from '../test/rows.ts'
import { PROTOCOL_VERSION } from '../wire/protocol.ts'
import { INITIAL_STATE } from './replica.ts'

const names = ({ data }: SliceState<KubernetesObject>) => data.map(object => object.metadata?.name)

/** A page whose first host has shown some Pods. */
async function shownPage(...pods: string[]) {
  const page = openPage()
  const { connection, nextHost, send } = page
  const slice = connection.observe(PODS)
  const states: SliceState<KubernetesObject>[] = []
  slice.subscribe(() => states.push(slice.getState()))
  const first = await nextHost()
  await send(first, firstUpdate(1, ...pods))
  states.length = 0
  return { ...page, slice, states, first }
}

describe('another host', () => {
  it('receives hello and all current subscriptions, with new ids', async () => {
    const { connection, transport, settle, first } = await shownPage('x/a')
    const unused: Subscription = { resource: 'nodes' }
    connection.observe(unused).subscribe(() => {})()
    transport.listener.onLost('the worker has ended')
    const second = transport.host()
    await settle()
    expect(second.posted).toEqual([
      expect.objectContaining({ type: 'hello', version: PROTOCOL_VERSION, hasToken: false }),
      { type: 'subscribe', id: 3, subscription: PODS },
    ])
    expect(first.sent('subscribe').map(({ id }) => id)).toEqual([1, 2])
  })

  it('receives a subscription that was unused when it connected and is used again', async () => {
    const { slice, connection, nextHost, send } = await shownPage('x/a')
    const nodes = connection.observe({ resource: 'nodes' })
    nodes.subscribe(() => {})()
    const second = await nextHost()
    nodes.subscribe(() => {})
    expect(second.sent('subscribe').map(({ id }) => id)).toEqual([3, 4])
    await send(second, firstUpdate(4, 'x/node'))
    expect([nodes.getState().total, slice.getState().total]).toEqual([1, 1])
  })

  it('receives the resourceVersion of the rows that the page shows', async () => {
    const { transport, settle, first, send } = await shownPage('x/a')
    await send(first, { id: 1, total: 1, resourceVersion: '7' }, { id: 1, total: 2, resourceVersion: '9' })
    await send(first, { id: 1, status: COMPLETE })
    const second = transport.host()
    await settle()
    expect(second.sent('subscribe')).toEqual([
      { type: 'subscribe', id: 2, subscription: PODS, shownResourceVersion: '9' },
    ])
  })

  it('receives the versions by namespace of these rows, if the last ones came from several informers', async () => {
    const { transport, settle, first, send } = await shownPage('x/a')
    const shown = async () => {
      const host = transport.host()
      await settle()
      return host.sent('subscribe')
    }
    await send(first, { id: 1, total: 1, resourceVersion: '7', versions: { x: '5', y: '7' } })
    await send(first, { id: 1, total: 1 })
    const of = { type: 'subscribe', subscription: PODS }
    expect(await shown()).toEqual([
      { ...of, id: 2, shownResourceVersion: '7', shownVersions: { x: '5', y: '7' } },
    ])
    const host = transport.host()
    await settle()
    await send(host, { ...firstUpdate(3, 'x/a'), resourceVersion: '8' })
    expect(await shown()).toEqual([{ ...of, id: 4, shownResourceVersion: '8' }])
  })

  it('replaces the shown rows by its own all at once', async () => {
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

  it('has its data status applied only together with its rows', async () => {
    const { transport, slice, nextHost, send } = await shownPage('x/a')
    transport.listener.onLost('gone')
    const second = await nextHost()
    await send(second, { id: 2, status: { ...COMPLETE, data: 'cached', resourceVersion: '3' } })
    expect(slice.getState().status).toEqual(COMPLETE)
    const { status: _, ...rows } = firstUpdate(2, 'x/a')
    await send(second, rows)
    expect(slice.getState().status).toEqual({ ...COMPLETE, data: 'cached', resourceVersion: '3' })
  })

  it('keeps the reference of unchanged rows, and of the array if all rows are unchanged', async () => {
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

  it('removes groups and window if it sends none', async () => {
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

  it('can send further rows, without rows of the previous host', async () => {
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

  it('discards unapplied and late messages of the previous host', async () => {
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
  it('has the kind of host, the reason, the role, the error, and the number of restarts', async () => {
    const { connection, transport, nextHost } = openPage({ kind: 'leader' })
    const statuses: ConnectionStatus[] = []
    connection.subscribeStatus(status => statuses.push(status))
    expect(connection.status).toEqual({
      host: 'leader',
      reason: 'requested by the test',
      state: 'connecting',
      freshness: { state: 'catching-up', reason: 'connecting' },
      restarts: 0,
      storage: { state: 'off', reason: 'the connection has no identity' },
    })
    transport.listener.onRole?.('follower')
    await nextHost()
    transport.listener.onLost('the leader was closed')
    transport.listener.onLost('the leader was closed')
    transport.listener.onRole?.('leader')
    await nextHost()
    expect(statuses.map(({ role, state, error, restarts }) => ({ role, state, error, restarts }))).toEqual([
      { role: 'follower', state: 'connecting', error: undefined, restarts: 0 },
      { role: 'follower', state: 'ready', error: undefined, restarts: 0 },
      { role: 'follower', state: 'connecting', error: 'the leader was closed', restarts: 0 },
      { role: 'leader', state: 'connecting', error: 'the leader was closed', restarts: 0 },
      { role: 'leader', state: 'connecting', error: 'the leader was closed', restarts: 1 },
      { role: 'leader', state: 'ready', error: undefined, restarts: 1 },
    ])
    expect(statuses.every(Object.isFrozen)).toBe(true)
  })

  it('changes when the transport falls back to another kind of host', () => {
    const { connection, transport } = openPage({ kind: 'shared' })
    transport.listener.onHost?.('dedicated', 'the shared worker did not start')
    expect(connection.status).toMatchObject({ host: 'dedicated', reason: 'the shared worker did not start' })
  })

  it('treats an empty identity as none', () => {
    const { connection } = openPage({ identity: '' })
    expect(connection.status.storage.state).toBe('off')
  })

  it('has the storage status of the host', async () => {
    const { connection, nextHost, settle } = openPage({ identity: 'jane' })
    expect(connection.status.storage).toEqual({ state: 'opening' })
    const host = await nextHost()
    host.onMessage({ type: 'storage', status: { state: 'on', usedBytes: 42 } })
    await settle()
    expect(connection.status.storage).toEqual({ state: 'on', usedBytes: 42 })
  })
})
