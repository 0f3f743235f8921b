import { describe, expect, it } from 'vitest'
import { describeConnection } from '../../test/conformance.ts'
import { BASE_URL, informers } from '../../test/informers.ts'
import { steerWorker } from '../../test/steer-worker.ts'
import type { Connection, ConnectionStatus } from '../connection.ts'
import { connectInformers } from './connect-informers.ts'

let workers = 0

describeConnection('connectInformers', async options => {
  const name = `informers-${++workers}`
  const steering = steerWorker(name)
  const connection = connectInformers(informers, {
    ...options,
    worker: () =>
      new Worker(new URL('../../test/informers.worker.ts', import.meta.url), { type: 'module', name }),
  })
  return { connection, server: await steering }
})

const failure = (connection: Connection<typeof informers>): Promise<ConnectionStatus> =>
  new Promise(resolve => connection.subscribeStatus(status => status.state === 'failed' && resolve(status)))

describe('a worker that does not serve', () => {
  it.each([
    [
      'throws',
      () => new Worker(new URL('../../test/broken.worker.ts', import.meta.url), { type: 'module' }),
      /the worker did not start: .*this worker is broken/,
    ],
    [
      'does not exist',
      () => new Worker('/no/such/worker.js', { type: 'module' }),
      /the worker did not start: its script could not be loaded/,
    ],
    [
      'speaks another protocol',
      () => new Worker(new URL('../../test/future.worker.ts', import.meta.url), { type: 'module' }),
      /the worker speaks protocol 99/,
    ],
    [
      'cannot be made',
      () => {
        throw new Error('refused by policy')
      },
      /the worker could not be started: Error: refused by policy/,
    ],
  ])('because it %s makes the connection fail in words', async (_, worker, text) => {
    const connection = connectInformers(informers, { baseUrl: BASE_URL, worker })
    const call = connection.client.get('pods', { namespace: 'default', name: 'a' })
    const [status] = await Promise.all([failure(connection), expect(call).rejects.toThrow(text)])
    expect(status.error).toMatch(text)
    expect(connection.observe({ resource: 'pods' }).getState().status.error?.message).toMatch(text)
    connection.close()
    expect(connection.status.state).toBe('closed')
  })
})

describe('a page', () => {
  it('means a path of its own origin when it says /k8s', async () => {
    const sent: unknown[] = []
    const connection = connectInformers(informers, {
      baseUrl: '/k8s',
      worker: () => {
        const worker = new Worker(new URL('../../test/future.worker.ts', import.meta.url), { type: 'module' })
        worker.postMessage = (message: unknown) => sent.push(message)
        return worker
      },
    })
    expect(sent).toEqual([expect.objectContaining({ type: 'hello', baseUrl: `${location.origin}/k8s` })])
    connection.close()
  })

  it('refuses a call whose object cannot cross to the worker', async () => {
    const connection = connectInformers(informers, {
      baseUrl: BASE_URL,
      worker: () =>
        new Worker(new URL('../../test/informers.worker.ts', import.meta.url), { type: 'module' }),
    })
    const object = { metadata: { namespace: 'default', name: 'a' }, spec: () => {} }
    await expect(connection.client.create('pods', object)).rejects.toThrow(
      'the call cannot be sent to the host',
    )
    connection.close()
  })
})
