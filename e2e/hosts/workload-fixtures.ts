import type { KubeClient } from '@kube-informer/core'
import { namespaces } from '@kube-informer/core/resources'
import type { Subscription } from '@kube-informer/worker'
import { clientOf } from '../../tools/kubernetes/seed.ts'
import { type CountingProxy, countingProxy } from '../journeys/counting-proxy.ts'
import { test as base } from './real-cluster.ts'
import type { TabOptions } from './tab-options.ts'
import type { At } from './workload-page.ts'
import { WorkloadTab } from './workload-tab.ts'

/** A new namespace of a real apiserver, and tabs that show it. */
export interface Workloads {
  readonly admin: KubeClient
  readonly namespace: string
  /** Holds the requests of the tabs. */
  readonly proxy: CountingProxy
  /** A location in the namespace. */
  at(name: string): At
  /** The rows of a resource in the namespace. */
  rowsOf(resource: string, filter?: NonNullable<Subscription['slice']>['filter']): Subscription
  /** A client with a token. */
  clientWith(token: string): KubeClient
  /** Opens a tab of one identity. @default token the administrator's */
  open(options?: Pick<TabOptions, 'host' | 'token'>): Promise<WorkloadTab>
}

/** Journeys with writes, trees and queries; skipped, with a reason, where there is no real apiserver. */
export const test = base.extend<{ readonly workloads: Workloads }>({
  workloads: async ({ cluster, tabs }, use, info) => {
    info.skip('skip' in cluster, 'skip' in cluster ? cluster.skip : '')
    if ('skip' in cluster) return
    const admin = clientOf(cluster)
    const { metadata } = await admin.create(namespaces, { metadata: { generateName: 'workloads-' } })
    const namespace = metadata?.name ?? ''
    // A page reaches the server over HTTPS only if it trusts the certificate.
    const proxy = await countingProxy(cluster.url)
    const opening = { api: proxy.url, identity: 'ada', token: cluster.token, follow: [] } as const
    await use({
      admin,
      namespace,
      proxy,
      at: name => ({ namespace, name }),
      rowsOf: (resource, filter) => ({
        resource,
        slice: { target: { type: 'index', index: 'namespace', value: namespace }, filter },
      }),
      clientWith: token => clientOf({ url: cluster.url, token }),
      open: async options => new WorkloadTab(await tabs.open({ ...opening, ...options }), namespace),
    })
    await proxy.close()
  },
})
