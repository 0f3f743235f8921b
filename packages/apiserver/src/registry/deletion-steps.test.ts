import type { KubernetesObject } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { seededRandom } from '../object/random.ts'
import { namespaces, pods } from '../object/resources.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { ask, POD_SPEC } from '../test/fixtures.ts'

const POD = '/api/v1/namespaces/default/pods/a'
const SPACE = '/api/v1/namespaces/x'

let clock: FakeClock
let server: FakeApiserver
beforeEach(() => {
  clock = new FakeClock()
  server = createFakeApiserver({ clock, random: seededRandom(1) })
})

const remove = (path: string, options?: object) => ask(server, 'DELETE', path, options)
/** `deletionTimestamp` without its date, the grace period and the generation. */
async function deletionOf(path: string, options?: object) {
  const { body } = await remove(path, options)
  const { deletionTimestamp, deletionGracePeriodSeconds, generation } = body.metadata ?? {}
  return [deletionTimestamp?.slice(14, 19), deletionGracePeriodSeconds, generation]
}

describe('a scheduled Pod', () => {
  const create = (
    metadata: object = {},
    spec: object = { nodeName: 'n', terminationGracePeriodSeconds: 30 },
  ) =>
    server.create({
      ...{ kind: 'Pod', apiVersion: 'v1', spec: { ...POD_SPEC, ...spec } },
      metadata: { name: 'a', namespace: 'default', ...metadata },
    })
  const exists = () => server.get(pods, 'default/a') !== undefined

  test('with a negative grace period has one second', async () => {
    create()
    expect(await deletionOf(POD, { gracePeriodSeconds: -5 })).toEqual(['00:01', 1, 2])
    expect(exists()).toBe(true)
  })

  test('keeps its deletion time for the same grace period, and is deleted sooner for a shorter one', async () => {
    create()
    expect(await deletionOf(POD, { gracePeriodSeconds: 20 })).toEqual(['00:20', 20, 2])
    const { rv } = server
    expect(await deletionOf(POD, { gracePeriodSeconds: 20 })).toEqual(['00:20', 20, 2])
    expect(server.rv).toBe(rv)
    expect(await deletionOf(POD, { gracePeriodSeconds: 19 })).toEqual(['00:19', 19, 2])
    expect(exists()).toBe(true)
  })

  test('has one second if the shorter grace period is over', async () => {
    create()
    await remove(POD)
    await clock.advance(20_000)
    expect(await deletionOf(POD, { gracePeriodSeconds: 10 })).toEqual(['00:20', 1, 2])
    expect(exists()).toBe(true)
  })

  test('may end at this moment', async () => {
    create()
    await remove(POD)
    await clock.advance(10_000)
    expect(await deletionOf(POD, { gracePeriodSeconds: 10 })).toEqual(['00:10', 10, 2])
  })

  test('waits for finalizers after its grace period', async () => {
    create({ finalizers: ['e.com/x'] })
    expect(await deletionOf(POD)).toEqual(['00:30', 30, 2])
    await clock.advance(5_000)
    expect(await deletionOf(POD, { gracePeriodSeconds: 0 })).toEqual(['00:05', 0, 2])
    await clock.advance(5_000)
    const { rv } = server
    expect(await deletionOf(POD, { gracePeriodSeconds: 0 })).toEqual(['00:05', 0, 2])
    expect([exists(), server.rv]).toEqual([true, rv])
  })

  test('is deleted again at once if it was marked without a grace period', async () => {
    create({ deletionTimestamp: '2026-01-01T00:00:09Z', deletionGracePeriodSeconds: 0, generation: 4 })
    expect((await remove(POD)).code).toBe(200)
    expect(exists()).toBe(false)
  })

  test('a dry run deletes nothing', async () => {
    create()
    const { rv } = server
    const dry = { dryRun: ['All'] }
    expect(await deletionOf(POD, dry)).toEqual(['00:30', 30, 2])
    expect(await deletionOf(POD, { ...dry, gracePeriodSeconds: 0 })).toEqual(['00:00', 0, 2])
    expect([exists(), server.rv]).toEqual([true, rv])
  })
})

test('finalizers hold an object from now on, with the next generation', async () => {
  const path = '/apis/apps/v1/namespaces/default/deployments/d'
  const create = (name: string, metadata: object) =>
    server.create({
      ...{ kind: 'Deployment', apiVersion: 'apps/v1' },
      metadata: { name, namespace: 'default', finalizers: ['e.com/x'], generation: 3, ...metadata },
    })
  create('d', {})
  expect(await deletionOf(path)).toEqual(['00:00', 0, 4])
  create('e', { deletionTimestamp: '2026-01-01T00:01:00Z', deletionGracePeriodSeconds: 60 })
  expect(await deletionOf(path.replace(/d$/, 'e'))).toEqual(['00:00', 0, 3])
  create('f', { deletionTimestamp: '2025-12-31T23:59:00Z', deletionGracePeriodSeconds: 1 })
  expect(await deletionOf(path.replace(/d$/, 'f'))).toEqual(['59:00', 0, 3])
})

test('an object without a generation gets none', async () => {
  const path = '/api/v1/namespaces/default/configmaps/a'
  server.create({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a', finalizers: ['e.com/x'] } })
  expect(await deletionOf(path)).toEqual(['00:00', 0, undefined])
})

describe('a Namespace', () => {
  const create = (spec: object = { finalizers: ['kubernetes'] }): KubernetesObject =>
    server.create({ kind: 'Namespace', apiVersion: 'v1', metadata: { name: 'x' }, spec })

  test('is deleted only with its uid and resourceVersion', async () => {
    const { metadata } = create()
    const message = async (preconditions: object) => (await remove(SPACE, { preconditions })).body.message
    expect(await message({ uid: 'u' })).toBe(
      `Operation cannot be fulfilled on namespaces "x": Precondition failed: UID in precondition: u, UID in object meta: ${metadata?.uid}`,
    )
    expect(await message({ resourceVersion: '1' })).toBe(
      `Operation cannot be fulfilled on namespaces "x": Precondition failed: ResourceVersion in precondition: 1, ResourceVersion in object meta: ${metadata?.resourceVersion}`,
    )
    const { uid, resourceVersion } = metadata ?? {}
    expect((await remove(SPACE, { preconditions: { uid, resourceVersion } })).code).toBe(200)
  })

  test.each<[object, string[] | undefined]>([
    [{}, undefined],
    [{ orphanDependents: false }, ['foregroundDeletion']],
    [{ orphanDependents: true }, ['orphan']],
    [{ propagationPolicy: 'Background' }, undefined],
  ])('with %j has the finalizers %j', async (options, expected) => {
    create()
    const { body } = await remove(SPACE, options)
    expect(body).toMatchObject({ status: { phase: 'Terminating' } })
    expect(body.metadata?.finalizers).toEqual(expected)
  })

  test('that is finalized is deleted by the next request', async () => {
    create({})
    expect((await remove(SPACE)).code).toBe(200)
    expect(server.get(namespaces, 'x')).toBeDefined()
    expect((await remove(SPACE)).code).toBe(200)
    expect(server.get(namespaces, 'x')).toBeUndefined()
  })
})

test('a Job that orphans its Pods on request has no warning', async () => {
  const path = '/apis/batch/v1/namespaces/default/jobs/j'
  const warningsOf = async (options?: object) => {
    server.create({ kind: 'Job', apiVersion: 'batch/v1', metadata: { name: 'j', namespace: 'default' } })
    const { warnings } = await remove(path, options)
    await remove(path, { propagationPolicy: 'Background' })
    return warnings
  }
  expect(await warningsOf({ propagationPolicy: 'Background' })).toBe('')
  expect((await remove('/api/v1/namespaces/default/configmaps/none')).warnings).toBe('')
})

test('a precondition of the present state is met', async () => {
  const path = '/api/v1/namespaces/default/configmaps/a'
  const stored: KubernetesObject = server.create({
    ...{ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' } },
  })
  const { uid, resourceVersion } = stored.metadata ?? {}
  expect((await remove(path, { preconditions: { resourceVersion: '1' } })).code).toBe(409)
  expect((await remove(path, { preconditions: { uid, resourceVersion } })).code).toBe(200)
})
