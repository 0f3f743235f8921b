import { FakeClock } from '@kube-informer/testing'
import { beforeEach, expect, test } from 'vitest'
import { seededRandom } from '../object/random.ts'
import { pods } from '../object/resources.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { type Answer, ask, POD_SPEC, pod, watch } from '../test/fixtures.ts'

const MAPS = '/api/v1/namespaces/default/configmaps'
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments'
const MERGE = 'application/merge-patch+json'

let clock: FakeClock
let server: FakeApiserver
beforeEach(() => {
  clock = new FakeClock()
  server = createFakeApiserver({ clock, random: seededRandom(1) })
})

const put = (body: object, path = `${MAPS}/a`) => ask(server, 'PUT', path, body)
const created = async (body: object, path = MAPS): Promise<Answer['body']> =>
  (await ask(server, 'POST', path, body)).body
const aMap = () => created({ metadata: { name: 'a' }, data: { x: '1' } })

const deployment = (name: string, more: object = {}) => ({
  metadata: { name },
  spec: {
    selector: { matchLabels: { app: 'a' } },
    template: { metadata: { labels: { app: 'a' } }, spec: POD_SPEC },
    ...more,
  },
})

test('M12: an old resourceVersion is a conflict', async () => {
  const old = await aMap()
  await put({ metadata: { name: 'a' }, data: { x: '2' } })
  expect(await put(old)).toMatchObject({
    code: 409,
    body: {
      reason: 'Conflict',
      message:
        'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again',
      details: { name: 'a', kind: 'configmaps' },
    },
  })
  const broken = await put({ metadata: { name: 'a', resourceVersion: 'abc' } })
  expect([broken.code, broken.body.message]).toEqual([
    500,
    'strconv.ParseUint: parsing "abc": invalid syntax',
  ])
})

test('M14: an update without changes is not written', async () => {
  const stored = await aMap()
  expect((await put(stored)).body).toEqual(stored)
  expect((await put({ metadata: { name: 'a', labels: {} }, data: { x: '1' } })).body).toEqual(stored)
  expect(server.rv).toBe(stored.metadata?.resourceVersion)
})

test('M16: another uid is a conflict', async () => {
  const { metadata } = await aMap()
  expect((await put({ metadata: { name: 'a', uid: 'other' } })).body).toMatchObject({
    code: 409,
    message: `Operation cannot be fulfilled on configmaps "a": StorageError: invalid object, Code: 4, Key: /registry/configmaps/default/a, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: other, UID in object meta: ${metadata?.uid}`,
  })
})

test('M17: a missing object cannot be replaced, except for kinds that PUT creates', async () => {
  expect(await put({ metadata: { name: 'a' } })).toMatchObject({ code: 404 })
  const service = { metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } }
  expect((await put(service, '/api/v1/namespaces/default/services/s')).code).toBe(201)
  const lease = '/apis/coordination.k8s.io/v1/namespaces/default/leases/l'
  expect((await put({ metadata: { name: 'l' } }, lease)).code).toBe(201)
  expect((await put({ metadata: { name: 'l' } }, lease)).body.message).toBe(
    'leases.coordination.k8s.io "l" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
  )
})

test('M20: the generation counts changes of the spec, not of labels', async () => {
  await created(deployment('d'), DEPLOYMENTS)
  const patch = (body: object) => ask(server, 'PATCH', `${DEPLOYMENTS}/d`, body, MERGE)
  const generation = async (body: object) => (await patch(body)).body.metadata?.generation
  expect(await generation({ metadata: { labels: { x: '1' } } })).toBe(1)
  expect(await generation({ spec: { replicas: 3 } })).toBe(2)
  expect(await generation({ status: { replicas: 3 } })).toBe(2)
  expect(await generation({ metadata: { annotations: { x: '1' } } })).toBe(3)
})

test('the names of body and path must match', async () => {
  expect((await put({ metadata: { name: 'b' } })).body.message).toBe(
    'the name of the object (b) does not match the name on the URL (a)',
  )
  expect((await put({ metadata: {} })).body.message).toBe(
    'the name of the object (a based on URL) was undeterminable: name must be provided',
  )
})

test('changes of server-owned metadata are ignored or rejected', async () => {
  const { metadata } = await aMap()
  const { body } = await put({
    metadata: { name: 'a', creationTimestamp: '2020-01-01T00:00:00Z', generation: 7, selfLink: '/x' },
    data: { x: '2' },
  })
  expect(body.metadata).toMatchObject({ uid: metadata?.uid, creationTimestamp: metadata?.creationTimestamp })
  expect(body.metadata).not.toHaveProperty('generation')
  expect(
    (await put({ metadata: { name: 'a', deletionTimestamp: '2020-01-01T00:00:00Z' } })).body.message,
  ).toBe(
    'ConfigMap "a" is invalid: metadata.deletionTimestamp: Invalid value: "2020-01-01T00:00:00Z": field is immutable',
  )
})

test('M49: a dry run of an update returns the result with the stored resourceVersion', async () => {
  const stored = await aMap()
  const dry = await put({ metadata: { name: 'a' }, data: { x: '2' } }, `${MAPS}/a?dryRun=All`)
  expect(dry.body).toMatchObject({
    metadata: { resourceVersion: stored.metadata?.resourceVersion },
    data: { x: '2' },
  })
  expect(server.rv).toBe(stored.metadata?.resourceVersion)
})

test('immutable fields: marked data, types of Secrets, selectors, nearly all of a Pod', async () => {
  await created({ metadata: { name: 'a' }, immutable: true, data: { x: '1' } })
  expect((await put({ metadata: { name: 'a' }, data: { x: '2' } })).body.message).toBe(
    'ConfigMap "a" is invalid: [immutable: Forbidden: field is immutable when `immutable` is set, data: Forbidden: field is immutable when `immutable` is set]',
  )
  const secrets = '/api/v1/namespaces/default/secrets'
  await created({ metadata: { name: 's' }, stringData: { a: 'b' } }, secrets)
  expect((await put({ metadata: { name: 's' }, type: 'other' }, `${secrets}/s`)).body.message).toBe(
    'Secret "s" is invalid: type: Invalid value: "other": field is immutable',
  )
  await created(deployment('d'), DEPLOYMENTS)
  const moved = await put(
    deployment('d', {
      selector: { matchLabels: { app: 'b' } },
      template: { metadata: { labels: { app: 'b' } }, spec: POD_SPEC },
    }),
    `${DEPLOYMENTS}/d`,
  )
  expect(moved.body.message).toBe(
    'Deployment.apps "d" is invalid: spec.selector: Invalid value: {"matchLabels":{"app":"b"}}: field is immutable',
  )
  const pool = '/api/v1/namespaces/default/pods'
  await created(pod('p', { spec: POD_SPEC }), pool)
  const patch = (spec: object) => ask(server, 'PATCH', `${pool}/p`, { spec }, MERGE)
  expect((await patch({ nodeName: 'n' })).body.message).toContain(
    'Pod "p" is invalid: spec: Forbidden: pod updates may not change fields other than',
  )
  expect((await patch({ containers: [{ name: 'main', image: 'example/app:2' }] })).body).toMatchObject({
    metadata: { generation: 2 },
    spec: { containers: [{ image: 'example/app:2' }] },
  })
})

test('earlier errors of a stored test object do not block a change', async () => {
  server.create(pod('odd', { spec: { containers: [{ name: 'Main' }] } }))
  const path = '/api/v1/namespaces/default/pods/odd'
  const { body } = await ask(server, 'PATCH', path, { metadata: { labels: { x: '1' } } }, MERGE)
  expect(body.metadata).toMatchObject({ labels: { x: '1' }, generation: 1 })
  expect(server.get(pods, 'default/odd')?.spec?.containers).toMatchObject([{ name: 'Main' }])
  const worse = await ask(server, 'PATCH', path, { metadata: { labels: { x: 'a b' } } }, MERGE)
  expect(worse.code).toBe(422)
})

test('a write of the status changes the status only', async () => {
  await created(deployment('d'), DEPLOYMENTS)
  const { body } = await ask(
    server,
    'PATCH',
    `${DEPLOYMENTS}/d/status`,
    {
      metadata: { labels: { x: '1' }, annotations: { y: '2' } },
      spec: { replicas: 9 },
      status: { replicas: 1 },
    },
    MERGE,
  )
  expect(body).toMatchObject({
    metadata: { generation: 1, annotations: { y: '2' } },
    spec: { replicas: 1 },
    status: { replicas: 1 },
  })
  expect(body.metadata).not.toHaveProperty('labels')
  expect(body.metadata?.managedFields?.at(-1)).toMatchObject({ subresource: 'status', operation: 'Update' })
})

test('M52, M54: revisions increase across kinds, and a watch from one starts after it', async () => {
  const first = await aMap()
  const second = await created(pod('p', { spec: POD_SPEC }), '/api/v1/namespaces/default/pods')
  const [before, at] = [first, second].map(({ metadata }) => metadata?.resourceVersion)
  expect(Number(at)).toBeGreaterThan(Number(before))
  const [replayed, silent] = await Promise.all([
    watch(server, `&resourceVersion=${before}`),
    watch(server, `&resourceVersion=${at}`),
  ])
  await clock.settle()
  expect([replayed?.texts, silent?.texts]).toEqual([['ADDED default/p'], []])
})
