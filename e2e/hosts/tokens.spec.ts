import type { KubeClient } from '@kube-informer/core'
import { clusterRoleBindings, clusterRoles, serviceAccounts } from '@kube-informer/core/resources'
import { pods } from '@kube-informer/testing'
import { expect } from '@playwright/test'
import { type NoCluster, openCluster, trust } from '../../tools/kubernetes/cluster.ts'
import { clientOf } from '../../tools/kubernetes/seed.ts'
import type { Cluster } from '../../tools/kubernetes/start.ts'
import { type CountedRequest, countingProxy } from '../journeys/counting-proxy.ts'
import { wasSteady } from './expectations.ts'
import { test } from './fixtures.ts'

/** The time for starting, and perhaps building, a kube-apiserver. */
const SET_UP_MS = 15 * 60_000
const VIEWER = 'viewer'

let cluster: Cluster | NoCluster

test.beforeAll(async () => {
  test.setTimeout(SET_UP_MS)
  cluster = await openCluster(console.log)
  if (!('skip' in cluster)) trust(cluster)
})
test.afterAll(async () => {
  if (!('skip' in cluster)) await cluster.stop()
})

/** Creates a service account that may only read Pods; returns a token of it. */
async function createViewer(admin: KubeClient): Promise<string> {
  const metadata = { name: VIEWER }
  const subject = { kind: 'ServiceAccount', namespace: 'default', name: VIEWER }
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: VIEWER }
  const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] }]
  await admin.apply(serviceAccounts, { metadata: { ...metadata, namespace: 'default' } })
  await admin.apply(clusterRoles, { metadata, rules })
  await admin.apply(clusterRoleBindings, { metadata, roleRef, subjects: [subject] })
  const response = await admin.request(`/api/v1/namespaces/default/serviceaccounts/${VIEWER}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} }),
  })
  const { status } = (await response.json()) as { readonly status: { readonly token: string } }
  return status.token
}

for (const host of ['shared', 'leader'] as const) {
  test(`a tab writes with its own rights, also after a tab with more rights was closed: ${host}`, async ({
    tabs,
  }) => {
    test.skip('skip' in cluster, 'skip' in cluster ? cluster.skip : '')
    if ('skip' in cluster) return
    const admin = clientOf(cluster)
    const viewer = await createViewer(admin)
    // A page reaches the server over HTTPS only if it trusts the certificate.
    const proxy = await countingProxy(cluster.url)
    /** Preflight requests carry none. */
    const tokensOf = (requests: readonly CountedRequest[]) =>
      requests.flatMap(({ authorization }) => authorization?.replace('Bearer ', '') ?? [])
    const watchTokens = () => tokensOf(proxy.requests.filter(({ path }) => path.includes('watch=true')))
    const create = (name: string) => admin.create(pods, podOf(name))
    const rejected = {
      code: 403,
      message: expect.stringContaining(`system:serviceaccount:default:${VIEWER}`),
    }
    try {
      await create(`${host}-first`)
      const opening = { api: proxy.url, host, identity: `ada-${host}` }
      const strong = await tabs.open({ ...opening, token: cluster.token })
      await expect.poll(() => strong.shown()).toMatchObject({ data: 'complete', link: 'live' })
      const { rows } = await strong.shown()
      const weak = await tabs.open({ ...opening, token: viewer })
      await expect.poll(() => weak.shown()).toMatchObject({ data: 'complete', rows })
      expect(watchTokens()).toEqual([cluster.token])

      const write = (name: string) => weak.evaluate(name => globalThis.tab.createPod(name), name)
      expect(await write(`${host}-rejected`)).toEqual(rejected)
      expect(await strong.evaluate(name => globalThis.tab.createPod(name), `${host}-created`)).toEqual({})
      await expect.poll(() => weak.shown()).toMatchObject({ rows: rows + 1 })

      await strong.close()
      await expect.poll(() => watchTokens().at(-1)).toBe(viewer)
      const { length } = proxy.requests
      expect(await write(`${host}-rejected`)).toEqual(rejected)
      await create(`${host}-last`)
      await expect.poll(() => weak.shown()).toMatchObject({ rows: rows + 2, link: 'live' })
      await wasSteady(weak)
      expect([...new Set(tokensOf(proxy.requests.slice(length)))]).toEqual([viewer])
    } finally {
      await proxy.close()
    }
  })
}

const podOf = (name: string) => ({
  metadata: { namespace: 'default', name },
  spec: { containers: [{ name: 'main', image: 'none' }] },
})
