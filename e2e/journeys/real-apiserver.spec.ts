// The same page on a real kube-apiserver: no mock, no line of other code. Skipped, saying why, where there is none.
import { spawnSync } from 'node:child_process'
import type { KubeClient } from '@kube-informer/core'
import { type Pod, pods } from '@kube-informer/testing'
import { type NoCluster, openCluster, trust } from '../kubernetes/cluster.ts'
import { churnCluster, clientOf, seedCluster } from '../kubernetes/seed.ts'
import type { Cluster } from '../kubernetes/start.ts'
import { kubectlProxy, previewDemo } from '../preview.ts'
import { Dashboard } from './dashboard.ts'
import { test as base, expect, keyOf } from './fixtures.ts'

const PODS = 5_000
/** Building the server and writing the Pods. */
const SET_UP_MS = 15 * 60_000

/** A cluster with the generator's Pods in it, and somebody who keeps changing them. */
interface Seeded {
  readonly cluster: Cluster
  readonly client: KubeClient
  readonly seeded: readonly Pod[]
}

const test = base.extend<object, { readonly target: Seeded | NoCluster }>({
  target: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off its parameter
    async ({}, use) => {
      const cluster = await openCluster(console.log)
      if ('skip' in cluster) {
        console.log(`skipped: ${cluster.skip}`)
        return use(cluster)
      }
      trust(cluster)
      const client = clientOf(cluster)
      const seeded = await seedCluster(client, PODS, console.log)
      const stopping = new AbortController()
      const churning = churnCluster(client, seeded.slice(1), { perSecond: 20, signal: stopping.signal })
      await use({ cluster, client, seeded })
      stopping.abort()
      await churning
      await cluster.stop()
    },
    { scope: 'worker', timeout: SET_UP_MS },
  ],
})

const hasKubectl = () => spawnSync('kubectl', ['version', '--client'], { stdio: 'ignore' }).status === 0

/** What both ways to the server have to show. */
async function showsTheCluster(
  dashboard: Dashboard,
  { client, seeded }: Seeded,
  path: string,
): Promise<void> {
  const [first] = seeded
  if (!first) throw new Error('nothing was written')
  const { namespace = '', name } = first.metadata
  await dashboard.page.goto(`/?server=${encodeURIComponent(path)}`)
  await dashboard.synced(PODS)
  await expect(dashboard.page.getByTestId('status-data')).toHaveText('complete')

  // The rows of the one who churns the cluster: they change by themselves.
  const before = await dashboard.text()
  await expect.poll(() => dashboard.text()).not.toBe(before)

  await dashboard.choose(namespace)
  await dashboard.search.fill(name)
  await dashboard.hasRows(1)
  const reason = path.startsWith('/') ? 'Evicted' : 'Shutdown'
  const at = { namespace, name, subresource: 'status' }
  await client.patch(pods, at, { status: { phase: 'Failed', reason } }, { type: 'merge' })
  await expect(dashboard.row(keyOf(first))).toContainText(reason)
  await client.patch(pods, at, { status: first.status }, { type: 'merge' })
  await dashboard.search.fill('')
}

test("five thousand Pods of a real apiserver, through the demo's own proxy with a token", async ({
  target,
  browser,
}) => {
  test.skip('skip' in target, 'skip' in target ? target.skip : '')
  if ('skip' in target) return
  const { url, token } = target.cluster
  const demo = await previewDemo({ KUBE_APISERVER_URL: url, KUBE_TOKEN: token })
  const page = await browser.newPage({ baseURL: demo.url })
  try {
    await showsTheCluster(new Dashboard(page), target, '/k8s')
    await page.screenshot({ path: `${test.info().project.outputDir}/pictures/real-apiserver.png` })
  } finally {
    await page.close()
    await demo.stop()
  }
})

test('five thousand Pods of a real apiserver, through kubectl proxy', async ({
  target,
  dashboard,
  picture,
}) => {
  test.skip('skip' in target, 'skip' in target ? target.skip : '')
  if ('skip' in target) return
  const { kubeconfig } = target.cluster
  test.skip(!kubeconfig || !hasKubectl(), 'no kubectl, or no kubeconfig for it')
  const proxy = await kubectlProxy(kubeconfig ?? '')
  try {
    await showsTheCluster(dashboard, target, proxy.url)
    await picture('real-apiserver-kubectl-proxy')
  } finally {
    await proxy.stop()
  }
})
