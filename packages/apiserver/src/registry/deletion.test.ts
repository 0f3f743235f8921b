import type { KubernetesObject } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { seededRandom } from '../object/random.ts'
import { configMaps, namespaces, pods } from '../object/resources.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { ask, POD_SPEC, pod, watch } from '../test/fixtures.ts'

const MAP = '/api/v1/namespaces/default/configmaps/a'
const POD = '/api/v1/namespaces/default/pods/a'
const MERGE = 'application/merge-patch+json'

let clock: FakeClock
let server: FakeApiserver
beforeEach(() => {
  clock = new FakeClock()
  server = createFakeApiserver({ clock, random: seededRandom(1) })
})

const put = (...finalizers: string[]): KubernetesObject =>
  server.create({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a', finalizers } })
const remove = (options?: object, query = '', path = MAP) => ask(server, 'DELETE', path + query, options)

test('M31, M32: DELETE returns a Status with the uid and removes the object', async () => {
  const { metadata } = put()
  expect(await remove()).toMatchObject({
    code: 200,
    body: {
      kind: 'Status',
      status: 'Success',
      details: { name: 'a', kind: 'configmaps', uid: metadata?.uid },
    },
  })
  expect((await remove()).code).toBe(404)
})

test('M33, M34: failed preconditions name the kind', async () => {
  const { metadata } = put()
  expect((await remove({ preconditions: { uid: 'x' } })).body).toMatchObject({
    code: 409,
    message: `Operation cannot be fulfilled on ConfigMap "a": the UID in the precondition (x) does not match the UID in record (${metadata?.uid}). The object might have been deleted and then recreated`,
    details: { name: 'a', kind: 'ConfigMap' },
  })
  expect((await remove({ preconditions: { resourceVersion: '1' } })).body.message).toContain(
    'the ResourceVersion in the precondition (1) does not match the ResourceVersion in record',
  )
  expect((await remove({ preconditions: { uid: metadata?.uid } })).code).toBe(200)
})

test('M35: a finalizer keeps an object, which is marked once', async () => {
  put('e.com/x')
  const marked = await remove()
  expect(marked.body.metadata).toMatchObject({
    deletionTimestamp: '2026-01-01T00:00:00Z',
    deletionGracePeriodSeconds: 0,
  })
  const { rv } = server
  expect((await remove()).body).toEqual(marked.body)
  expect(server.rv).toBe(rv)
})

test('M36: removing the last finalizer deletes: one DELETED with the previous state', async () => {
  server.create({
    ...pod('a', { spec: POD_SPEC }),
    metadata: { name: 'a', namespace: 'default', finalizers: ['e.com/x'] },
  })
  await remove(undefined, '', POD)
  const { rv } = server
  const reading = await watch(server, `&resourceVersion=${rv}`)
  const { body } = await ask(server, 'PATCH', POD, { metadata: { finalizers: null } }, MERGE)
  expect(body.metadata).toMatchObject({ resourceVersion: rv })
  expect(body.metadata).not.toHaveProperty('finalizers')
  await clock.settle()
  expect(reading.texts).toEqual(['DELETED default/a'])
  expect(reading.frames[0]?.object.metadata).toMatchObject({
    finalizers: ['e.com/x'],
    resourceVersion: server.rv,
  })
})

test('M37: finalizers of a terminating object can only be removed', async () => {
  put('e.com/x')
  await remove()
  const { body } = await ask(
    server,
    'PATCH',
    MAP,
    { metadata: { finalizers: ['e.com/x', 'e.com/y'] } },
    MERGE,
  )
  expect(body.message).toBe(
    'ConfigMap "a" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"e.com/y"}',
  )
})

test('M38, M39, M40: the propagation policy sets the garbage collector’s finalizers', async () => {
  put()
  const finalizers = async (policy: string) =>
    (await remove({ propagationPolicy: policy })).body.metadata?.finalizers
  expect(await finalizers('Foreground')).toEqual(['foregroundDeletion'])
  expect(await finalizers('Orphan')).toEqual(['orphan'])
  expect((await remove({ propagationPolicy: 'Background' })).body.status).toBe('Success')
  expect(server.get(configMaps, 'default/a')).toBeUndefined()
})

test('Jobs orphan their Pods by default, with a warning', async () => {
  server.create({ kind: 'Job', apiVersion: 'batch/v1', metadata: { name: 'j' } })
  const answer = await remove(undefined, '', '/apis/batch/v1/namespaces/default/jobs/j')
  expect(answer.body.metadata?.finalizers).toEqual(['orphan'])
  expect(answer.warnings).toContain('child pods are preserved by default when jobs are deleted')
})

test('orphanDependents=false: 202 if the deletion has to wait', async () => {
  put('e.com/x')
  expect((await remove({ orphanDependents: false })).code).toBe(202)
})

test('M41: contradicting and unknown options', async () => {
  const message = async (options: object) => (await remove(options)).body.message
  expect(await message({ orphanDependents: true, propagationPolicy: 'Orphan' })).toBe(
    'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Invalid value: "Orphan": orphanDependents and deletionPropagation cannot be both set',
  )
  expect(await message({ propagationPolicy: 'foo' })).toBe(
    'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: "foo": supported values: "Foreground", "Background", "Orphan", "nil"',
  )
  expect(await message({ kind: 'Foo' })).toBe(
    'no kind "Foo" is registered for version "meta.k8s.io/v1" in scheme "pkg/runtime/scheme.go:111"',
  )
  expect(await message({ gracePeriodSeconds: 'x' })).toBe(
    'json: cannot unmarshal string into Go struct field DeleteOptions.gracePeriodSeconds of type int64',
  )
})

test('M45: the body takes precedence over the query', async () => {
  put()
  const { body } = await remove({ propagationPolicy: 'Orphan' }, '?propagationPolicy=Foreground')
  expect(body.metadata?.finalizers).toEqual(['orphan'])
})

test('a dry run returns the result', async () => {
  put()
  const { rv } = server
  expect((await remove(undefined, '?dryRun=All')).body.status).toBe('Success')
  const held = await remove(undefined, '?dryRun=All&propagationPolicy=Foreground')
  expect(held.body.metadata).toMatchObject({ finalizers: ['foregroundDeletion'], resourceVersion: rv })
  expect(server.rv).toBe(rv)
})

describe('Pods', () => {
  const scheduled = { spec: { ...POD_SPEC, nodeName: 'n', terminationGracePeriodSeconds: 30 } }

  test('M43: an unscheduled Pod is deleted at once: MODIFIED, then DELETED', async () => {
    server.create(pod('a', { spec: POD_SPEC }))
    const reading = await watch(server, `&resourceVersion=${server.rv}`)
    const { body } = await remove(undefined, '?gracePeriodSeconds=60', POD)
    expect(body.metadata).toMatchObject({ deletionGracePeriodSeconds: 0, resourceVersion: server.rv })
    await clock.settle()
    expect(reading.texts).toEqual(['MODIFIED default/a', 'DELETED default/a'])
  })

  test('a scheduled Pod keeps its grace period, which can only be shortened', async () => {
    server.create(pod('a', scheduled))
    const at = async (query: string) => {
      const { deletionTimestamp, deletionGracePeriodSeconds, generation } =
        (await remove(undefined, query, POD)).body.metadata ?? {}
      return [deletionTimestamp, deletionGracePeriodSeconds, generation]
    }
    expect(await at('')).toEqual(['2026-01-01T00:00:30Z', 30, 2])
    const { rv } = server
    expect(await at('?gracePeriodSeconds=40')).toEqual(['2026-01-01T00:00:30Z', 30, 2])
    expect(server.rv).toBe(rv)
    expect(await at('?gracePeriodSeconds=10')).toEqual(['2026-01-01T00:00:10Z', 10, 2])
    await clock.advance(5000)
    expect(await at('?gracePeriodSeconds=0')).toEqual(['2026-01-01T00:00:05Z', 0, 2])
    expect(server.get(pods, 'default/a')).toBeUndefined()
  })

  test('a completed Pod, or one without a grace period, is deleted at once', async () => {
    server.create(pod('a', { ...scheduled, status: { phase: 'Succeeded' } }))
    await remove(undefined, '', POD)
    expect(server.keys(pods)).toEqual([])
    server.create(pod('a', scheduled))
    await remove({ gracePeriodSeconds: 0 }, '', POD)
    expect(server.keys(pods)).toEqual([])
  })
})

describe('Namespaces', () => {
  const path = '/api/v1/namespaces/x'

  test.each(['default', 'kube-system', 'kube-public'])('M46: %s cannot be deleted', async name => {
    expect((await remove(undefined, '', `/api/v1/namespaces/${name}`)).body).toMatchObject({
      code: 403,
      message: `namespaces "${name}" is forbidden: this namespace may not be deleted`,
    })
  })

  test('a Namespace is marked, and deleted when it is finalized', async () => {
    const { body } = await ask(server, 'POST', '/api/v1/namespaces', { metadata: { name: 'x' } })
    expect(body).toMatchObject({
      metadata: { labels: { 'kubernetes.io/metadata.name': 'x' } },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    })
    const marked = await remove(undefined, '', path)
    expect(marked.body).toMatchObject({
      metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' },
      status: { phase: 'Terminating' },
    })
    expect(marked.body.metadata).not.toHaveProperty('deletionGracePeriodSeconds')
    expect((await remove(undefined, '', path)).body).toEqual(marked.body)
    const finalized = await ask(server, 'PUT', `${path}/finalize`, { metadata: { name: 'x' } })
    expect(finalized).toMatchObject({ code: 200, body: { spec: {} } })
    expect((await ask(server, 'GET', path)).code).toBe(404)
  })

  test('M47: with controllers, its contents are deleted first', async () => {
    server = createFakeApiserver({ clock, controllers: { namespaces: true } })
    await ask(server, 'POST', '/api/v1/namespaces', { metadata: { name: 'x' } })
    server.create(pod('x/a', { spec: POD_SPEC }))
    server.create({
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata: { name: 'held', namespace: 'x', finalizers: ['e.com/x'] },
    })
    const reading = await watch(server, `&resourceVersion=${server.rv}`)
    await remove(undefined, '', path)
    await clock.advance(100)
    expect(reading.texts).toEqual(['MODIFIED x/a', 'DELETED x/a'])
    expect(server.get(namespaces, 'x')).toBeDefined()
    await ask(server, 'PATCH', `${path}/configmaps/held`, { metadata: { finalizers: null } }, MERGE)
    await clock.advance(100)
    expect(server.get(namespaces, 'x')).toBeUndefined()
  })
})

test('P25: a collection: returned as before, up to the limit, by selector', async () => {
  for (const name of ['a', 'b', 'c'])
    server.create({
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata: { name, labels: { doomed: String(name !== 'c') } },
    })
  const { body } = await remove(undefined, '?labelSelector=doomed=true', MAP.slice(0, -2))
  expect(body).toMatchObject({
    kind: 'ConfigMapList',
    items: [{ metadata: { name: 'a' } }, { metadata: { name: 'b' } }],
  })
  expect(server.keys(configMaps)).toEqual(['default/c'])
})
