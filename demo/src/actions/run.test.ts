import type { KubernetesObject } from '@kube-informer/core'
import {
  configMaps,
  cronJobs,
  type Deployment,
  deployments,
  type Job,
  jobs,
  nodes,
  pods,
  replicaSets,
  serviceAccounts,
} from '@kube-informer/core/resources'
import { createFakeApiserver } from '@kube-informer/testing'
import { connectInline } from '@kube-informer/worker/inline'
import { expect, onTestFinished, test } from 'vitest'
import { informers } from '../informers/informers.ts'
import type { Kind } from '../kinds/kind.ts'
import type { Action, Input } from './action.ts'
import { cordon } from './cordon.ts'
import { remove } from './delete.ts'
import { drain } from './drain.ts'
import { editLabel } from './edit-metadata.ts'
import { type Operation, type Step, startAction, startInverse } from './operation.ts'
import { restart } from './restart.ts'
import { rollback } from './rollback.ts'
import { scale } from './scale.ts'
import { suspend } from './suspend.ts'
import { trigger } from './trigger.ts'

const BASE_URL = 'https://cluster.example'
const labels = { app: 'web' }
const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web:1' }] } }

const web: Deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { namespace: 'shop', name: 'web', uid: 'web-uid' },
  spec: { replicas: 3, selector: { matchLabels: labels }, template },
}

const podOf = (name: string, nodeName = 'n1'): KubernetesObject =>
  ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'shop', name },
    spec: { nodeName, containers: [{ name: 'web', image: 'web:1' }] },
  }) as KubernetesObject

const nightly = {
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: { namespace: 'shop', name: 'nightly' },
  spec: {
    schedule: '0 0 * * *',
    jobTemplate: {
      metadata: { labels: { job: 'nightly' } },
      spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } },
    },
  },
} as KubernetesObject

function setUp(...objects: readonly KubernetesObject[]) {
  const server = createFakeApiserver({ objects })
  const connection = connectInline(informers, { baseUrl: BASE_URL, fetch: server.fetch })
  onTestFinished(() => connection.close())
  const start = (kind: Kind, on: readonly KubernetesObject[], action: Action, input: Input = {}): Operation =>
    startAction(connection, kind, on, action, { ...action.initial(kind, on), ...input })
  const reverse = (kind: Kind, steps: readonly Step[]): Operation => startInverse(connection, kind, steps)
  return { server, connection, client: connection.client, start, reverse }
}

/** Resolves with the first steps that fulfil a condition. */
function when(
  { subscribe, getSteps }: Operation,
  isMet: (steps: readonly Step[]) => boolean,
): Promise<readonly Step[]> {
  return new Promise(resolve => {
    const check = (): void => {
      if (!isMet(getSteps())) return
      unsubscribe()
      resolve(getSteps())
    }
    const unsubscribe = subscribe(check)
    check()
  })
}

const at = { namespace: 'shop', name: 'web' }
const everyAccepted = (steps: readonly Step[]): boolean => steps.every(({ state }) => state === 'accepted')

test('a scale is followed until the replicas are ready, and can be reversed', async () => {
  const { client, start, reverse } = setUp(web)
  const operation = start(deployments, [await client.get(deployments, at)], scale, { replicas: 5 })
  const [accepted] = await when(operation, everyAccepted)
  expect(accepted?.text).toBe('Scaled 3 → 5')
  expect(accepted?.inverse?.text).toBe('Scale back to 3')

  const stored = await client.get(deployments, at)
  expect(stored.spec?.replicas).toBe(5)
  const counts = { replicas: 5, updatedReplicas: 5, readyReplicas: 5, availableReplicas: 5 }
  const status = { observedGeneration: stored.metadata?.generation, ...counts }
  await client.patch(deployments, at, { status }, { subresource: 'status' })
  const [done] = await operation.ended
  expect(done).toMatchObject({ state: 'done', text: '5 of 5 ready' })

  await when(reverse(deployments, done ? [done] : []), everyAccepted)
  expect((await client.get(deployments, at)).spec?.replicas).toBe(3)
})

test('an operation that is cancelled stops following', async () => {
  const { client, start } = setUp(web)
  const operation = start(deployments, [await client.get(deployments, at)], scale, { replicas: 5 })
  await when(operation, everyAccepted)
  operation.cancel()
  expect((await operation.ended).map(({ state }) => state)).toEqual(['cancelled'])
})

test('a restart sets the annotation of kubectl', async () => {
  const { client, start } = setUp(web)
  const operation = start(deployments, [web], restart)
  await when(operation, everyAccepted)
  const { spec } = await client.get(deployments, at)
  expect(spec?.template.metadata?.annotations).toEqual({
    'kubectl.kubernetes.io/restartedAt': expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  })
  operation.cancel()
})

test('a rollback restores the template and annotations of an earlier revision', async () => {
  const revision = (name: string, number: number, image: string): KubernetesObject =>
    ({
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: {
        namespace: 'shop',
        name,
        annotations: {
          'deployment.kubernetes.io/revision': `${number}`,
          'kubernetes.io/change-cause': image,
        },
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'web-uid', controller: true },
        ],
      },
      spec: {
        selector: { matchLabels: { ...labels, 'pod-template-hash': name } },
        template: {
          metadata: { labels: { ...labels, 'pod-template-hash': name } },
          spec: { containers: [{ name: 'web', image }] },
        },
      },
    }) as KubernetesObject
  const sets = [revision('a', 1, 'web:0'), revision('b', 2, 'web:1')]
  const { client, start, server } = setUp(web, ...sets)
  expect((await client.list(replicaSets, { namespace: 'shop' })).items).toHaveLength(2)
  const live = await client.get(deployments, at)
  const operation = start(deployments, [live], rollback)
  await when(operation, steps => steps.every(({ state }) => state !== 'queued' && state !== 'running'))
  expect(operation.getSteps()[0]?.text).toBe('Rolled back to revision 1')
  const { spec, metadata } = await client.get(deployments, at)
  expect(spec?.template.spec?.containers[0]?.image).toBe('web:0')
  expect(spec?.template.metadata?.labels).toEqual(labels)
  expect(metadata?.annotations).toEqual({ 'kubernetes.io/change-cause': 'web:0' })
  operation.cancel()

  const missing = start(deployments, [live], rollback, { revision: 7 })
  expect((await missing.ended)[0]?.text).toContain('has no earlier revision 7')
  expect(server.requests.length).toBeGreaterThan(0)
})

test('a Node is cordoned, and uncordoned again', async () => {
  const node: KubernetesObject = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } }
  const { client, start, reverse } = setUp(node)
  const steps = await start(nodes, [node], cordon).ended
  expect((await client.get(nodes, { name: 'n1' })).spec?.unschedulable).toBe(true)
  await reverse(nodes, steps).ended
  expect((await client.get(nodes, { name: 'n1' })).spec?.unschedulable).toBeUndefined()
})

test('a drain evicts what does not belong to a DaemonSet', async () => {
  const node: KubernetesObject = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } }
  const owner = { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'd', uid: 'd', controller: true }
  const daemon = podOf('daemon')
  const daemonPod = { ...daemon, metadata: { ...daemon.metadata, ownerReferences: [owner] } }
  const { client, start } = setUp(node, podOf('one'), podOf('two'), podOf('away', 'n2'), daemonPod)
  const [step] = await start(nodes, [node], drain).ended
  expect(step).toMatchObject({ state: 'done', text: 'Drained: 2 Pods evicted' })
  const { items } = await client.list(pods, { namespace: 'shop' })
  expect(items.map(({ metadata }) => metadata?.name).sort()).toEqual(['away', 'daemon'])
})

test('a deletion ends when the object is gone; its inverse creates it again', async () => {
  const map = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { namespace: 'shop', name: 'settings', labels },
    data: { color: 'teal' },
  } as KubernetesObject
  const { client, start, reverse } = setUp(map)
  const location = { namespace: 'shop', name: 'settings' }
  // Tables know the metadata only.
  const { uid = '' } = (await client.get(configMaps, location)).metadata ?? {}
  const steps = await start(configMaps, [{ metadata: { ...location, uid } }], remove).ended
  expect(steps[0]).toMatchObject({ state: 'done', text: 'shop/settings is deleted' })
  await expect(client.get(configMaps, location)).rejects.toThrow('not found')
  await reverse(configMaps, steps).ended
  const again = await client.get(configMaps, location)
  expect([again.data, again.metadata?.labels]).toEqual([{ color: 'teal' }, labels])
  expect(again.metadata?.uid).not.toBe(uid)
})

test('an object that has nothing but metadata is created again', async () => {
  const robot = {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { namespace: 'shop', name: 'robot' },
  } as KubernetesObject
  const { client, start, reverse } = setUp(robot)
  const at = { namespace: 'shop', name: 'robot' }
  // As a table lists it.
  const [done] = await start(serviceAccounts, [{ metadata: at }], remove).ended
  expect(done).toMatchObject({ state: 'done', text: 'shop/robot is deleted' })
  await reverse(serviceAccounts, done ? [done] : []).ended
  expect((await client.get(serviceAccounts, at)).metadata?.name).toBe('robot')
})

test('a deletion spares a new object of the same name', async () => {
  const { start, client } = setUp(web)
  const [step] = await start(deployments, [{ ...web, metadata: { ...web.metadata, uid: 'older' } }], remove)
    .ended
  expect(step?.state).toBe('failed')
  expect(step?.text).toContain('uid')
  expect((await client.get(deployments, at)).metadata?.name).toBe('web')
})

test('many objects have results of their own', async () => {
  const all = Array.from({ length: 20 }, (_, index) => podOf(`p${index}`))
  const { start, server } = setUp(...all)
  server.faults.add({
    match: { method: 'PATCH', path: /pods\/p7$/ },
    action: { type: 'status', code: 403 },
  })
  const steps = await start(pods, all, editLabel, { name: 'team', value: 'a' }).ended
  expect(steps.filter(({ state }) => state === 'done')).toHaveLength(19)
  expect(steps.filter(({ state }) => state === 'failed').map(({ key }) => key)).toEqual(['shop/p7'])
})

test('a CronJob is suspended, and triggered with an owner and an annotation', async () => {
  const { client, start } = setUp(nightly)
  const location = { namespace: 'shop', name: 'nightly' }
  await start(cronJobs, [nightly], suspend).ended
  const live = await client.get(cronJobs, location)
  expect(live.spec?.suspend).toBe(true)

  const operation = start(cronJobs, [live], trigger, { name: 'nightly-1' })
  await when(operation, everyAccepted)
  const job: Job = await client.get(jobs, { namespace: 'shop', name: 'nightly-1' })
  expect(job.metadata?.annotations).toMatchObject({ 'cronjob.kubernetes.io/instantiate': 'manual' })
  expect(job.metadata?.ownerReferences).toEqual([
    { apiVersion: 'batch/v1', kind: 'CronJob', name: 'nightly', uid: live.metadata?.uid, controller: true },
  ])
  const conditions = [{ type: 'Complete', status: 'True' }]
  await client.patch(
    jobs,
    'shop/nightly-1',
    { status: { succeeded: 1, conditions } },
    { subresource: 'status' },
  )
  expect((await operation.ended)[0]).toMatchObject({ state: 'done', text: 'Complete: 1 of 1 succeeded' })
})
