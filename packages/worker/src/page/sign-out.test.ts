import type { ConnectionError } from '@kube-informer/core'
import { withResolvers } from '@kube-informer/core/internal'
import { createFakeBroadcasts } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import type { ConnectionOptions, ConnectionStatus } from '../api/connection.ts'
import { firstUpdate, openPage, PODS } from '../test/open-page.ts'

/** A page that shows two Pods. */
async function shownPage(options: Partial<ConnectionOptions> = { identity: 'jane' }) {
  const page = openPage(options)
  const slice = page.connection.observe(PODS)
  const totals: number[] = []
  slice.subscribe(() => totals.push(slice.getState().data.length))
  const host = await page.nextHost()
  await page.send(host, firstUpdate(1, 'x/a', 'x/b'))
  const states: ConnectionStatus['state'][] = []
  page.connection.subscribeStatus(({ state }) => states.push(state))
  return { ...page, slice, totals, host, states }
}

describe('signOut', () => {
  it('empties all slices at once, then memory and disk, and closes the connection', async () => {
    const { connection, clock, lifecycle, transport, host, slice, totals, states, settle } = await shownPage()
    const call = connection.client.get('pods', 'x/a')
    let out = false
    const signingOut = connection.signOut().then(() => {
      out = true
    })
    expect(slice.getState()).toMatchObject({
      data: [],
      total: 0,
      groups: [],
      status: { data: 'none', link: 'stopped', error: { message: expect.stringContaining('signed out') } },
    })
    expect(totals).toEqual([2, 0])
    await expect(call).rejects.toThrow('signed out')
    await expect(connection.client.get('pods', 'x/a')).rejects.toThrow('signed out')
    expect(connection.observe({ resource: 'nodes' }).getState().status.error?.message).toContain('signed out')
    host.onMessage({ type: 'batch', updates: [firstUpdate(1, 'x/c')] })
    await settle()
    expect([host.sent('signOut').length, out, states]).toEqual([1, false, []])
    host.onMessage({ type: 'signedOut' })
    await signingOut
    expect(states).toEqual(['signedOut'])
    expect(slice.getState().data).toEqual([])
    expect([transport.closed, clock.pendingTimers, lifecycle.listeners]).toEqual([true, 0, 0])
    await connection.signOut()
    connection.close()
    expect(connection.status.state).toBe('closed')
    await expect(connection.signOut()).rejects.toThrow('the connection was closed')
  })

  it('rejects when the disk could not be erased, and still empties the page', async () => {
    const { connection, host, slice } = await shownPage()
    const signingOut = connection.signOut()
    host.onMessage({ type: 'signedOut', failure: 'the database is blocked' })
    await expect(signingOut).rejects.toThrow('the data on disk could not be erased: the database is blocked')
    expect(connection.status).toMatchObject({ state: 'signedOut', error: 'the database is blocked' })
    expect(slice.getState().data).toEqual([])
  })

  it('reaches the other pages of the same server and identity, and no others', async () => {
    const broadcasts = createFakeBroadcasts()
    const page = async (identity: string, baseUrl = '/k8s') => {
      const tab = broadcasts.agent()
      return { ...(await shownPage({ identity, baseUrl, openBroadcast: tab.open })), tab }
    }
    const [mine, same, other, otherServer] = [
      await page('jane'),
      await page('jane'),
      await page('john'),
      await page('jane', '/other'),
    ]
    void mine.connection.signOut()
    await mine.settle()
    expect(same.slice.getState().data).toEqual([])
    expect(same.host.sent('signOut')).toHaveLength(1)
    expect(other.slice.getState().data).toHaveLength(2)
    expect(otherServer.slice.getState().data).toHaveLength(2)
    same.host.onMessage({ type: 'signedOut' })
    expect(same.connection.status.state).toBe('signedOut')
    for (const { connection, tab } of [mine, same, other, otherServer]) {
      connection.close()
      expect(tab.openCount).toBe(0)
    }
  })

  it('follows the sign-out of another page of the same host', async () => {
    const { connection, host, slice } = await shownPage()
    host.onMessage({ type: 'signedOut' })
    expect(connection.status.state).toBe('signedOut')
    expect(slice.getState().data).toEqual([])
    expect(host.sent('signOut')).toEqual([])
  })

  it('is sent to the next host when the current one ends before it responds', async () => {
    const { connection, transport, nextHost } = await shownPage()
    const signingOut = connection.signOut()
    transport.listener.onLost('the worker has ended')
    const second = await nextHost()
    expect(second.sent('subscribe')).toEqual([])
    expect(second.sent('signOut')).toHaveLength(1)
    second.onMessage({ type: 'signedOut' })
    await signingOut
  })

  it('is sent once the host is ready and the identity is resolved', async () => {
    const broadcasts = createFakeBroadcasts()
    const other = await shownPage({ identity: 'jane', openBroadcast: broadcasts.agent().open })
    const { promise, resolve } = withResolvers<string>()
    const { connection, transport, settle } = openPage({
      identity: () => promise,
      openBroadcast: broadcasts.agent().open,
    })
    const signingOut = connection.signOut()
    const host = transport.host()
    resolve('jane')
    await settle()
    host.welcome()
    expect(host.sent('signOut')).toHaveLength(1)
    host.onMessage({ type: 'signedOut' })
    await signingOut
    expect(other.slice.getState().data).toEqual([])
  })

  it('rejects after the connection has failed, and empties its slices', async () => {
    const { connection, transport, slice, states } = await shownPage()
    transport.listener.onFailure('no worker here')
    expect(slice.getState().data).toHaveLength(2)
    await expect(connection.signOut()).rejects.toThrow('could not be erased: no worker here')
    expect(slice.getState().data).toEqual([])
    expect(states).toEqual(['failed', 'signedOut'])
  })

  it('rejects when the transport fails or the connection is closed meanwhile', async () => {
    const failing = await shownPage()
    const first = failing.connection.signOut()
    failing.transport.listener.onFailure('no worker any more')
    await expect(first).rejects.toThrow('no worker any more')
    expect(failing.connection.status.state).toBe('signedOut')
    const closing = await shownPage()
    const second = closing.connection.signOut().catch((error: ConnectionError) => error)
    closing.connection.close()
    expect(await second).toMatchObject({
      message: expect.stringContaining('the connection was closed before'),
    })
  })

  it('signs out only this page without an identity', async () => {
    const { connection, host, broadcasts } = await shownPage({})
    const signingOut = connection.signOut()
    expect(broadcasts.openCount).toBe(0)
    host.onMessage({ type: 'signedOut' })
    await signingOut
    expect(connection.status.state).toBe('signedOut')
  })
})
