import { FakeClock } from '@kube-informer/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { seededRandom } from '../object/random.ts'
import { pods } from '../object/resources.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { ask, POD_SPEC, pod } from '../test/fixtures.ts'

const POD = '/api/v1/namespaces/default/pods/a'
const MERGE = 'application/merge-patch+json'

let server: FakeApiserver
beforeEach(() => {
  server = createFakeApiserver({ clock: new FakeClock(), random: seededRandom(1) })
})

describe('binding', () => {
  const bind = (body: object) => ask(server, 'POST', `${POD}/binding`, body)
  const order = { metadata: { name: 'a' }, target: { kind: 'Node', name: 'n1' } }

  test('assigns a Pod to a node, once', async () => {
    server.create(pod('a', { spec: POD_SPEC }))
    expect((await bind(order)).body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      code: 201,
    })
    expect(server.get(pods, 'default/a')).toMatchObject({
      spec: { nodeName: 'n1' },
      status: { conditions: [{ type: 'PodScheduled', status: 'True' }] },
    })
    expect((await bind(order)).body).toMatchObject({
      code: 409,
      message: 'Operation cannot be fulfilled on pods/binding "a": pod a is already assigned to node "n1"',
    })
  })

  test('reports errors', async () => {
    server.create(pod('a', { spec: POD_SPEC }))
    expect((await bind({ target: { name: 'n1' } })).body.message).toBe(
      'name in URL does not match name in Binding object',
    )
    expect((await bind({ metadata: { name: 'a' } })).body.message).toBe('target.name: Required value')
    server.delete(pod('a'))
    expect((await bind(order)).code).toBe(404)
  })
})

test('an eviction returns its reason or deletes', async () => {
  server.create(pod('a', { spec: { ...POD_SPEC, nodeName: 'n', terminationGracePeriodSeconds: 30 } }))
  expect((await ask(server, 'POST', `${POD}/eviction`, { metadata: { name: 'a' } })).code).toBe(201)
  expect(server.get(pods, 'default/a')).toMatchObject({
    metadata: { deletionGracePeriodSeconds: 30 },
    status: { conditions: [{ type: 'DisruptionTarget', reason: 'EvictionByEvictionAPI' }] },
  })
})

test('a token for a service account', async () => {
  server.create({ kind: 'ServiceAccount', apiVersion: 'v1', metadata: { name: 'sa' } })
  const path = '/api/v1/namespaces/default/serviceaccounts/sa/token'
  expect((await ask(server, 'POST', path, { spec: { expirationSeconds: 600 } })).body).toMatchObject({
    kind: 'TokenRequest',
    status: { token: expect.any(String), expirationTimestamp: '2026-01-01T00:10:00Z' },
  })
})

describe('scale', () => {
  const path = '/apis/apps/v1/namespaces/default/deployments/d'
  const scale = (method: string, body?: object) =>
    ask(server, method, `${path}/scale`, body, method === 'PATCH' ? MERGE : undefined)
  beforeEach(async () => {
    await ask(server, 'POST', '/apis/apps/v1/namespaces/default/deployments', {
      metadata: { name: 'd' },
      spec: {
        selector: { matchLabels: { app: 'a' } },
        template: { metadata: { labels: { app: 'a' } }, spec: POD_SPEC },
      },
    })
  })

  test('reads and sets the number of replicas', async () => {
    expect((await scale('GET')).body).toMatchObject({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      spec: { replicas: 1 },
      status: { replicas: 0, selector: 'app=a' },
    })
    expect((await scale('PATCH', { spec: { replicas: 5 } })).body.spec).toEqual({ replicas: 5 })
    expect((await ask(server, 'GET', path)).body).toMatchObject({
      metadata: { generation: 2 },
      spec: { replicas: 5 },
    })
  })

  test('reports errors', async () => {
    expect((await scale('PUT', { spec: { replicas: 5 } })).body.message).toBe(
      'the name of the object (d based on URL) was undeterminable: name must be provided',
    )
    expect((await scale('PATCH', { spec: { replicas: -5 } })).body.message).toBe(
      'Scale.autoscaling "d" is invalid: spec.replicas: Invalid value: -5: must be greater than or equal to 0',
    )
    const stale = { metadata: { name: 'd', resourceVersion: '1' }, spec: { replicas: 2 } }
    expect((await scale('PUT', stale)).code).toBe(409)
  })
})
