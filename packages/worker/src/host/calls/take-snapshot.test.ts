import { readObject } from '@kube-informer/core'
import { FakeClock, pods } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import type { ConnectionOptions } from '../../api/connection.ts'
import type { Subscription } from '../../api/subscription.ts'
import { connectInline } from '../../inline/index.ts'
import { BASE_URL, createTestServer, informers, pod, TOKEN } from '../../test/informers.ts'

const inNamespace = (value: string) =>
  ({ resource: 'pods', slice: { target: { type: 'index', index: 'namespace', value } } }) as const

function connect(options: Partial<ConnectionOptions> = {}) {
  const clock = new FakeClock()
  const server = createTestServer({ clock })
  const connection = connectInline(informers, {
    ...{ baseUrl: BASE_URL, fetch: server.fetch, clock, getToken: () => TOKEN, ...options },
  })
  const snapshot = async (subscription: Subscription, signal?: AbortSignal) => {
    const taken = connection.snapshot(subscription as Subscription<typeof informers>, { signal })
    // The rejection is awaited below.
    taken.catch(() => {})
    await clock.advance(20_000)
    return taken
  }
  return { clock, server, connection, snapshot }
}

describe('connection.snapshot', () => {
  it('returns the rows, the counts and the resourceVersion of a slice', async () => {
    const { server, connection, snapshot } = connect()
    const { slice } = inNamespace('default')
    const { rows, ...rest } = await snapshot({ resource: 'pods', slice: { ...slice, groupBy: 'phase' } })
    expect(rows.map(row => readObject(row))).toEqual(
      server.list(pods).filter(({ metadata }) => metadata.namespace === 'default'),
    )
    expect(rest).toEqual({
      total: 4,
      groups: [{ value: 'Running', count: 4 }],
      resourceVersion: server.rv,
      isWhole: true,
    })
    connection.close()
  })

  it.each<[boolean, string, Subscription]>([
    [true, 'all objects', { resource: 'pods' }],
    [true, 'all objects, with an empty search', { resource: 'pods', slice: { filter: { text: '' } } }],
    [true, 'a namespace', inNamespace('kube-system')],
    [true, 'the namespace of a scope', { resource: 'pods', scope: { namespace: 'default' } }],
    [true, 'objects with a label', { resource: 'pods', scope: { labelSelector: 'app=web' } }],
    [true, 'an object', { resource: 'pods', slice: { target: { type: 'key', key: 'default/a' } } }],
    [true, 'a window that has all rows', { resource: 'pods', slice: { window: { offset: 0, limit: 50 } } }],
    [false, 'a window', { resource: 'pods', slice: { window: { offset: 0, limit: 2 } } }],
    [false, 'a filter', { resource: 'pods', slice: { filter: { text: 'default' } } }],
    [
      false,
      'an index',
      { resource: 'pods', slice: { target: { type: 'index', index: 'node', value: 'n1' } } },
    ],
    [
      false,
      'an object of a scope',
      {
        resource: 'pods',
        scope: { namespace: 'default' },
        slice: { target: { type: 'key', key: 'default/a' } },
      },
    ],
    [
      false,
      'several namespaces',
      {
        resource: 'pods',
        slice: { target: { type: 'index', index: 'namespace', values: ['default', 'x'] } },
      },
    ],
  ])('isWhole is %s for %s', async (isWhole, _, subscription) => {
    const { connection, snapshot } = connect()
    expect(await snapshot(subscription)).toMatchObject({ isWhole })
    connection.close()
  })

  it('isWhole is false where the namespaces are read one by one', async () => {
    const { server, connection, snapshot } = connect({ namespaces: ['default', 'kube-system'] })
    server.faults.add({ match: { pathPattern: '/api/v1/pods' }, action: { type: 'status', code: 403 } })
    expect(await snapshot({ resource: 'pods' })).toMatchObject({ isWhole: false, total: 6 })
    connection.close()
  })

  it('isWhole is true for a part of what another slice has read', async () => {
    const { connection, snapshot } = connect()
    await snapshot({ resource: 'pods' })
    expect(await snapshot(inNamespace('default'))).toMatchObject({ isWhole: true, total: 4 })
    connection.close()
  })

  it('isWhole is false while a write is pending', async () => {
    const { connection, server, snapshot } = connect()
    await snapshot({ resource: 'pods' })
    server.faults.add({ match: { method: 'DELETE' }, action: { type: 'delay', ms: 60_000 } })
    const at = { namespace: 'default', name: 'a' }
    connection.mutate({ resource: 'pods', verb: 'delete', object: at }).accepted.catch(() => {})
    expect(await snapshot({ resource: 'pods' })).toMatchObject({ isWhole: false, total: 5 })
    connection.close()
  })

  it('rejects with the error of the server, and with the reason of the signal', async () => {
    const { connection, server, snapshot } = connect()
    await expect(snapshot(inNamespace('locked'))).rejects.toMatchObject({ code: 403 })
    server.faults.add({ match: { resource: 'pods' }, action: { type: 'status', code: 503 } })
    await expect(snapshot(inNamespace('other'), AbortSignal.abort('late'))).rejects.toBe('late')
    const stop = new AbortController()
    const pending = snapshot(inNamespace('default'), stop.signal)
    stop.abort('enough')
    await expect(pending).rejects.toBe('enough')
    await expect(snapshot({ resource: 'pods', slice: { target: { type: 'status' } } })).rejects.toThrow(
      /no rows/,
    )
    connection.close()
  })

  it('holds no informer afterwards', async () => {
    const { clock, server, connection, snapshot } = connect()
    server.create(pod('default/more'))
    await snapshot({ resource: 'pods' })
    await clock.advance(3_600_000)
    expect(server.openWatches).toBe(0)
    connection.close()
  })
})
