import {
  createKubeClient,
  createListWatch,
  type InformerClient,
  type KubernetesObject,
  type ResourceDefinition,
  type Row,
  readObject,
  resourcePath,
} from '@kube-informer/core'
import { readProtobuf } from '@kube-informer/core/protobuf'
import {
  cronJobs,
  deployments,
  events,
  leases,
  nodes,
  persistentVolumeClaims,
  podDisruptionBudgets,
  pods,
  services,
} from '@kube-informer/core/resources'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { trust } from '../../../tools/kubernetes/cluster.ts'
import { describeReal } from '../../../tools/kubernetes/describe-real.ts'
import { type Cluster, startKubernetes } from '../../../tools/kubernetes/start.ts'

const NAME = 'epoch'
const EPOCH = '1970-01-01T00:00:00Z'
const MICRO_EPOCH = '1970-01-01T00:00:00.000000Z'
const PROTOBUF = 'application/vnd.kubernetes.protobuf'

/** A condition at the epoch, and one at the zero time, which JSON writes as null. */
const conditions = [
  { type: 'First', status: 'True', reason: 'A', message: '', lastTransitionTime: EPOCH },
  { type: 'Zero', status: 'True', reason: 'A', message: '', lastTransitionTime: null },
]

const template = {
  metadata: { labels: { app: NAME }, creationTimestamp: EPOCH },
  spec: { containers: [{ name: 'a', image: 'example/app:1' }] },
}

interface Stored {
  readonly resource: ResourceDefinition
  readonly body: object
  /** Written after the object. */
  readonly status?: object
}

const OBJECTS: readonly Stored[] = [
  {
    resource: pods,
    body: { spec: template.spec },
    status: {
      startTime: EPOCH,
      conditions: conditions.map(each => ({ ...each, lastProbeTime: each.lastTransitionTime })),
    },
  },
  {
    resource: deployments,
    body: { spec: { selector: { matchLabels: { app: NAME } }, template } },
    status: { conditions: conditions.map(each => ({ ...each, lastUpdateTime: each.lastTransitionTime })) },
  },
  {
    resource: cronJobs,
    body: {
      spec: {
        schedule: '0 0 * * *',
        jobTemplate: {
          spec: { template: { ...template, spec: { ...template.spec, restartPolicy: 'Never' } } },
        },
      },
    },
    status: { lastScheduleTime: EPOCH },
  },
  {
    resource: nodes,
    body: { spec: { taints: [{ key: 'a', effect: 'NoExecute', timeAdded: EPOCH }] } },
    status: { conditions: conditions.map(each => ({ ...each, lastHeartbeatTime: each.lastTransitionTime })) },
  },
  {
    resource: services,
    body: { spec: { ports: [{ port: 80 }] } },
    status: { conditions },
  },
  {
    resource: persistentVolumeClaims,
    body: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
    status: { conditions: conditions.map(each => ({ ...each, lastProbeTime: each.lastTransitionTime })) },
  },
  {
    resource: podDisruptionBudgets,
    body: { spec: { maxUnavailable: 1, selector: { matchLabels: { app: NAME } } } },
    status: {
      disruptedPods: { first: EPOCH, zero: null },
      conditions: conditions.slice(0, 1),
      disruptionsAllowed: 0,
      currentHealthy: 0,
      desiredHealthy: 0,
      expectedPods: 0,
    },
  },
  { resource: leases, body: { spec: { acquireTime: MICRO_EPOCH } } },
  {
    resource: events,
    body: {
      involvedObject: { namespace: 'default' },
      firstTimestamp: EPOCH,
      eventTime: MICRO_EPOCH,
      reportingComponent: 'example.com/a',
      reportingInstance: 'a',
      action: 'Act',
      reason: 'Acted',
      type: 'Normal',
    },
  },
]

const nameOf = ({ resource }: Stored) => resource.kind

describeReal('W23: protobuf of a real kube-apiserver is its JSON', () => {
  let cluster: Cluster
  let client: InformerClient

  beforeAll(async () => {
    cluster = await startKubernetes()
    trust(cluster)
    client = createKubeClient({ baseUrl: cluster.url, getToken: () => cluster.token })
    for (const { resource, body, status } of OBJECTS) {
      const at = { name: NAME, ...(resource.namespaced && { namespace: 'default' }) }
      await client.create(resource, { metadata: at, ...body })
      if (status) await client.patch(resource, at, { status }, { subresource: 'status' })
    }
  }, 120_000)
  afterAll(() => cluster?.stop())

  const send = (path: string, accept: string, init: RequestInit = {}) =>
    fetch(cluster.url + path, {
      ...init,
      headers: { authorization: `Bearer ${cluster.token}`, 'content-type': 'application/json', accept },
    })
  const inJson = async (path: string, init?: RequestInit) =>
    (await (await send(path, 'application/json', init)).json()) as KubernetesObject
  const inProtobuf = async (path: string, init?: RequestInit) => {
    const response = await send(path, PROTOBUF, init)
    expect(response.headers.get('content-type')).toBe(PROTOBUF)
    return readProtobuf(new Uint8Array(await response.arrayBuffer()))
  }
  const pathOf = (resource: ResourceDefinition) =>
    resourcePath(resource, { name: NAME, ...(resource.namespaced && { namespace: 'default' }) })

  describe('for an object with times at the epoch, and with zero times', () => {
    test.each(OBJECTS.map(each => [nameOf(each), each] as const))('%s', async (_, { resource }) => {
      const object = await inJson(pathOf(resource))
      expect(JSON.stringify(object)).toContain('"1970-01-01T00:00:00')
      expect(await inProtobuf(pathOf(resource))).toEqual(object)
    })
  })

  describe('for the rows of lists and watches', () => {
    test.each(OBJECTS.map(each => [nameOf(each), each] as const))('%s', async (_, { resource }) => {
      const object = await inJson(pathOf(resource))
      for (const encoding of ['json', 'protobuf'] as const) {
        const rows = createListWatch(client, resource, { form: 'row', trim: [], encoding })
        const stopping = new AbortController()
        const query = { fieldSelector: `metadata.name=${NAME}` }
        const { items } = await rows.list(query, { signal: stopping.signal })
        expect(items.map(item => readObject(item as Row))).toEqual([object])
        for await (const [event] of await rows.watch(
          { ...query, resourceVersion: '0' },
          { signal: stopping.signal },
        )) {
          expect(readObject(event?.object as Row)).toEqual(object)
          break
        }
        stopping.abort()
      }
    })
  })

  test('for an empty list in a map of lists', async () => {
    const spec = {
      user: 'a',
      extra: { none: [], some: ['a', ''] },
      nonResourceAttributes: { path: '/', verb: 'get' },
    }
    const init = {
      method: 'POST',
      body: JSON.stringify({ apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', spec }),
    }
    const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews'
    const answer = await inJson(path, init)
    expect(answer).toMatchObject({ spec: { extra: { none: [] } } })
    expect(await inProtobuf(path, init)).toEqual(answer)
  })
})
