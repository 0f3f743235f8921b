import { byPath, defineResource, type KubernetesObject } from '@kube-informer/core'
import { createFakeApiserver, deployments, type FakeApiserver, type Pod, pods } from '@kube-informer/testing'
import { defineInformers } from '../api/definition.ts'

export const BASE_URL = 'http://cluster.test'
export const TOKEN = 'let-me-in'

/** The shared definition of the tests, with a function of every kind. */
export const informers = defineInformers({
  pods: {
    resource: pods,
    indexers: { node: byPath('spec.nodeName'), phase: (pod: Pod) => [pod.status?.phase ?? 'Unknown'] },
    comparators: { reverse: (a: Pod, b: Pod) => (a.metadata.name < b.metadata.name ? 1 : -1) },
    predicates: {
      running: (pod: Pod) => pod.status?.phase === 'Running',
      broken: (pod: Pod) => {
        throw new Error(`cannot judge ${pod.metadata.name}`)
      },
    },
  },
  deployments: { resource: deployments },
  nowhere: {
    resource: defineResource({
      group: 'no',
      version: 'v1',
      plural: 'wheres',
      kind: 'Where',
      namespaced: true,
    }),
  },
})

/** A small Pod. */
export function pod(key: string, { node = 'n1', phase = 'Running', note = '' } = {}): Pod {
  const [namespace = '', name = ''] = key.split('/')
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace, name, annotations: { note } },
    spec: { nodeName: node, containers: [{ name: 'main', image: 'app' }] },
    status: { phase: phase as 'Running' },
  }
}

/** What a test does to the server. */
export interface ServerControl {
  put(object: KubernetesObject): Promise<void>
  remove(object: KubernetesObject): Promise<void>
  /** Ends all watches and lets none resume. */
  relist(): Promise<void>
  refusePods(code: number): Promise<void>
  /** Lets the next read of one Pod take an hour. */
  delayGet(): Promise<void>
  /** How many requests of this kind have come for pods; the page of one that only counts is none. */
  count(kind: string): Promise<number>
}

/** The server of the tests: six Pods in two namespaces, a Deployment, and a token that it asks for. */
export function createTestServer(options: Parameters<typeof createFakeApiserver>[0] = {}): FakeApiserver {
  const objects = [
    ...['default/a', 'default/b', 'default/c', 'default/d'].map(key => pod(key)),
    pod('kube-system/dns', { node: 'n2', phase: 'Pending' }),
    pod('kube-system/proxy', { node: 'n2' }),
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { namespace: 'default', name: 'web' },
      spec: { replicas: 1 },
    },
  ]
  return createFakeApiserver({ objects, auth: { token: TOKEN }, ...options })
}

/** The operations of a {@link ServerControl}, next to the server. */
export function serverControl(server: FakeApiserver): ServerControl {
  return {
    async put(object) {
      const { namespace, name } = object.metadata ?? {}
      const known = server.get(pods, `${namespace}/${name}`)
      if (known) server.update(object)
      else server.create(object)
    },
    async remove(object) {
      server.delete(object)
    },
    async relist() {
      server.relist()
    },
    async refusePods(code) {
      server.faults.add({ match: { resource: 'pods' }, action: { type: 'status', code } })
    },
    async delayGet() {
      const match = { resource: 'pods', kind: 'get' } as const
      server.faults.add({ match, times: 1, action: { type: 'delay', ms: 3_600_000 } })
    },
    async count(kind) {
      return requestsOf(server, kind).length
    },
  }
}

/** The requests of a kind for pods, less the page of one by which the first list learns its length. */
export const requestsOf = (server: FakeApiserver, kind: string): FakeApiserver['requests'] =>
  server.requests.filter(
    request => request.kind === kind && request.resource === 'pods' && request.query.limit !== '1',
  )
