import { withResolvers } from '@kube-informer/core/internal'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import type { Connection, ConnectionStatus } from '../api/connection.ts'
import { definitionsFingerprint } from '../api/definition.ts'
import type { SliceState } from '../api/subscription.ts'
import { HOSTS, openWorkers } from '../test/browser-hosts.ts'
import { becomes, describeConnection, reaches } from '../test/conformance/index.ts'
import { fakeLifecycle } from '../test/fake-lifecycle.ts'
import { BASE_URL, informers, pod, TOKEN } from '../test/informers.ts'
import { leadershipName } from '../wire/leadership.ts'
import { PROTOCOL_VERSION } from '../wire/protocol.ts'
import { connectInformers } from './connect-informers.ts'

const PODS = { resource: 'pods' } as const
const isComplete = ({ status }: SliceState<unknown>): boolean => status.data === 'complete'

// The other hosts: connect-informers.slow.browser.test.ts.
describeConnection('dedicated', HOSTS.dedicated)

describe("host: 'auto'", () => {
  it.each([
    ['shared', 'one shared worker for all tabs', {}],
    ['leader', /^one tab leads and serves all tabs/, { sharedWorker: undefined }],
    ['dedicated', /without an identity/, { identity: undefined }],
    [
      'leader',
      /^host 'shared' was left: the worker could not be started: .*rejected by policy/,
      { sharedWorker: rejected },
    ],
    [
      'leader',
      /^host 'shared' was left: the shared worker did not start: its script could not be loaded/,
      { sharedWorker: () => new SharedWorker('/no/such/worker.js') },
    ],
    [
      'leader',
      /^host 'shared' was left: the shared worker did not start: its script could not be loaded, or threw/,
      { sharedWorker: () => new SharedWorker(URL.createObjectURL(new Blob(['throw 1']))) },
    ],
  ])('chooses the best available host: %s (%s)', async (host, reason, chosen) => {
    const { connection, end } = await openWorkers(
      { baseUrl: BASE_URL, getToken: () => TOKEN, identity: 'jane' },
      { host: 'auto', ...chosen },
    )
    expect((await reaches(connection, PODS, isComplete)).total).toBe(6)
    expect(connection.status).toMatchObject({ host, state: 'ready' })
    expect(connection.status.reason).toMatch(reason)
    connection.close()
    end?.()
  })
})

/** As WebKit: there, a shared worker cannot clone a key. */
const keysNeedDocument = /AppleWebKit/.test(navigator.userAgent) && !/Chrome/.test(navigator.userAgent)

it('encrypts in the best host that can store keys', async () => {
  const { connection, end } = await openWorkers(
    { baseUrl: BASE_URL, getToken: () => TOKEN, identity: 'jane' },
    { host: 'auto' },
    'encrypting.worker.ts',
  )
  await becomes(connection, ({ host }) => host === (keysNeedDocument ? 'leader' : 'shared'))
  await reaches(connection, PODS, isComplete)
  await becomes(connection, ({ storage }) => storage.state === 'on' && (storage.usedBytes ?? 0) > 0)
  if (keysNeedDocument) expect(connection.status.reason).toMatch(/cannot store encryption keys/)
  connection.close()
  end?.()
})

it('says why nothing is stored, where the host is to be a shared worker that cannot store keys', async () => {
  const { connection, end } = await openWorkers(
    { baseUrl: BASE_URL, getToken: () => TOKEN, identity: 'jane' },
    { host: 'shared' },
    'encrypting.worker.ts',
  )
  expect((await reaches(connection, PODS, isComplete)).total).toBe(6)
  await becomes(connection, ({ storage }) => storage.state === 'failed' || (storage.usedBytes ?? 0) > 0)
  expect(connection.status).toMatchObject({ host: 'shared', state: 'ready' })
  const { state, usedBytes = 0, reason } = connection.status.storage
  expect([state, usedBytes > 0]).toEqual(keysNeedDocument ? ['failed', false] : ['on', true])
  if (keysNeedDocument)
    expect(reason).toMatch(
      /a shared worker of this browser cannot store encryption keys; with the host 'auto'/,
    )
  connection.close()
  end?.()
})

it('falls back from a shared worker that never responds', async () => {
  const mute = URL.createObjectURL(new Blob(['0'], { type: 'text/javascript' }))
  const clock = new FakeClock({ quietTicks: 50 })
  const { connection, end } = await openWorkers(
    { baseUrl: BASE_URL, getToken: () => TOKEN, identity: 'jane', clock },
    { host: 'auto', sharedWorker: () => new SharedWorker(mute) },
  )
  await clock.advance(29_000)
  expect(connection.status).toMatchObject({ host: 'shared', state: 'connecting' })
  await clock.advance(4000)
  const reached = reaches(connection, PODS, isComplete)
  let isReached = false
  void reached.then(() => {
    isReached = true
  })
  // The leader starts in real time. If it starts late, the page replaces it after a wait of its own.
  const afterMoreTime = async () => {
    await clock.advance(400)
    return isReached
  }
  await expect.poll(afterMoreTime).toBe(true)
  expect((await reached).total).toBe(6)
  expect(connection.status.host).toBe('leader')
  expect(connection.status.reason).toBe("host 'shared' was left: the worker does not start")
  connection.close()
  end?.()
})

describe.each(['dedicated', 'shared', 'leader'] as const)('a %s worker that crashes', host => {
  it('is replaced by one that resumes from disk without a list', async () => {
    const { connection, server, kill, end } = await openWorkers(
      { baseUrl: BASE_URL, getToken: () => TOKEN, identity: 'jane' },
      { host },
    )
    await reaches(connection, PODS, isComplete)
    await becomes(connection, ({ storage }) => storage.state === 'on' && (storage.usedBytes ?? 0) > 0)
    kill?.()
    await server.put(pod('default/z'))
    expect((await reaches(connection, PODS, ({ total }) => total === 7)).total).toBe(7)
    expect([await server.count('list'), connection.status.restarts]).toEqual([1, 1])
    connection.close()
    end?.()
  })
})

describe('a tab', () => {
  it('preempts a leader that does not respond', async () => {
    const name = `silent-${crypto.randomUUID()}`
    const lock = leadershipName(name, PROTOCOL_VERSION, definitionsFingerprint(informers))
    const silent = navigator.locks.request(lock, () => new Promise(() => {})).catch(({ name }) => name)
    const clock = new FakeClock({ quietTicks: 50 })
    const { connection, end } = await openWorkers(
      { baseUrl: BASE_URL, getToken: () => TOKEN, clock },
      { host: 'leader', name },
    )
    await clock.advance(3000)
    expect(connection.status).toMatchObject({ state: 'connecting' })
    await clock.advance(3000)
    expect(await silent).toBe('AbortError')
    expect((await reaches(connection, PODS, isComplete)).total).toBe(6)
    expect(connection.status).toMatchObject({ role: 'leader', state: 'ready' })
    connection.close()
    end?.()
  })

  it.each(['shared', 'leader'] as const)(
    'that returns from the back/forward cache keeps its rows and continues (%s)',
    async host => {
      const lifecycle = fakeLifecycle()
      const { connection, server, another, end } = await openWorkers(
        { baseUrl: BASE_URL, getToken: () => TOKEN, identity: 'jane', lifecycle },
        { host },
      )
      await reaches(connection, PODS, isComplete)
      const sameUser = another({ baseUrl: BASE_URL, getToken: () => TOKEN, identity: 'jane' })
      await reaches(sameUser, PODS, isComplete)
      const totals: number[] = []
      const stop = connection.subscribe(PODS, ({ data }) => totals.push(data.length))
      lifecycle.emit('leave')
      await server.put(pod('default/z'))
      await reaches(sameUser, PODS, ({ total }) => total === 7)
      expect(connection.status.state).toBe('connecting')
      lifecycle.emit('resume')
      expect((await reaches(connection, PODS, ({ total }) => total === 7)).total).toBe(7)
      stop()
      expect(totals.filter(total => total < 6)).toEqual([])
      if (host === 'leader')
        expect([connection.status.role, sameUser.status.role]).toEqual(['follower', 'leader'])
      connection.close()
      sameUser.close()
      end?.()
    },
  )
})

function rejected(): never {
  throw new Error('rejected by policy')
}

const failure = (connection: Connection<typeof informers>): Promise<ConnectionStatus> =>
  new Promise(resolve => connection.subscribeStatus(status => status.state === 'failed' && resolve(status)))

describe('a worker that does not serve', () => {
  it.each([
    [
      'throws',
      () => new Worker(new URL('../test/broken.worker.ts', import.meta.url), { type: 'module' }),
      /the worker did not start: .*this worker is broken/,
    ],
    [
      'does not exist',
      () => new Worker('/no/such/worker.js', { type: 'module' }),
      /the worker did not start: its script could not be loaded/,
    ],
    [
      'uses another protocol',
      () => new Worker(new URL('../test/future.worker.ts', import.meta.url), { type: 'module' }),
      /the worker uses protocol 99/,
    ],
    [
      'cannot be created',
      () => {
        throw new Error('rejected by policy')
      },
      /the worker could not be started: Error: rejected by policy/,
    ],
  ])('because it %s fails the connection with a reason', async (_, worker, text) => {
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
  it('resolves a path like /k8s against its own origin', async () => {
    const { promise: sent, resolve } = withResolvers<unknown>()
    const connection = connectInformers(informers, {
      baseUrl: '/k8s',
      worker: () => {
        const worker = new Worker(new URL('../test/future.worker.ts', import.meta.url), { type: 'module' })
        worker.postMessage = resolve
        return worker
      },
    })
    expect(await sent).toMatchObject({ type: 'hello', baseUrl: `${location.origin}/k8s` })
    connection.close()
  })

  it('rejects a call whose object cannot be cloned for the worker', async () => {
    const connection = connectInformers(informers, {
      baseUrl: BASE_URL,
      worker: () => new Worker(new URL('../test/informers.worker.ts', import.meta.url), { type: 'module' }),
    })
    const object = { metadata: { namespace: 'default', name: 'a' }, spec: (): void => {} }
    await expect(connection.client.create('pods', object as never)).rejects.toThrow(
      'the call cannot be sent to the host',
    )
    connection.close()
  })
})
