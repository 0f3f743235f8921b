import { deployments, type Pod, pods, type ReplicaSet, replicaSets } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import type { FakeApiserver } from '../server/fake-apiserver.ts'
import { ask } from '../test/fixtures.ts'
import { clusterWith, deployment, eventTexts, replicaSet } from '../test/workloads.ts'
import { sizeAnnotations } from './deployments/annotations.ts'

/** The test is the controller of ReplicaSets, so that Pods are available when it says so. */
const ALONE = { deployments: true }
const REVISION = 'deployment.kubernetes.io/revision'
const PATH = '/apis/apps/v1/namespaces/default/deployments/web'

const patch = (server: FakeApiserver, spec: object) =>
  ask(server, 'PATCH', PATH, { spec }, 'application/merge-patch+json')
const setImage = (server: FakeApiserver, image: string) =>
  patch(server, { template: { spec: { containers: [{ name: 'main', image }] } } })

/** The ReplicaSets by revision: size and available Pods. */
const sizes = (server: FakeApiserver) =>
  Object.fromEntries(
    server
      .list(replicaSets)
      .map(({ metadata, spec }) => [metadata?.annotations?.[REVISION] ?? '', spec.replicas] as const),
  )

/** A ReplicaSet has all its Pods, of which some are available. */
function report(server: FakeApiserver, revision: string, available: number): void {
  const found = server
    .list(replicaSets)
    .find(({ metadata }) => metadata?.annotations?.[REVISION] === revision)
  if (!found) throw new Error(`no revision ${revision}`)
  const { spec, metadata } = found
  const status = {
    ...{ replicas: spec.replicas ?? 1, readyReplicas: available, availableReplicas: available },
    observedGeneration: metadata?.generation ?? 0,
  }
  server.update<ReplicaSet>({ ...found, status })
}

const rolling = (replicas: number, maxSurge: number, maxUnavailable: number, more = {}) =>
  deployment(replicas, {
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } },
    ...more,
  })

async function rolledOut(of: ReturnType<typeof deployment>, image = 'example/web:2') {
  const { clock, server } = clusterWith(ALONE)
  server.create(of)
  await clock.advance(50)
  report(server, '1', of.spec.replicas ?? 1)
  await clock.advance(50)
  await setImage(server, image)
  await clock.advance(50)
  return { clock, server }
}

test('old Pods are removed as new ones become available', async () => {
  const { clock, server } = await rolledOut(rolling(4, 1, 1))
  expect(sizes(server)).toEqual({ 1: 3, 2: 2 })
  report(server, '1', 3)
  await clock.advance(50)
  expect(sizes(server)).toEqual({ 1: 3, 2: 2 })
  report(server, '2', 1)
  await clock.advance(50)
  expect(sizes(server)).toEqual({ 1: 2, 2: 3 })
  report(server, '2', 3)
  report(server, '1', 2)
  await clock.advance(50)
  expect(sizes(server)).toEqual({ 1: 0, 2: 4 })
  expect(eventTexts(server, 'Deployment').at(-1)).toMatch(/Scaled (up|down) replica set web-/)
})

test('old Pods that are not available are removed first', async () => {
  const { clock, server } = clusterWith(ALONE)
  server.create(rolling(4, 0, 1))
  await clock.advance(50)
  report(server, '1', 2)
  await clock.advance(50)
  await setImage(server, 'example/web:2')
  await clock.advance(50)
  // One may be missing, and it is one of those that are not available.
  expect(sizes(server)).toEqual({ 1: 3, 2: 1 })
  report(server, '2', 1)
  await clock.advance(50)
  expect(sizes(server)).toEqual({ 1: 2, 2: 2 })
})

test('a Deployment that is scaled down in a rollout shrinks its new ReplicaSet, too', async () => {
  const { clock, server } = await rolledOut(rolling(4, 4, 0))
  expect(sizes(server)).toEqual({ 1: 4, 2: 4 })
  report(server, '2', 4)
  await clock.advance(50)
  expect(sizes(server)).toEqual({ 1: 0, 2: 4 })
  report(server, '1', 0)
  await patch(server, { replicas: 2 })
  await clock.advance(50)
  expect(sizes(server)).toEqual({ 1: 0, 2: 2 })
  expect(server.list(replicaSets).map(({ metadata }) => metadata?.annotations)).toEqual(
    expect.arrayContaining([expect.objectContaining(sizeAnnotations(2, 6))]),
  )
})

test('Recreate: new Pods come when the old ones are gone, also those that are being deleted', async () => {
  const { clock, server } = clusterWith(ALONE)
  server.create(deployment(2, { strategy: { type: 'Recreate' } }))
  await clock.advance(50)
  const [first] = server.list(replicaSets)
  const ownerReferences = [
    {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      name: first?.metadata?.name ?? '',
      uid: first?.metadata?.uid ?? '',
      controller: true,
    },
  ]
  const pod: Pod = {
    ...{ kind: 'Pod', apiVersion: 'v1' },
    metadata: { name: 'p', namespace: 'default', ownerReferences },
    spec: { containers: [] },
    status: { phase: 'Running' },
  }
  const running = server.create(pod)
  await setImage(server, 'example/web:2')
  await clock.advance(50)
  expect(sizes(server)).toEqual({ 1: 0 })
  server.update<Pod>({ ...running, status: { phase: 'Running', message: 'm' } })
  await clock.advance(50)
  expect(sizes(server)).toEqual({ 1: 0 })
  server.update<Pod>({ ...running, status: { phase: 'Succeeded' } })
  await clock.advance(50)
  expect(sizes(server)).toEqual({ 1: 0, 2: 2 })
  expect(server.keys(pods)).toEqual(['default/p'])
})

test('a paused Deployment without active ReplicaSets scales the one of its template, or the newest', async () => {
  const { clock, server } = await rolledOut(rolling(1, 1, 0))
  report(server, '2', 1)
  await clock.advance(50)
  report(server, '1', 0)
  await patch(server, { replicas: 0 })
  await clock.advance(50)
  expect(sizes(server)).toEqual({ 1: 0, 2: 0 })
  await patch(server, { paused: true, replicas: 3 })
  await clock.advance(50)
  expect(sizes(server)).toEqual({ 1: 0, 2: 3 })
  await patch(server, { replicas: 0 })
  await clock.advance(50)
  await patch(server, {
    template: { spec: { containers: [{ name: 'main', image: 'example/web:3' }] } },
    replicas: 2,
  })
  await clock.advance(50)
  expect(sizes(server)).toEqual({ 1: 0, 2: 2 })
})

test('of old ReplicaSets without Pods the newest stay, and those whose status is old', async () => {
  const { clock, server } = clusterWith(ALONE)
  server.create(rolling(1, 1, 0, { revisionHistoryLimit: 1 }))
  for (let revision = 1; revision <= 4; revision++) {
    await clock.advance(50)
    report(server, String(revision), 1)
    await clock.advance(50)
    if (revision > 1) report(server, String(revision - 1), 0)
    await clock.advance(50)
    if (revision < 4) await setImage(server, `example/web:${revision + 1}`)
  }
  await clock.advance(100)
  expect(sizes(server)).toEqual({ 3: 0, 4: 1 })
})

test('ten old ReplicaSets stay by default, and all of them without a limit', async () => {
  const historyOf = async (revisionHistoryLimit?: number) => {
    const uid = 'u'
    const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid, controller: true }
    const old = (index: number): ReplicaSet => ({
      ...replicaSet(0),
      metadata: {
        ...{
          name: `old-${String(index).padStart(2, '0')}`,
          namespace: 'default',
          uid: `r${index}`,
          generation: 1,
        },
        ...{ labels: { app: 'web' }, ownerReferences: [owner], annotations: { [REVISION]: String(index) } },
      },
      spec: { ...replicaSet(0).spec, template: { metadata: { labels: { app: 'web', at: String(index) } } } },
      status: { replicas: 0, observedGeneration: 1 },
    })
    const limit = revisionHistoryLimit === undefined ? {} : { revisionHistoryLimit }
    const of = { ...deployment(0, limit), metadata: { name: 'web', namespace: 'default', uid } }
    const objects = [of, ...Array.from({ length: 13 }, (_, index) => old(index + 1))]
    const { clock, server } = clusterWith(ALONE, { objects })
    await clock.advance(50)
    server.update(of, deployments)
    await clock.advance(100)
    return server
      .keys(replicaSets)
      .filter(key => key.includes('old-'))
      .map(key => Number(key.split('old-')[1]))
  }
  expect(await historyOf()).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
  expect(await historyOf(0)).toEqual([])
  expect(await historyOf(2 ** 31 - 1)).toHaveLength(13)
})
