import { pods } from '@kube-informer/testing'
import { expect } from '@playwright/test'
import { type NoCluster, openCluster, trust } from '../../tools/kubernetes/cluster.ts'
import { clientOf } from '../../tools/kubernetes/seed.ts'
import type { Cluster } from '../../tools/kubernetes/start.ts'
import { type CountedRequest, countingProxy } from '../journeys/counting-proxy.ts'
import { wasSteady } from './expectations.ts'
import { test } from './fixtures.ts'
import { READ_PODS, ServiceAccount } from './service-account.ts'

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

for (const host of ['shared', 'leader'] as const) {
  test(`a tab writes with its own rights, also after a tab with more rights was closed: ${host}`, async ({
    tabs,
  }) => {
    test.skip('skip' in cluster, 'skip' in cluster ? cluster.skip : '')
    if ('skip' in cluster) return
    const admin = clientOf(cluster)
    const account = await ServiceAccount.create(admin, VIEWER)
    await account.grant(READ_PODS)
    const viewer = account.token
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
