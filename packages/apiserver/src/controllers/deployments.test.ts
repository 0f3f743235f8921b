import { type Deployment, deployments, pods, replicaSets } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import type { FakeApiserver } from '../server/fake-apiserver.ts'
import { ask } from '../test/fixtures.ts'
import { clusterWith, deployment, eventTexts, podStates } from '../test/workloads.ts'

const ALL = { scheduler: true, pods: true, replicaSets: true, deployments: true }
const PATH = '/apis/apps/v1/namespaces/default/deployments/web'

const patch = (server: FakeApiserver, spec: object, path = PATH) =>
  ask(server, 'PATCH', path, { spec }, 'application/merge-patch+json')

const setImage = (server: FakeApiserver, image: string) =>
  patch(server, { template: { spec: { containers: [{ name: 'main', image }] } } })

const only = (server: FakeApiserver): Deployment | undefined => server.get(deployments, 'default/web')

const progressing = (server: FakeApiserver) =>
  only(server)?.status?.conditions?.find(({ type }) => type === 'Progressing')

const sizes = (server: FakeApiserver) =>
  server
    .list(replicaSets)
    .map(({ metadata, spec }) => [
      metadata?.annotations?.['deployment.kubernetes.io/revision'],
      spec.replicas,
    ])

test('a Deployment creates a ReplicaSet, and is available when its Pods are', async () => {
  const { clock, server } = clusterWith(ALL)
  server.create(deployment(3))
  await clock.advance(100)
  expect(progressing(server)).toMatchObject({ status: 'True', reason: 'ReplicaSetUpdated' })
  await clock.advance(5_000)
  const [created] = server.list(replicaSets)
  const name = created?.metadata?.name ?? ''
  const hash = name.slice('web-'.length)
  expect(created?.metadata).toMatchObject({
    labels: { app: 'web', 'pod-template-hash': hash },
    annotations: {
      'deployment.kubernetes.io/revision': '1',
      'deployment.kubernetes.io/desired-replicas': '3',
      'deployment.kubernetes.io/max-replicas': '4',
    },
  })
  expect(server.keys(pods).every(key => key.startsWith(`default/${name}-`))).toBe(true)
  expect(only(server)?.metadata?.annotations).toEqual({ 'deployment.kubernetes.io/revision': '1' })
  expect(only(server)?.status).toMatchObject({
    observedGeneration: 1,
    replicas: 3,
    updatedReplicas: 3,
    readyReplicas: 3,
    availableReplicas: 3,
    conditions: [
      { type: 'Available', status: 'True', reason: 'MinimumReplicasAvailable' },
      {
        type: 'Progressing',
        status: 'True',
        reason: 'NewReplicaSetAvailable',
        message: `ReplicaSet "${name}" has successfully progressed.`,
      },
    ],
  })
  expect(eventTexts(server, 'Deployment')).toEqual([
    `Normal ScalingReplicaSet: Scaled up replica set ${name} from 0 to 3`,
  ])
})

test('without a change nothing is written', async () => {
  const { clock, server } = clusterWith(ALL)
  server.create(deployment(3))
  await clock.advance(10_000)
  const { rv } = server
  await clock.advance(1_800_000)
  expect(server.rv).toBe(rv)
  expect(clock.pendingTimers).toBe(1)
})

test('a rolling update stays within maxSurge and maxUnavailable, in the steps of Kubernetes', async () => {
  const { clock, server } = clusterWith(ALL)
  server.create(deployment(4))
  await clock.advance(5_000)
  await setImage(server, 'example/web:2')
  for (let step = 0; step < 100; step++) {
    await clock.advance(100)
    const all = server.list(replicaSets)
    const wanted = all.reduce((sum, { spec }) => sum + (spec.replicas ?? 0), 0)
    expect(wanted).toBeLessThanOrEqual(5)
    expect(only(server)?.status?.availableReplicas ?? 0).toBeGreaterThanOrEqual(3)
  }
  expect(sizes(server)).toEqual(
    expect.arrayContaining([
      ['1', 0],
      ['2', 4],
    ]),
  )
  expect(eventTexts(server, 'Deployment').slice(1, 4).map(withoutHash)).toEqual([
    'Normal ScalingReplicaSet: Scaled up replica set web from 0 to 1',
    'Normal ScalingReplicaSet: Scaled down replica set web from 4 to 3',
    'Normal ScalingReplicaSet: Scaled up replica set web from 1 to 2',
  ])
  expect(progressing(server)?.reason).toBe('NewReplicaSetAvailable')
})

const withoutHash = (text: string) => text.replace(/web-[a-z0-9]+/, 'web')

test('Recreate: the new Pods are created when the old ones are gone', async () => {
  const { clock, server } = clusterWith(ALL)
  server.create(deployment(2, { strategy: { type: 'Recreate' } }))
  await clock.advance(5_000)
  await setImage(server, 'example/web:2')
  await clock.advance(500)
  expect(podStates(server)).toEqual(['Running deleted', 'Running deleted'])
  await clock.advance(5_000)
  expect(server.list(pods).map(({ spec }) => spec?.containers[0]?.image)).toEqual([
    'example/web:2',
    'example/web:2',
  ])
  expect(progressing(server)?.reason).toBe('NewReplicaSetAvailable')
})

test('an earlier template gets its ReplicaSet back, with the next revision', async () => {
  const { clock, server } = clusterWith(ALL)
  server.create(deployment(1))
  await clock.advance(5_000)
  await setImage(server, 'example/web:2')
  await clock.advance(10_000)
  await setImage(server, 'example/web:1')
  await clock.advance(10_000)
  expect(sizes(server)).toEqual(
    expect.arrayContaining([
      ['2', 0],
      ['3', 1],
    ]),
  )
  const back = server.list(replicaSets).find(({ spec }) => spec.replicas === 1)
  expect(back?.metadata?.annotations).toMatchObject({ 'deployment.kubernetes.io/revision-history': '1' })
  expect(only(server)?.metadata?.annotations).toEqual({ 'deployment.kubernetes.io/revision': '3' })
})

test('revisionHistoryLimit: old ReplicaSets are deleted', async () => {
  const { clock, server } = clusterWith(ALL)
  server.create(deployment(1, { revisionHistoryLimit: 1 }))
  for (const version of [2, 3, 4]) {
    await clock.advance(10_000)
    await setImage(server, `example/web:${version}`)
  }
  await clock.advance(10_000)
  expect([...sizes(server)].sort()).toEqual([
    ['3', 0],
    ['4', 1],
  ])
})

test('scaled in the middle of a rollout, all ReplicaSets grow in proportion', async () => {
  const { clock, server } = clusterWith(ALL)
  server.create(deployment(8))
  await clock.advance(5_000)
  await setImage(server, 'example/web:2')
  await clock.advance(60)
  const before = sizes(server)
  await patch(server, { replicas: 16 })
  await clock.advance(30)
  expect(before).toEqual(
    expect.arrayContaining([
      ['1', 6],
      ['2', 4],
    ]),
  )
  expect(sizes(server)).toEqual(
    expect.arrayContaining([
      ['1', 12],
      ['2', 8],
    ]),
  )
  await clock.advance(20_000)
  expect(sizes(server)).toEqual(
    expect.arrayContaining([
      ['1', 0],
      ['2', 16],
    ]),
  )
})

test('a paused Deployment is scaled and not rolled out', async () => {
  const { clock, server } = clusterWith(ALL)
  server.create(deployment(2))
  await clock.advance(5_000)
  await patch(server, { paused: true, replicas: 3 })
  await setImage(server, 'example/web:2')
  await clock.advance(5_000)
  expect(sizes(server)).toEqual([['1', 3]])
  expect(progressing(server)).toMatchObject({ status: 'Unknown', reason: 'DeploymentPaused' })
  await patch(server, { paused: false })
  await clock.advance(20_000)
  expect(sizes(server)).toEqual(
    expect.arrayContaining([
      ['1', 0],
      ['2', 3],
    ]),
  )
})

test('a rollout without progress fails after progressDeadlineSeconds', async () => {
  const { clock, server } = clusterWith({ ...ALL, scheduler: false })
  server.create(deployment(1, { progressDeadlineSeconds: 60 }))
  await clock.advance(59_000)
  expect(progressing(server)?.status).toBe('True')
  await clock.advance(5_000)
  expect(progressing(server)).toMatchObject({ status: 'False', reason: 'ProgressDeadlineExceeded' })
  expect(clock.pendingTimers).toBe(1)
})
