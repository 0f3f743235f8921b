import { byPath, defineResource, type KubernetesObject } from '@kube-informer/core'
import { events, replicaSets } from '@kube-informer/core/resources'
import {
  type Authorize,
  createFakeApiserver,
  deployments,
  type FakeApiserver,
  type Pod,
  pods,
} from '@kube-informer/testing'
import { defineInformers } from '../api/definition.ts'

export const BASE_URL = 'http://cluster.test'
export const TOKEN = 'let-me-in'
/** A token that the server accepts, too. */
export const OTHER_TOKEN = 'let-me-in-too'

/** The definition of the tests, with each kind of function. */
export const informers = defineInformers({
  pods: {
    resource: pods,
    indexers: { node: byPath('spec.nodeName'), phase: (pod: Pod) => [pod.status?.phase ?? 'Unknown'] },
    comparators: { reverse: (a: Pod, b: Pod) => (a.metadata.name < b.metadata.name ? 1 : -1) },
    predicates: {
      running: (pod: Pod) => pod.status?.phase === 'Running',
      broken: (pod: Pod) => {
        throw new Error(`cannot evaluate ${pod.metadata.name}`)
      },
      onNode: (pod: Pod, { node }: { readonly node: string }) => pod.spec?.nodeName === node,
    },
  },
  deployments: { resource: deployments },
  replicasets: { resource: replicaSets },
  events: { resource: events },
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
    spec: { nodeName: node, containers: [{ name: 'main', image: 'app', resources: {} }] },
    status: { phase: phase as 'Running' },
  }
}

/** Operations of a test on the server. */
export interface ServerControl {
  put(object: KubernetesObject): Promise<void>
  remove(object: KubernetesObject): Promise<void>
  /** Ends all watches; none of them can resume. */
  relist(): Promise<void>
  rejectPods(code: number): Promise<void>
  /** Ends the rejections. */
  allowPods(): Promise<void>
  /** Denies the cluster-wide list and watch of Pods. */
  denyAll(): Promise<void>
  /** Rejects the token of the next read of Deployments. */
  rejectToken(): Promise<void>
  /** Delays the next GET of a Pod by an hour. */
  delayGet(): Promise<void>
  /** The number of requests of this kind for pods, without those with limit 1, which only count. */
  count(kind: string): Promise<number>
  /** The resourceVersions at which watches of Pods have started, oldest first. */
  watchedFrom(): Promise<readonly (string | undefined)[]>
  /** What the server has now. */
  now(): Promise<{ readonly pods: readonly Pod[]; readonly resourceVersion: string }>
}

/**
 * The server of the tests: six Pods in two namespaces and a Deployment. It requires one of two tokens, and allows everything but
 * requests to the namespace `locked`.
 */
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
  const authorize: Authorize = ({ namespace }) => namespace !== 'locked'
  const auth = { token: (token: string) => token === TOKEN || token === OTHER_TOKEN }
  return createFakeApiserver({ objects, auth, authorize, ...options })
}

/** A {@link ServerControl} for a server in the same thread. */
export function serverControl(server: FakeApiserver): ServerControl {
  return {
    async put(object) {
      const { namespace, name } = object.metadata ?? {}
      const existing = server.get(pods, `${namespace}/${name}`)
      if (existing) server.update(object)
      else server.create(object)
    },
    async remove(object) {
      server.delete(object)
    },
    async relist() {
      server.relist()
    },
    async rejectPods(code) {
      server.faults.add({ match: { resource: 'pods' }, action: { type: 'status', code } })
    },
    async allowPods() {
      server.faults.clear()
    },
    async denyAll() {
      server.faults.add({ match: { pathPattern: '/api/v1/pods' }, action: { type: 'status', code: 403 } })
    },
    async rejectToken() {
      const match = { resource: 'deployments' }
      server.faults.add({ match, times: 1, action: { type: 'status', code: 401 } })
    },
    async delayGet() {
      const match = { method: 'GET', pathPattern: '*/pods/*' }
      server.faults.add({ match, times: 1, action: { type: 'delay', ms: 3_600_000 } })
    },
    async count(kind) {
      return requestsOf(server, kind).length
    },
    async watchedFrom() {
      return requestsOf(server, 'watch').map(({ query }) => query.resourceVersion)
    },
    async now() {
      return { pods: server.list(pods), resourceVersion: server.rv }
    },
  }
}

/** The requests of a kind for pods, without those with limit 1, which read the total count. */
export const requestsOf = (server: FakeApiserver, kind: string): FakeApiserver['requests'] =>
  server.requests.filter(
    request => request.kind === kind && request.resource === 'pods' && request.query.limit !== '1',
  )
