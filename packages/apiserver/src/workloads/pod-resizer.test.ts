import { deployments, replicaSets } from '@kube-informer/core/resources'
import { FakeClock } from '@kube-informer/testing'
import { beforeEach, expect, test } from 'vitest'
import { pods } from '../object/resources.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { watch } from '../test/fixtures.ts'
import { generateCluster } from './generate-cluster.ts'
import { createPodResizer, type PodResizer } from './pod-resizer.ts'

const options = { count: 1000, apps: 50, namespaces: 5 }

let clock: FakeClock
let server: FakeApiserver
let resizer: PodResizer
beforeEach(() => {
  clock = new FakeClock()
  server = createFakeApiserver({ clock, objects: generateCluster(options) })
  resizer = createPodResizer(server, options)
})

/** The number of Pods of Deployments. */
const owned = () =>
  server.list(pods).filter(({ metadata }) => metadata.ownerReferences?.[0]?.kind === 'ReplicaSet')

/** The replicas of each ReplicaSet and Deployment equal its Pods. */
function expectConsistent(): void {
  const counts = new Map<string, number>()
  for (const { metadata } of owned()) {
    const uid = metadata.ownerReferences?.[0]?.uid ?? ''
    counts.set(uid, (counts.get(uid) ?? 0) + 1)
  }
  let sum = 0
  for (const { metadata, spec, status } of server.list(replicaSets)) {
    const count = counts.get(metadata?.uid ?? '') ?? 0
    expect([spec?.replicas, status?.replicas, status?.readyReplicas ?? 0]).toEqual([count, count, count])
  }
  for (const { spec, status } of server.list(deployments)) {
    expect(status).toMatchObject({ replicas: spec?.replicas, readyReplicas: spec?.replicas })
    sum += spec?.replicas ?? 0
  }
  expect(sum).toBe(owned().length)
}

test('creates Pods as events, in slices, with their replicas', async () => {
  const reading = await watch(server, `&resourceVersion=${server.rv}`)
  resizer.resize(2500)
  await clock.advance(1)
  expect([resizer.isRunning, resizer.target]).toEqual([true, 2500])
  expect(resizer.count).toBeGreaterThan(1000)
  expect(resizer.count).toBeLessThan(1300)
  expectConsistent()
  await clock.advance(5000)
  expect([resizer.isRunning, resizer.count, owned().length]).toEqual([false, 2500, 2500])
  expect(reading.frames.filter(({ type }) => type === 'ADDED')).toHaveLength(1500)
  expectConsistent()
  reading.controller.abort()
  await clock.settle()
  expect(clock.pendingTimers).toBe(0)
})

test('deletes Pods, and creates the same number again', async () => {
  resizer.resize(100)
  await clock.advance(5000)
  expect(owned()).toHaveLength(100)
  expectConsistent()
  resizer.resize(1000)
  await clock.advance(5000)
  expect(owned()).toHaveLength(1000)
  expectConsistent()
})

test('a further call replaces one that is running', async () => {
  resizer.resize(5000)
  await clock.advance(15)
  resizer.resize(500)
  await clock.advance(5000)
  expect([resizer.count, owned().length]).toEqual([500, 500])
  expectConsistent()
})

test('works without Deployments, and stops', async () => {
  server = createFakeApiserver({ clock })
  resizer = createPodResizer(server, { ...options, count: 0 })
  resizer.resize(1000)
  await clock.advance(11)
  resizer.stop()
  await clock.advance(1000)
  expect(server.keys(pods)).toHaveLength(resizer.count)
  expect(resizer.count).toBeLessThan(1000)
  expect(clock.pendingTimers).toBe(0)
})

test.each([-1, 1.5, 100_001, Number.NaN])('%d is no number of Pods', count => {
  expect(() => resizer.resize(count)).toThrow('count must be')
})
