import type { KubernetesObject, PageLifecycle } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, it, vi } from 'vitest'
import { fakeChannel } from '../../test/fake-channel.ts'
import { podRow } from '../../test/rows.ts'
import { defineInformers } from '../definition.ts'
import type { HostMessage, PageMessage, SliceUpdate } from '../protocol.ts'
import type { Subscription } from '../subscription.ts'
import { PageConnection } from './page-connection.ts'
import { INITIAL_STATE } from './replica.ts'

const informers = defineInformers({})
const PODS: Subscription = { resource: 'pods' }
const COMPLETE = { ...INITIAL_STATE.status, data: 'complete', link: 'live' } as const
const FULL = {
  rows: [podRow('x/a', 1), podRow('x/b', 1)],
  order: { at: 0, remove: 0, insert: ['x/a', 'x/b'] },
  total: 2,
}

function page(lifecycle?: PageLifecycle) {
  const clock = new FakeClock()
  const channel = fakeChannel<PageMessage, HostMessage>()
  const connection = new PageConnection({
    definitions: informers,
    channel,
    host: 'dedicated',
    options: { baseUrl: '/k8s', clock, lifecycle },
  })
  channel.onMessage({ type: 'welcome', version: 1 })
  const sent = (type: PageMessage['type']) => channel.posted.filter(message => message.type === type)
  /** A batch, and the frame on which it is applied. */
  const batch = async (...updates: SliceUpdate[]) => {
    channel.onMessage({ type: 'batch', updates })
    await clock.advance(16)
  }
  return { clock, channel, connection, sent, batch }
}

describe('PageConnection', () => {
  it('says hello first', () => {
    const { channel, connection } = page()
    expect(channel.posted).toEqual([{ type: 'hello', version: 1, baseUrl: '/k8s', hasToken: false }])
    expect(connection.status).toEqual({ host: 'dedicated', state: 'ready' })
  })

  it('applies a batch on its frame, tells everyone once, and acknowledges then', async () => {
    const { clock, channel, connection, sent, batch } = page()
    const calls: unknown[] = []
    connection.observe(PODS).subscribe(() => calls.push(sent('ack').length))
    channel.onMessage({ type: 'batch', updates: [{ id: 1, ...FULL, status: COMPLETE }] })
    expect([calls, sent('ack')]).toEqual([[], []])
    await clock.advance(16)
    expect(calls).toEqual([0])
    expect(sent('ack')).toHaveLength(1)
    await batch({ id: 1, status: COMPLETE })
    expect(calls).toHaveLength(1)
    expect(sent('ack')).toHaveLength(2)
  })

  it('shows the whole batch to the first listener that hears of it', async () => {
    const { connection, batch } = page()
    const [one, two] = [connection.observe(PODS), connection.observe({ resource: 'nodes' })]
    const totals: number[] = []
    one.subscribe(() => totals.push(two.getState().total))
    two.subscribe(() => {})
    await batch({ id: 1, total: 1 }, { id: 2, total: 2 })
    expect(totals).toEqual([2])
  })

  it('a listener that throws harms neither its neighbour nor the acknowledgement', async () => {
    const { connection, sent, batch } = page()
    const uncaught = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation(() => {})
    let heard = 0
    const slice = connection.observe(PODS)
    slice.subscribe(() => {
      throw new Error('mine')
    })
    slice.subscribe(() => heard++)
    await batch({ id: 1, total: 1 })
    expect(uncaught).toHaveBeenCalledOnce()
    uncaught.mockRestore()
    expect(heard).toBe(1)
    expect(sent('ack')).toHaveLength(1)
  })

  it('keeps a row’s reference across slices that show it', async () => {
    const { connection, batch } = page()
    const key = { resource: 'pods', slice: { target: { type: 'key', key: 'x/a' } } } as const
    const [list, one] = [connection.observe(PODS), connection.observe(key)]
    list.subscribe(() => {})
    one.subscribe(() => {})
    await batch({ id: 1, ...FULL })
    await batch({ id: 2, rows: [podRow('x/a', 1)], order: { at: 0, remove: 0, insert: ['x/a'] } })
    expect(one.getState().data[0]).toBe(list.getState().data[0])
  })

  it('keeps the array while only the total changes', async () => {
    const { connection, batch } = page()
    const slice = connection.observe(PODS)
    slice.subscribe(() => {})
    await batch({ id: 1, ...FULL })
    const { data } = slice.getState()
    await batch({ id: 1, total: 3 })
    expect(slice.getState()).toMatchObject({ total: 3 })
    expect(slice.getState().data).toBe(data)
  })

  it('survives a remount: the subscription is released only after a grace', async () => {
    const { clock, connection, sent } = page()
    const slice = connection.observe(PODS)
    slice.subscribe(() => {})()
    await clock.advance(999)
    const undo = slice.subscribe(() => {})
    await clock.advance(5000)
    expect([sent('subscribe').length, sent('unsubscribe').length]).toEqual([1, 0])
    undo()
    undo()
    await clock.advance(1000)
    expect(sent('unsubscribe')).toEqual([{ type: 'unsubscribe', id: 1 }])
    expect(connection.observe(PODS)).not.toBe(slice)
  })

  it('sends nothing for an observer without subscribers, and forgets it', async () => {
    const { clock, connection, channel } = page()
    const slice = connection.observe(PODS)
    expect(connection.observe({ ...PODS })).toBe(slice)
    await clock.advance(1000)
    expect(connection.observe(PODS)).not.toBe(slice)
    await clock.advance(1000)
    expect(clock.pendingTimers).toBe(0)
    expect(channel.posted.map(({ type }) => type)).toEqual(['hello'])
  })

  it('starts over when a forgotten observer is used again', async () => {
    const { clock, connection, sent, batch } = page()
    const slice = connection.observe<KubernetesObject>(PODS)
    slice.subscribe(() => {})()
    await batch({ id: 1, ...FULL })
    await clock.advance(1000)
    expect(slice.getState()).toBe(INITIAL_STATE)
    slice.subscribe(() => {})
    await batch({ id: 1, total: 9 }, { id: 2, ...FULL })
    expect(slice.getState().data.map(object => object.metadata?.name)).toEqual(['a', 'b'])
    expect(sent('subscribe')).toHaveLength(2)
  })

  it('does not wait for a frame that a hidden page never gets', async () => {
    const { clock, connection, channel, sent } = page({ visible: false, subscribe: () => () => {} })
    connection.observe(PODS).subscribe(() => {})
    channel.onMessage({ type: 'batch', updates: [{ id: 1, ...FULL }] })
    await clock.advance(16)
    expect(sent('ack')).toHaveLength(1)
  })

  it.each([
    [
      'refuses',
      { type: 'refused', reason: 'the worker speaks protocol 2' } as const,
      'the worker speaks protocol 2',
    ],
    [
      'welcomes in another protocol',
      { type: 'welcome', version: 7 } as const,
      'the host speaks protocol 7, this page 1',
    ],
  ])('fails in words when the host %s', async (_, message, text) => {
    const { channel, connection } = page()
    const slice = connection.observe(PODS)
    let told = 0
    slice.subscribe(() => told++)
    const call = connection.client.get('pods' as never, {})
    channel.onMessage(message)
    expect(connection.status).toMatchObject({ state: 'failed', error: expect.stringContaining(text) })
    expect(slice.getState().status).toMatchObject({
      link: 'stopped',
      error: { message: expect.stringContaining(text) },
    })
    expect(told).toBe(1)
    await expect(call).rejects.toThrow(text)
    expect(channel.closed).toBe(true)
    expect(connection.observe({ resource: 'late' }).getState().status.error?.message).toContain(text)
  })

  it('fails when the line breaks, with its data left in place', async () => {
    const { channel, connection, batch } = page()
    const slice = connection.observe(PODS)
    slice.subscribe(() => {})
    await batch({ id: 1, ...FULL, status: COMPLETE })
    channel.onFailure('the worker sent a message that cannot be read')
    expect(connection.status.state).toBe('failed')
    expect(slice.getState()).toMatchObject({ total: 2, status: { data: 'complete', link: 'stopped' } })
  })

  it('leaves no timer and posts nothing more after close', async () => {
    const { clock, channel, connection, batch } = page()
    const slice = connection.observe(PODS)
    const undo = slice.subscribe(() => expect.unreachable())
    channel.onMessage({ type: 'batch', updates: [{ id: 1, ...FULL }] })
    connection.close()
    undo()
    expect(clock.pendingTimers).toBe(0)
    expect(channel.posted.at(-1)).toEqual({ type: 'goodbye' })
    const { length } = channel.posted
    await batch({ id: 1, total: 5 })
    slice.subscribe(() => {})
    expect(channel.posted).toHaveLength(length)
    expect(channel.closed).toBe(true)
  })
})
