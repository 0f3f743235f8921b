import { FakeClock } from '@kube-informer/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { seededRandom } from '../object/random.ts'
import { pods } from '../object/resources.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { ask, POD_SPEC, pod } from '../test/fixtures.ts'

const POD = '/api/v1/namespaces/default/pods/a'

let server: FakeApiserver
beforeEach(() => {
  server = createFakeApiserver({ clock: new FakeClock(), random: seededRandom(1) })
})

test('no action happens in a namespace that does not exist', async () => {
  const { code, body } = await ask(server, 'POST', '/api/v1/namespaces/none/pods/a/binding', {
    ...{ metadata: { name: 'a' }, target: { name: 'n' } },
  })
  expect([code, body.message]).toEqual([404, 'namespaces "none" not found'])
})

describe('a binding', () => {
  const bind = (query = '') =>
    ask(server, 'POST', `${POD}/binding${query}`, { metadata: { name: 'a' }, target: { name: 'n' } })

  test('of a Pod that is being deleted is a conflict', async () => {
    server.create({
      ...pod('a', { spec: POD_SPEC }),
      metadata: { name: 'a', namespace: 'default', finalizers: ['e.com/x'] },
    })
    await ask(server, 'DELETE', POD)
    expect((await bind()).body).toMatchObject({
      code: 409,
      message:
        'Operation cannot be fulfilled on pods/binding "a": pod a is being deleted, cannot be assigned to a host',
    })
  })

  test('replaces the condition of its type', async () => {
    const conditions = [
      { type: 'PodScheduled', status: 'False', reason: 'Unschedulable' },
      { type: 'Other', status: 'True' },
    ] as const
    server.create(pod('a', { spec: POD_SPEC, status: { conditions } }))
    await bind()
    expect(server.get(pods, 'default/a')?.status?.conditions).toEqual([
      { type: 'Other', status: 'True' },
      {
        ...{ type: 'PodScheduled', status: 'True' },
        ...{ lastProbeTime: null, lastTransitionTime: '2026-01-01T00:00:00Z' },
      },
    ])
  })

  test('as a dry run binds nothing', async () => {
    server.create(pod('a', { spec: POD_SPEC }))
    expect((await bind('?dryRun=All')).code).toBe(201)
    expect(server.get(pods, 'default/a')?.spec).not.toHaveProperty('nodeName')
  })
})

describe('an eviction', () => {
  const evict = (body: object, query = '') => ask(server, 'POST', `${POD}/eviction${query}`, body)
  const metadata = { name: 'a' }
  beforeEach(() => {
    server.create(pod('a', { spec: { ...POD_SPEC, nodeName: 'n', terminationGracePeriodSeconds: 30 } }))
  })
  const stored = () => server.get(pods, 'default/a')

  test('names its Pod', async () => {
    const { code, body } = await evict({ metadata: { name: 'b' } })
    expect([code, body.message]).toEqual([400, 'name in URL does not match name in Eviction object'])
    expect(stored()?.metadata).not.toHaveProperty('deletionTimestamp')
  })

  test('has the options of a delete', async () => {
    await evict({ metadata, deleteOptions: { gracePeriodSeconds: 5 } })
    expect(stored()?.metadata?.deletionGracePeriodSeconds).toBe(5)
  })

  test('as a dry run of either kind evicts nothing', async () => {
    const { rv } = server
    expect((await evict({ metadata }, '?dryRun=All')).code).toBe(201)
    expect((await evict({ metadata, deleteOptions: { dryRun: ['All'] } })).code).toBe(201)
    expect(server.rv).toBe(rv)
  })
})

test.each<[object, object, string]>([
  [{}, { audiences: ['https://kubernetes.default.svc'], expirationSeconds: 3600 }, '2026-01-01T01:00:00Z'],
  [{ audiences: [] }, { audiences: ['https://kubernetes.default.svc'] }, '2026-01-01T01:00:00Z'],
  [
    { audiences: ['a', 'b'], expirationSeconds: 60 },
    { audiences: ['a', 'b'], expirationSeconds: 60, boundObjectRef: null },
    '2026-01-01T00:01:00Z',
  ],
])('a token for %j', async (spec, expected, expirationTimestamp) => {
  server.create({ kind: 'ServiceAccount', apiVersion: 'v1', metadata: { name: 'sa' } })
  const path = '/api/v1/namespaces/default/serviceaccounts/sa/token'
  expect((await ask(server, 'POST', path, { spec })).body).toMatchObject({
    metadata: { name: 'sa', namespace: 'default', creationTimestamp: '2026-01-01T00:00:00Z' },
    spec: expected,
    status: { token: 'fake.default.sa', expirationTimestamp },
  })
})
