import { LazyObject } from '@kube-informer/cacher'
import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import * as resources from '@kube-informer/core/resources'
import { FakeClock } from '@kube-informer/testing'
import { beforeAll, expect, test } from 'vitest'
import { generatePods } from '../pods/generate.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { ask, getJson } from '../test/fixtures.ts'
import { generateCluster } from './generate-cluster.ts'

const COUNT = 1_010
const NEWEST = Date.UTC(2026, 4, 1)
const options = { count: COUNT, seed: 3, apps: 40, namespaces: 10, newest: NEWEST }

let server: FakeApiserver
beforeAll(() => {
  server = createFakeApiserver({ clock: new FakeClock({ now: NEWEST }), objects: generateCluster(options) })
})

// Tests read arbitrary members.
type Any = KubernetesObject & { readonly spec: Record<string, never>; readonly status: Record<string, never> }
const all = (resource: ResourceDefinition) => server.list(resource) as readonly Any[]
const templateOf = (object: Any | undefined) =>
  object?.spec.template as unknown as { metadata: { labels: Record<string, string> }; spec: object }
const keyOf = ({ metadata }: KubernetesObject) => `${metadata?.namespace}/${metadata?.name}`

test('a cluster of 100,000 Pods builds none of them', () => {
  const objects = generateCluster({ count: 100_000 })
  const pods = objects.filter(object => object instanceof LazyObject && object.kind === 'Pod')
  expect(pods).toHaveLength(100_000)
  createFakeApiserver({ clock: new FakeClock(), objects })
  expect(pods.filter(pod => pod instanceof LazyObject && pod.isBuilt)).toEqual([])
})

test('the Pods are those of generatePods', () => {
  for (const pod of generatePods(options))
    expect(server.get(resources.pods, keyOf(pod))).toMatchObject({ metadata: { uid: pod.metadata.uid } })
})

test('ReplicaSets and Deployments own the Pods and count them', () => {
  const owned = new Map<string, Any[]>()
  for (const pod of all(resources.pods)) {
    const uid = pod.metadata?.ownerReferences?.[0]?.uid ?? ''
    owned.set(uid, [...(owned.get(uid) ?? []), pod])
  }
  for (const replicaSet of all(resources.replicaSets)) {
    const pods = owned.get(replicaSet.metadata?.uid ?? '') ?? []
    const { selector, template, replicas } = replicaSet.spec as Record<
      string,
      { matchLabels: object; metadata: { labels: object } } & number
    >
    expect([replicas, replicaSet.status.replicas]).toEqual([pods.length, pods.length])
    for (const pod of pods) expect(pod.metadata?.labels).toMatchObject(selector?.matchLabels ?? {})
    expect(template?.metadata.labels).toMatchObject(selector?.matchLabels ?? {})
  }
  const current = all(resources.replicaSets).filter(({ spec }) => Number(spec.replicas) > 0)
  expect(all(resources.deployments)).toHaveLength(40)
  for (const deployment of all(resources.deployments)) {
    const mine = current.filter(each => each.metadata?.ownerReferences?.[0]?.uid === deployment.metadata?.uid)
    expect(mine.map(({ spec, metadata }) => [metadata?.namespace, spec.replicas])).toEqual([
      [deployment.metadata?.namespace, deployment.spec.replicas],
    ])
    const ownTemplate = templateOf(deployment)
    const { metadata, spec } = templateOf(mine[0])
    const { 'pod-template-hash': hash, ...labels } = metadata.labels
    expect(hash).toBeDefined()
    expect([labels, spec]).toEqual([ownTemplate.metadata.labels, ownTemplate.spec])
    expect(deployment.status.readyReplicas).toBe(deployment.spec.replicas)
  }
})

test('a scaled Deployment keeps its template: the defaults are set', async () => {
  const [deployment] = all(resources.deployments)
  const path = `/apis/apps/v1/namespaces/${deployment?.metadata?.namespace}/deployments/${deployment?.metadata?.name}`
  const patch = { spec: { replicas: 3 } }
  const { code, body } = await ask(server, 'PATCH', path, patch, 'application/merge-patch+json')
  expect(code).toBe(200)
  expect((body.spec as Any['spec']).template).toEqual(deployment?.spec.template)
})

test('Services select the Pods of their Deployments', () => {
  const service = all(resources.services).find(({ metadata }) => metadata?.namespace === 'default')
  const selector = service?.spec.selector as { readonly app?: string } | undefined
  const selected = all(resources.pods).filter(
    ({ metadata }) => metadata?.namespace === 'default' && metadata.labels?.app === selector?.app,
  )
  expect(selected.length).toBeGreaterThan(10)
})

test('owners and the objects of Events exist', () => {
  const uids = new Set(
    server.resources.flatMap(resource => all(resource).map(({ metadata }) => metadata?.uid)),
  )
  for (const resource of server.resources)
    for (const { metadata } of all(resource))
      for (const { uid } of metadata?.ownerReferences ?? []) expect(uids).toContain(uid)
  const events = all(resources.events) as unknown as readonly { involvedObject: { uid: string } }[]
  expect(events.length).toBeGreaterThan(20)
  for (const { involvedObject } of events) expect(uids).toContain(involvedObject.uid)
})

test('no two objects have the same uid', () => {
  const seen = new Map<string, string>()
  for (const resource of server.resources) {
    // Events and autoscalers are served under two names.
    if (
      ['events.k8s.io'].includes(resource.group) ||
      (resource.version === 'v1' && resource.group === 'autoscaling')
    )
      continue
    for (const object of all(resource)) {
      const uid = object.metadata?.uid ?? ''
      expect(`${resource.plural} ${keyOf(object)}, and ${seen.get(uid)}`).toContain('undefined')
      seen.set(uid, `${resource.plural} ${keyOf(object)}`)
    }
  }
})

test('Nodes have roles, taints, versions and conditions', () => {
  const nodes = all(resources.nodes)
  expect(nodes).toHaveLength(203)
  const role = (name: string) =>
    nodes.filter(({ metadata }) => metadata?.labels?.[`node-role.kubernetes.io/${name}`] === '')
  expect(role('worker')).toHaveLength(200)
  for (const { spec } of role('control-plane')) expect(spec.taints).toMatchObject([{ effect: 'NoSchedule' }])
})

test('custom resources have columns and conditions', async () => {
  const table = await server.fetch('/apis/tls.example.com/v1/certificates?limit=1', {
    headers: { Accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' },
  })
  const { columnDefinitions, rows } = (await table.json()) as {
    columnDefinitions: { name: string }[]
    rows: { cells: unknown[] }[]
  }
  expect(columnDefinitions.map(({ name }) => name)).toEqual([
    'Name',
    'Ready',
    'Secret',
    'Issuer',
    'Expires',
    'Age',
  ])
  expect(rows[0]?.cells.slice(1, 3)).toEqual([
    expect.stringMatching(/True|False/),
    expect.stringMatching(/-tls$/),
  ])
  const backups = await getJson<{ items: object[] }>(server, '/apis/data.example.com/v1/backups')
  expect(backups.items.length).toBeGreaterThan(0)
})
