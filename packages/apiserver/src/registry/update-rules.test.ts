import type { KubernetesObject } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { seededRandom } from '../object/random.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { type Answer, ask, POD_SPEC } from '../test/fixtures.ts'

const MERGE = 'application/merge-patch+json'
const APPS = '/apis/apps/v1/namespaces/default'
const CORE = '/api/v1/namespaces/default'

let clock: FakeClock
let server: FakeApiserver
beforeEach(() => {
  clock = new FakeClock()
  server = createFakeApiserver({ clock, random: seededRandom(1) })
})

const patch = async (path: string, body: object): Promise<Answer['body']> =>
  (await ask(server, 'PATCH', path, body, MERGE)).body
const create = (object: KubernetesObject): KubernetesObject => server.create(object)
const OWNER = { apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u' }
const template = { metadata: { labels: { app: 'a' } }, spec: POD_SPEC }
const WORKLOAD = { selector: { matchLabels: { app: 'a' } }, template }

describe('the generation', () => {
  const EVENT = { metadata: { annotations: { a: '1' } } }
  test.each<[string, object, object, number]>([
    ['a spec', { spec: { paused: true } }, {}, 2],
    ['a status', { status: { replicas: 1 } }, {}, 1],
    ['annotations of a Deployment', EVENT, {}, 2],
    ['labels of a Deployment', { metadata: { labels: { x: '1' } } }, {}, 1],
  ])('after a change of %s', async (_name, body, _more, expected) => {
    await ask(server, 'POST', `${APPS}/deployments`, { metadata: { name: 'd' }, spec: WORKLOAD })
    expect((await patch(`${APPS}/deployments/d`, body)).metadata?.generation).toBe(expected)
  })

  test('counts labels of an EndpointSlice, and annotations of other kinds do not count', async () => {
    const path = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices'
    await ask(server, 'POST', path, { metadata: { name: 's' }, addressType: 'IPv4', endpoints: [] })
    expect((await patch(`${path}/s`, { metadata: { annotations: { a: '1' } } })).metadata?.generation).toBe(1)
    expect((await patch(`${path}/s`, { metadata: { labels: { a: '1' } } })).metadata?.generation).toBe(2)
    expect(
      (await patch(`${path}/s`, { addressType: 'IPv4', ports: [{ port: 80 }] })).metadata?.generation,
    ).toBe(3)
  })

  test('is not counted by a write of the status, nor for kinds without it', async () => {
    await ask(server, 'POST', `${APPS}/deployments`, { metadata: { name: 'd' }, spec: WORKLOAD })
    const path = `${APPS}/deployments/d/status`
    const { metadata } = await patch(path, { metadata: { annotations: { a: '1' } }, status: { replicas: 0 } })
    expect(metadata).toMatchObject({ generation: 1, annotations: { a: '1' } })
    await ask(server, 'POST', `${CORE}/configmaps`, { metadata: { name: 'a' } })
    expect((await patch(`${CORE}/configmaps/a`, { data: { a: '1' } })).metadata).not.toHaveProperty(
      'generation',
    )
  })
})

describe('a write of the status', () => {
  const change = {
    metadata: { labels: { x: '1' }, annotations: { y: '1' }, ownerReferences: [OWNER] },
    status: { message: 'm' },
  }

  test('of a Pod does not change its owners', async () => {
    create({
      kind: 'Pod',
      apiVersion: 'v1',
      metadata: { name: 'p', namespace: 'default' },
      spec: POD_SPEC,
    } as object)
    const { metadata } = await patch(`${CORE}/pods/p/status`, change)
    expect(metadata).toMatchObject({ labels: { x: '1' }, annotations: { y: '1' } })
    expect(metadata).not.toHaveProperty('ownerReferences')
  })

  test('of another kind changes its metadata', async () => {
    create({ kind: 'Node', apiVersion: 'v1', metadata: { name: 'n' } })
    const { metadata } = await patch('/api/v1/nodes/n/status', { ...change, status: { phase: 'x' } })
    expect(metadata).toMatchObject({ labels: { x: '1' }, ownerReferences: [OWNER] })
  })

  test('of a Deployment keeps its labels, of a Job all metadata', async () => {
    await ask(server, 'POST', `${APPS}/deployments`, {
      metadata: { name: 'd', labels: { l: '1' } },
      spec: WORKLOAD,
    })
    const deployment = await patch(`${APPS}/deployments/d/status`, { ...change, status: { replicas: 0 } })
    expect(deployment.metadata).toMatchObject({ labels: { l: '1' }, ownerReferences: [OWNER] })
    const jobs = '/apis/batch/v1/namespaces/default/jobs'
    const spec = { template: { spec: { ...POD_SPEC, restartPolicy: 'Never' } } }
    await ask(server, 'POST', jobs, { metadata: { name: 'j' }, spec })
    const job = await patch(`${jobs}/j/status`, { ...change, status: { active: 1 } })
    expect(job).toMatchObject({ metadata: { name: 'j' }, status: { active: 1 } })
    for (const member of ['annotations', 'ownerReferences']) expect(job.metadata).not.toHaveProperty(member)
  })

  test('does not change the spec, and a write of the spec not the status', async () => {
    create({ kind: 'Node', apiVersion: 'v1', metadata: { name: 'n' } })
    const both = { spec: { unschedulable: true }, status: { phase: 'x' } }
    expect(await patch('/api/v1/nodes/n/status', both)).toMatchObject({ status: { phase: 'x' } })
    expect(
      (await patch('/api/v1/nodes/n', { spec: { podCIDR: '10.0.0.0/24' }, status: { phase: 'y' } })).status,
    ).toMatchObject({
      phase: 'x',
    })
    expect((await ask(server, 'GET', '/api/v1/nodes/n')).body.spec).not.toHaveProperty('unschedulable')
  })
})

describe('what the server owns', () => {
  test('an object that was stored without a creation time may get one, and nothing else', async () => {
    await ask(server, 'POST', `${CORE}/configmaps`, { metadata: { name: 'a' } })
    const before = (await ask(server, 'GET', `${CORE}/configmaps/a`)).body.metadata
    const { metadata } = await patch(`${CORE}/configmaps/a`, {
      metadata: { labels: { x: '1' }, creationTimestamp: null, uid: null, selfLink: '/x' },
    })
    expect(metadata).toMatchObject({ uid: before?.uid, creationTimestamp: before?.creationTimestamp })
    expect(metadata).not.toHaveProperty('selfLink')
  })

  test('immutable fields of a kind are checked by its own writes', async () => {
    const path = '/apis/storage.k8s.io/v1/storageclasses'
    await ask(server, 'POST', path, { metadata: { name: 's' }, provisioner: 'a' })
    expect((await patch(`${path}/s`, { provisioner: 'b' })).message).toMatch(
      /provisioner: .*immutable|Forbidden/,
    )
    expect((await patch(`${path}/s`, { metadata: { labels: { x: '1' } } })).metadata?.labels).toEqual({
      x: '1',
    })
  })
})

describe('an object that is being deleted', () => {
  const held = (metadata: object = {}) =>
    create({
      ...{ kind: 'ConfigMap', apiVersion: 'v1' },
      metadata: { name: 'a', namespace: 'default', finalizers: ['e.com/x', 'e.com/y'], ...metadata },
    })
  const exists = async () => (await ask(server, 'GET', `${CORE}/configmaps/a`)).code === 200

  test('goes with its last finalizer', async () => {
    held()
    await ask(server, 'DELETE', `${CORE}/configmaps/a`)
    await patch(`${CORE}/configmaps/a`, { metadata: { finalizers: ['e.com/x'] } })
    expect(await exists()).toBe(true)
    const dry = await ask(
      server,
      'PATCH',
      `${CORE}/configmaps/a?dryRun=All`,
      { metadata: { finalizers: [] } },
      MERGE,
    )
    expect([dry.code, await exists()]).toEqual([200, true])
    await patch(`${CORE}/configmaps/a`, { metadata: { finalizers: [] } })
    expect(await exists()).toBe(false)
  })

  test('stays during its grace period', async () => {
    held({ deletionTimestamp: '2026-01-01T00:01:00Z', deletionGracePeriodSeconds: 60 })
    await patch(`${CORE}/configmaps/a`, { metadata: { finalizers: [] } })
    expect(await exists()).toBe(true)
  })

  test('without a deletion, an object without finalizers stays', async () => {
    held()
    await patch(`${CORE}/configmaps/a`, { metadata: { finalizers: [] } })
    expect(await exists()).toBe(true)
  })
})

describe('a new object', () => {
  test('by PUT with a uid is a conflict, which names its storage key', async () => {
    const service = { metadata: { name: 's', uid: 'u' }, spec: { ports: [{ port: 80 }] } }
    expect((await ask(server, 'PUT', `${CORE}/services/s`, service)).body).toMatchObject({
      code: 409,
      message: expect.stringMatching(
        /Key: \/registry\/services\/specs\/default\/s, .*UID in precondition: u, UID in object meta: $/,
      ),
    })
  })

  test('by apply with a uid is a conflict', async () => {
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', uid: 'u' } }
    const path = `${CORE}/configmaps/a?fieldManager=m`
    expect((await ask(server, 'PATCH', path, body, 'application/apply-patch+yaml')).body).toMatchObject({
      code: 409,
      message:
        'Operation cannot be fulfilled on configmaps "a": uid mismatch: the provided object specified uid u, and no existing object was found',
    })
  })

  test('whose generated name is taken gets another one', async () => {
    let calls = 0
    server = createFakeApiserver({ clock, random: () => (calls++ < 30 ? 0.1 : 0.9) })
    const generate = async () =>
      (await ask(server, 'POST', `${CORE}/configmaps`, { metadata: { generateName: 'x-' } })).body.metadata
        ?.name
    const first = await generate()
    calls = 0
    const second = await generate()
    expect([first, second]).toEqual([expect.stringMatching(/^x-.{5}$/), expect.stringMatching(/^x-.{5}$/)])
    expect(second).not.toBe(first)
  })

  test('with a revision is rejected, except in a dry run', async () => {
    const body = { metadata: { name: 'a', resourceVersion: '5' } }
    expect((await ask(server, 'POST', `${CORE}/configmaps`, body)).code).toBe(500)
    expect((await ask(server, 'POST', `${CORE}/configmaps?dryRun=All`, body)).code).toBe(201)
    const text = { metadata: { name: 'a', resourceVersion: 'x' } }
    expect((await ask(server, 'POST', `${CORE}/configmaps`, text)).code).toBe(201)
  })
})
