import { FakeClock, pods } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import { hostRig } from '../../test/host-rig.ts'
import { createTestServer, pod } from '../../test/informers.ts'
import type { ClientRequest } from '../../wire/calls.ts'

function rig() {
  const clock = new FakeClock()
  const server = createTestServer({ clock })
  return { clock, server, ...hostRig({ clock, server }) }
}

describe('a call', () => {
  const call = async (request: ClientRequest) => {
    const { clock, server, open } = rig()
    const page = open()
    const answered = page.result()
    page.post({ type: 'clientCall', id: 7, resource: 'pods', ...request })
    await clock.settle()
    return { server, result: await answered }
  }
  const at = { namespace: 'default', name: 'a' }

  it('lists', async () => {
    const { result } = await call({ verb: 'list', options: { namespace: 'default', labelSelector: '!app' } })
    expect(result).toMatchObject({ id: 7, object: { items: [{}, {}, {}, {}] } })
  })

  it('applies, with the options of the client', async () => {
    const object = { apiVersion: 'v1', kind: 'Pod', metadata: { ...at, labels: { by: 'apply' } } }
    const options = { fieldManager: 'me', force: true, dryRun: true }
    const { server, result } = await call({ verb: 'apply', object, options })
    expect(result).toMatchObject({ object: { metadata: { labels: { by: 'apply' } } } })
    expect(server.requests.at(-1)?.query).toMatchObject({ fieldManager: 'me', force: 'true', dryRun: 'All' })
    expect(server.get(pods, 'default/a')?.metadata.labels).toBeUndefined()
  })

  it('deletes a collection', async () => {
    const { server } = await call({
      verb: 'deleteCollection',
      options: { namespace: 'default', labelSelector: '' },
    })
    expect(server.list(pods).map(({ metadata }) => metadata.namespace)).toEqual([
      'kube-system',
      'kube-system',
    ])
  })

  it('patches, replaces, creates, reads and deletes', async () => {
    const patch = { metadata: { annotations: { note: 'patched' } } }
    expect((await call({ verb: 'patch', object: at, patch })).result).toMatchObject({
      object: patch,
    })
    const object = pod('default/a', { note: 'replaced' })
    expect((await call({ verb: 'replace', object })).result).toMatchObject({
      object: { metadata: { annotations: { note: 'replaced' } } },
    })
    const created = await call({ verb: 'create', object: pod('default/z') })
    expect(created.result).toMatchObject({ object: { metadata: { name: 'z' } } })
    expect((await call({ verb: 'get', object: at })).result).toMatchObject({
      object: { metadata: { name: 'a' } },
    })
    expect((await call({ verb: 'delete', object: at })).server.get(pods, 'default/a')).toBeUndefined()
  })

  it('with invalid arguments fails with a UsageError', async () => {
    expect((await call({ verb: 'create', object: 'nothing' })).result).toMatchObject({
      failure: { code: 'UsageError', message: expect.stringContaining('requires an object') },
    })
    expect((await call({ verb: 'get', object: at, options: 'none' })).result).toMatchObject({
      failure: { code: 'UsageError' },
    })
  })

  it('that is cancelled gets no result, and its request is aborted', async () => {
    const { clock, server, open } = rig()
    server.faults.add({ match: { resource: 'pods' }, action: { type: 'delay', ms: 10_000 } })
    const page = open()
    for (const id of [1, 2]) page.post({ type: 'clientCall', id, resource: 'pods', verb: 'get', object: at })
    await clock.advance(1_000)
    page.post({ type: 'cancel', id: 1 })
    page.post({ type: 'cancel', id: 99 })
    await clock.advance(20_000)
    expect(page.posted.flatMap(message => (message.type === 'result' ? [message.id] : []))).toEqual([2])
    page.post({ type: 'clientCall', id: 3, resource: 'pods', verb: 'get', object: at })
    await clock.advance(1_000)
    page.post({ type: 'goodbye' })
    await clock.settle()
    expect(clock.pendingTimers).toBe(0)
  })
})

it('a page that leaves has its streams closed', async () => {
  const { clock, server, open } = rig()
  const page = open()
  const watch = { type: 'streamCall', stream: 1, verb: 'watch', resource: 'pods', options: {} } as const
  const opened = page.result()
  page.post({ ...watch, id: 1 })
  await clock.advance(1000)
  expect([(await opened).failure, server.openWatches]).toEqual([undefined, 1])
  page.post({ type: 'goodbye' })
  await clock.advance(1000)
  expect(server.openWatches).toBe(0)
})

describe('a question about access', () => {
  const ask = {
    type: 'hostCall',
    id: 1,
    verb: 'access',
    resource: 'pods',
    action: 'delete',
    at: {},
  } as const
  const reviewsOf = (server: ReturnType<typeof createTestServer>) =>
    server.requests.filter(({ resource }) => resource === 'selfsubjectaccessreviews').length

  it('is answered once for all pages of an identity, and again after its sign-out', async () => {
    const { clock, server, open } = rig()
    const [one, two] = [open({ identity: 'ada' }), open({ identity: 'ada' })]
    const stranger = open({ identity: 'bob' })
    const answers = [one, two, stranger].map(page => page.result())
    for (const page of [one, two, stranger]) page.post(ask)
    await clock.advance(10)
    expect(await Promise.all(answers)).toEqual(
      [1, 2, 3].map(() => ({ type: 'result', id: 1, object: { allowed: true } })),
    )
    expect(reviewsOf(server)).toBe(2)
    one.post({ type: 'signOut' })
    await clock.settle()
    const back = open({ identity: 'ada' })
    const again = back.result()
    back.post(ask)
    await clock.advance(10)
    expect(await again).toMatchObject({ object: { allowed: true } })
    expect(reviewsOf(server)).toBe(3)
  })
})
