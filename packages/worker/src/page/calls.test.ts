import { ConnectionError, type KubernetesObject, StatusError, UsageError } from '@kube-informer/core'
import { describe, expect, it } from 'vitest'
import { openPage } from '../test/open-page.ts'
import type { ClientRequest } from '../wire/calls.ts'

const AT = { namespace: 'x', name: 'a' }
const POD = { metadata: AT, spec: {} }

describe('connection.client', () => {
  it('sends each call of the client to the host', async () => {
    const { connection, nextHost } = openPage()
    const { client } = connection
    const host = await nextHost()
    const { signal } = new AbortController()
    const dryRun = { dryRun: true, signal }
    const results = [
      client.get('pods', AT, { resourceVersion: '0' }),
      client.list('pods', { namespace: 'x', limit: 5 }, { signal }),
      client.create('pods', POD),
      client.create('pods', POD, { subresource: 'eviction' }),
      client.replace('pods', POD, dryRun),
      client.patch('pods', AT, { a: 1 }),
      client.patch('pods', AT, [], { type: 'json', fieldManager: 'me' }),
      client.apply('pods', POD, { force: true }),
      client.delete('pods', POD, { gracePeriodSeconds: 0 }),
      client.deleteCollection('pods', { namespace: 'x', labelSelector: 'app=web' }),
      client.scale('deployments', AT, 3, dryRun),
    ]
    const calls = host.sent('clientCall')
    expect(calls.map(({ resource }) => resource)).toEqual([...Array(10).fill('pods'), 'deployments'])
    expect(calls.map(({ type, id, resource, ...request }) => request)).toEqual<ClientRequest[]>([
      { verb: 'get', object: AT, options: { resourceVersion: '0' } },
      { verb: 'list', options: { namespace: 'x', limit: 5 } },
      { verb: 'create', object: POD },
      { verb: 'create', object: POD, options: { subresource: 'eviction' } },
      { verb: 'replace', object: POD, options: { dryRun: true } },
      { verb: 'patch', object: AT, patch: { a: 1 } },
      { verb: 'patch', object: AT, patch: [], options: { type: 'json', fieldManager: 'me' } },
      { verb: 'apply', object: POD, options: { force: true } },
      { verb: 'delete', object: AT, options: { gracePeriodSeconds: 0 } },
      { verb: 'deleteCollection', options: { namespace: 'x', labelSelector: 'app=web' } },
      {
        verb: 'patch',
        object: AT,
        patch: { spec: { replicas: 3 } },
        options: { dryRun: true, subresource: 'scale' },
      },
    ])
    for (const { id } of host.sent('clientCall')) host.onMessage({ type: 'result', id, object: id })
    expect(await Promise.all(results)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  })

  it('rejects with the error of the host', async () => {
    const { connection, nextHost } = openPage()
    const host = await nextHost()
    const failing = (failure: { message: string; status?: object; code?: string }) => {
      const call = connection.client.get('pods', AT).catch((error: unknown) => error)
      host.onMessage({
        type: 'result',
        id: host.sent('clientCall').length,
        failure: failure as { message: string },
      })
      return call
    }
    const error = await failing({
      message: 'get pods "a": not here',
      status: { code: 404, message: 'not here' },
    })
    expect(error).toBeInstanceOf(StatusError)
    expect(error).toMatchObject({ code: 404, message: 'get pods "a": not here' })
    expect(await failing({ message: 'mine', code: 'UsageError' })).toBeInstanceOf(UsageError)
    expect(await failing({ message: 'offline', code: 'ConnectionError' })).toBeInstanceOf(ConnectionError)
    expect(await failing({ message: 'garbage' })).toMatchObject({ name: 'Error', message: 'garbage' })
  })

  it('queues calls until a host is ready, in order', async () => {
    const { connection, transport, settle } = openPage()
    const calls = [connection.client.get('pods', 'x/a'), connection.client.get('pods', 'x/b')]
    const host = transport.host()
    await settle()
    expect(host.sent('clientCall')).toEqual([])
    host.welcome()
    expect(host.sent('clientCall').map(call => 'object' in call && call.object)).toEqual([
      { namespace: 'x', name: 'a' },
      { namespace: 'x', name: 'b' },
    ])
    host.onMessage({ type: 'result', id: 2, object: 'B' })
    host.onMessage({ type: 'result', id: 1, object: 'A' })
    expect(await Promise.all(calls)).toEqual(['A', 'B'])
  })

  it('rejects only the calls that were in flight when the host ended', async () => {
    const { connection, transport, nextHost } = openPage()
    const first = await nextHost()
    const lost = connection.client.delete('pods', AT)
    transport.listener.onLost('the worker has ended')
    await expect(lost).rejects.toThrow(
      'the worker has ended while the call was under way: whether it has happened is unknown',
    )
    await expect(lost).rejects.toBeInstanceOf(ConnectionError)
    const next = connection.client.get('pods', AT)
    const second = await nextHost()
    first.onMessage({ type: 'result', id: 2, object: 'of the ended host' })
    second.onMessage({ type: 'result', id: 2, object: 'of the next host' })
    expect(await next).toBe('of the next host')
    expect(second.sent('clientCall')).toHaveLength(1)
  })

  it('rejects when its signal aborts, before and after it was sent', async () => {
    const { connection, nextHost } = openPage()
    const { client } = connection
    await expect(client.get('pods', AT, { signal: AbortSignal.abort() })).rejects.toThrow('aborted')
    const waiting = new AbortController()
    const unsent = client.get('pods', AT, { signal: waiting.signal })
    waiting.abort(new Error('enough'))
    await expect(unsent).rejects.toThrow('enough')
    const host = await nextHost()
    expect(host.sent('clientCall')).toEqual([])
    const running = new AbortController()
    const sent = client.get('pods', AT, { signal: running.signal })
    const [call] = host.sent('clientCall')
    running.abort()
    await expect(sent).rejects.toThrow('aborted')
    expect(host.sent('cancel')).toEqual([{ type: 'cancel', id: call?.id }])
  })

  it('does not cancel a settled call', async () => {
    const { connection, nextHost, settle } = openPage()
    const host = await nextHost()
    const abort = new AbortController()
    const call = connection.client.get('pods', AT, { signal: abort.signal })
    host.onMessage({ type: 'result', id: 1, object: 'a' })
    await call
    await settle()
    abort.abort()
    expect(host.sent('cancel')).toEqual([])
  })

  it('rejects a call that cannot be cloned for the host', async () => {
    const { connection, nextHost } = openPage()
    const host = await nextHost()
    host.post = message => void structuredClone(message)
    const call = connection.client.create('pods', { metadata: AT, spec: () => {} } as KubernetesObject)
    await expect(call).rejects.toThrow('the call cannot be sent to the host')
    await expect(call).rejects.toBeInstanceOf(UsageError)
  })

  it('rejects pending and later calls when the connection is closed', async () => {
    const { connection, nextHost } = openPage()
    await nextHost()
    const call = connection.client.get('pods', AT)
    connection.close()
    await expect(call).rejects.toThrow('the connection was closed')
    await expect(connection.client.get('pods', AT)).rejects.toThrow('the connection was closed')
  })
})
