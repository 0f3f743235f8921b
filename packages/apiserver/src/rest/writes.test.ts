import type { KubernetesObject, Status } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { beforeEach, expect, test } from 'vitest'
import { seededRandom } from '../object/random.ts'
import { type ConfigMap, deployments, type Pod, pods } from '../object/resources.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { getJson, POD_SPEC, pod, send, watch } from '../test/fixtures.ts'

const POD = '/api/v1/namespaces/default/pods/a'
const POOL = '/api/v1/namespaces/default/pods'
const MERGE = 'application/merge-patch+json'

let clock: FakeClock
let server: FakeApiserver
beforeEach(() => {
  clock = new FakeClock()
  server = createFakeApiserver({ clock, random: seededRandom(1) })
})

const json = async <T = Pod & Status>(response: Promise<Response>): Promise<T & { http: number }> => {
  const settled = await response
  return { ...((await settled.json()) as T), http: settled.status }
}

test('POST sets uid, time, generation and resourceVersion, and drops the status', async () => {
  const created = await json(
    send(server, 'POST', POOL, {
      metadata: { name: 'a', uid: 'mine' },
      spec: POD_SPEC,
      status: { phase: 'Running' },
    }),
  )
  expect(created).toMatchObject({
    http: 201,
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: {
      name: 'a',
      namespace: 'default',
      uid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      creationTimestamp: '2026-01-01T00:00:00Z',
      generation: 1,
      resourceVersion: server.rv,
    },
    status: { phase: 'Pending', qosClass: 'BestEffort' },
  })
})

test('the same seed and clock give the same uids', () => {
  const [one, two] = [7, 7].map(seed => {
    const seeded = createFakeApiserver({ clock: new FakeClock(), random: seededRandom(seed) })
    return seeded.create(pod('a'))
  })
  expect(one).toEqual(two)
})

test('generateName, a missing name, and a taken name', async () => {
  const generated = await json(
    send(server, 'POST', POOL, { metadata: { generateName: 'web-' }, spec: POD_SPEC }),
  )
  expect(generated.metadata.name).toMatch(/^web-[bcdfghjklmnpqrstvwxz2456789]{5}$/)
  expect(await json(send(server, 'POST', POOL, { metadata: {}, spec: POD_SPEC }))).toMatchObject({
    http: 422,
    message: 'Pod "" is invalid: metadata.name: Required value: name or generateName is required',
  })
  server.create(pod('a'))
  expect(await json(send(server, 'POST', POOL, pod('a', { spec: POD_SPEC })))).toMatchObject({
    http: 409,
    message: 'pods "a" already exists',
    reason: 'AlreadyExists',
    details: { name: 'a', kind: 'pods' },
  })
})

test.each([
  [{ ...pod('other/a') }, 400, 'the namespace of the provided object does not match'],
  [{ ...pod('a'), kind: 'ConfigMap' }, 400, 'cannot be handled as a Pod'],
  [
    { metadata: { name: 'a', resourceVersion: '5' }, spec: POD_SPEC },
    500,
    'resourceVersion should not be set',
  ],
  [[], 400, 'the object provided is unrecognized'],
])('POST of %o is a %i', async (body, code, text) => {
  const answer = await json(send(server, 'POST', POOL, body))
  expect(answer.http).toBe(code)
  expect(answer.message).toContain(text)
})

test('PUT replaces the object except for server-owned metadata and the status', async () => {
  const stored = server.create(pod('a', { status: { phase: 'Running' }, spec: POD_SPEC }))
  const body = {
    ...stored,
    metadata: { ...stored.metadata, labels: { x: '1' } },
    status: { phase: 'Failed' },
  }
  const replaced = await json(send(server, 'PUT', POD, body))
  expect(replaced).toMatchObject({
    http: 200,
    metadata: { uid: stored.metadata.uid, labels: { x: '1' }, generation: 1, resourceVersion: server.rv },
    status: { phase: 'Running' },
  })
  const respecced = await json(
    send(server, 'PUT', POD, pod('a', { spec: { ...POD_SPEC, activeDeadlineSeconds: 60 } })),
  )
  expect(respecced.metadata.generation).toBe(2)
})

test('PUT without changes keeps the resourceVersion and sends no event', async () => {
  const stored = server.create(pod('a'))
  const reading = await watch(server, `&resourceVersion=${server.rv}`)
  const { rv } = server
  expect((await json(send(server, 'PUT', POD, stored))).metadata.resourceVersion).toBe(rv)
  await clock.settle()
  expect(server.rv).toBe(rv)
  expect(reading.frames).toEqual([])
})

test('PUT with an old resourceVersion is a conflict', async () => {
  const stored = server.create(pod('a'))
  server.update(pod('a', { labels: { x: '1' } }))
  expect(await json(send(server, 'PUT', POD, stored))).toMatchObject({
    http: 409,
    reason: 'Conflict',
    message:
      'Operation cannot be fulfilled on pods "a": the object has been modified; please apply your changes to the latest version and try again',
    details: { name: 'a', kind: 'pods' },
  })
})

test('PUT with another name, and of a missing object', async () => {
  server.create(pod('a'))
  expect(await json(send(server, 'PUT', POD, pod('b')))).toMatchObject({
    http: 400,
    message: 'the name of the object (b) does not match the name on the URL (a)',
  })
  expect(await json(send(server, 'PUT', `${POOL}/c`, pod('c')))).toMatchObject({
    http: 404,
    reason: 'NotFound',
  })
})

test('merge patch: sets members, and null deletes', async () => {
  server.create(pod('a', { labels: { x: '1', y: '2' } }))
  const patched = await json(send(server, 'PATCH', POD, { metadata: { labels: { x: null, z: '3' } } }, MERGE))
  expect(patched.metadata.labels).toEqual({ y: '2', z: '3' })
  expect(server.get(pods, 'default/a')?.metadata.labels).toEqual({ y: '2', z: '3' })
})

test('JSON patch: adds, replaces, removes, moves, tests', async () => {
  server.create({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'c', labels: { x: '1' } } })
  const path = '/api/v1/namespaces/default/configmaps/c'
  const type = 'application/json-patch+json'
  const patched = await json<ConfigMap>(
    send(
      server,
      'PATCH',
      path,
      [
        { op: 'test', path: '/metadata/labels/x', value: '1' },
        { op: 'add', path: '/metadata/labels/a~1b', value: '2' },
        { op: 'add', path: '/data', value: { a: '1', b: '2' } },
        { op: 'replace', path: '/data/a', value: '3' },
        { op: 'remove', path: '/data/b' },
        { op: 'move', from: '/metadata/labels/x', path: '/metadata/labels/y' },
      ],
      type,
    ),
  )
  expect(patched.metadata?.labels).toEqual({ 'a/b': '2', y: '1' })
  expect(patched.data).toEqual({ a: '3' })
  for (const operation of [
    { op: 'test', path: '/metadata/labels/y', value: 'other' },
    { op: 'remove', path: '/metadata/labels/none' },
    { op: 'add', path: '/none/below', value: 1 },
  ])
    expect((await json(send(server, 'PATCH', path, [operation], type))).http).toBe(422)
})

test('a patch of an unknown type is a 415', async () => {
  server.create(pod('a'))
  expect((await json(send(server, 'PATCH', POD, {}, 'application/json'))).http).toBe(415)
})

test('/status changes the status only', async () => {
  server.create(pod('a', { status: { phase: 'Pending' } }))
  const body = { status: { phase: 'Running' }, metadata: { labels: { x: '1' } } }
  const patched = await json(send(server, 'PATCH', `${POD}/status`, body, MERGE))
  expect(patched.status?.phase).toBe('Running')
  // Labels of Pods can be written with their status.
  expect(patched.metadata.labels).toEqual({ x: '1' })
  const ignored = await json(send(server, 'PATCH', POD, { status: { phase: 'Failed' } }, MERGE))
  expect(ignored.status?.phase).toBe('Running')
})

test('/scale of a deployment', async () => {
  server.create({
    kind: 'Deployment',
    apiVersion: 'apps/v1',
    metadata: { name: 'web' },
    spec: { replicas: 3 },
  } as KubernetesObject)
  const path = '/apis/apps/v1/namespaces/default/deployments/web/scale'
  const scale = await getJson<{ kind: string; spec: { replicas: number } }>(server, path)
  expect(scale).toMatchObject({ kind: 'Scale', apiVersion: 'autoscaling/v1', spec: { replicas: 3 } })
  expect((await json(send(server, 'PATCH', path, { spec: { replicas: 5 } }, MERGE))).spec).toEqual({
    replicas: 5,
  })
  expect((await json(send(server, 'PUT', path, { ...scale, spec: { replicas: 1 } }))).http).toBe(409)
  expect(server.get(deployments, 'default/web')?.spec?.replicas).toBe(5)
  server.create(pod('a'))
  expect((await send(server, 'GET', `${POD}/scale`)).status).toBe(404)
})

test('DELETE returns the Pod; for other kinds a Status', async () => {
  server.create(pod('a'))
  expect(await json(send(server, 'DELETE', POD))).toMatchObject({
    http: 200,
    kind: 'Pod',
    metadata: { name: 'a' },
  })
  expect(await json(send(server, 'DELETE', POD))).toMatchObject({
    http: 404,
    message: 'pods "a" not found',
    details: { name: 'a', kind: 'pods' },
  })
  server.create({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'c', uid: 'u' } })
  expect(await json(send(server, 'DELETE', '/api/v1/namespaces/default/configmaps/c'))).toEqual({
    http: 200,
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: { name: 'c', kind: 'configmaps', uid: 'u' },
  })
})

test('DELETE with a failed precondition is a conflict', async () => {
  server.create(pod('a'))
  const answer = await json(send(server, 'DELETE', POD, { preconditions: { uid: 'other' } }))
  expect(answer).toMatchObject({ http: 409, reason: 'Conflict' })
  expect(answer.message).toContain(
    'Operation cannot be fulfilled on Pod "a": the UID in the precondition (other)',
  )
})

test('finalizers: the object is marked, and deleted with the last one: one DELETED with the previous state', async () => {
  server.create({ ...pod('a'), metadata: { name: 'a', namespace: 'default', finalizers: ['x'] } })
  const reading = await watch(server, `&resourceVersion=${server.rv}`)
  const marked = await json(send(server, 'DELETE', POD))
  expect(marked.metadata.deletionTimestamp).toBe('2026-01-01T00:00:00Z')
  const { rv } = server
  expect((await json(send(server, 'DELETE', POD))).metadata.resourceVersion).toBe(rv)
  await send(server, 'PATCH', POD, { metadata: { finalizers: null } }, MERGE)
  await clock.settle()
  expect(reading.texts).toEqual(['MODIFIED default/a', 'DELETED default/a'])
  expect(reading.frames[1]?.object.metadata?.finalizers).toEqual(['x'])
})

test('DELETE of a collection deletes the selected objects', async () => {
  server.create(pod('a', { labels: { x: '1' } }))
  server.create(pod('b'))
  expect(await json(send(server, 'DELETE', `${POOL}?labelSelector=x`))).toMatchObject({ kind: 'PodList' })
  expect(server.keys(pods)).toEqual(['default/b'])
})

test('stored objects are frozen copies', () => {
  const labels = { x: '1' }
  const stored = server.create(pod('a', { labels }))
  labels.x = '2'
  expect(stored.metadata.labels).toEqual({ x: '1' })
  expect(Object.isFrozen(stored) && Object.isFrozen(stored.metadata.labels)).toBe(true)
})

test('direct updates are unconditional and keep the identity', () => {
  const stored = server.create(pod('a'))
  const updated = server.update(pod('a', { status: { phase: 'Running' } }))
  expect(updated.metadata).toEqual({ ...stored.metadata, resourceVersion: server.rv })
  expect(updated.status?.phase).toBe('Running')
  expect(() => server.update(pod('none'))).toThrow('pods "none" not found')
  expect(() => server.delete(pod('none'))).toThrow('pods "none" not found')
  expect(() => server.create(pod('a'))).toThrow('pods "a" already exists')
  expect(() => server.create({ metadata: { name: 'x' } })).toThrow('set both on the object')
})

test('V41, V42: unknown paths and methods', async () => {
  const status = async (path: string, method = 'GET') => (await send(server, method, path)).status
  expect(await getJson(server, '/api/v1/nosuch')).toMatchObject({
    code: 404,
    reason: 'NotFound',
    message: 'the server could not find the requested resource',
  })
  expect(await (await server.fetch('/apis/example.com/v1/x')).text()).toBe('404 page not found\n')
  expect(await status('/api/v1/pods', 'DELETE')).toBe(405)
  expect(await status('/api/v1/namespaces/default/pods', 'PATCH')).toBe(405)
  expect(await status(POD, 'POST')).toBe(405)
})

test('a bearer token, if required', async () => {
  server = createFakeApiserver({ auth: { token: 'secret' } })
  expect(await getJson(server, '/api/v1/pods')).toEqual({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'Unauthorized',
    reason: 'Unauthorized',
    code: 401,
  })
  const headers = { Authorization: 'Bearer secret' }
  expect((await server.fetch('/api/v1/pods', { headers })).status).toBe(200)
})

test('every request is in the log', async () => {
  await send(server, 'POST', POOL, pod('a'))
  await server.fetch('/api/v1/pods?limit=5&resourceVersion=0')
  await server.fetch('/api/v1/pods?watch=1&resourceVersion=1')
  await server.fetch(POD)
  expect(server.requests.map(({ kind, resource }) => `${kind} ${resource}`)).toEqual([
    'create pods',
    'list pods',
    'watch pods',
    'get pods',
  ])
  expect(server.requests[1]).toEqual({
    method: 'GET',
    path: '/api/v1/pods',
    query: { limit: '5', resourceVersion: '0' },
    kind: 'list',
    resource: 'pods',
    resourceVersion: '0',
    at: clock.now(),
    text: 'list pods',
    status: 200,
    note: undefined,
  })
})
