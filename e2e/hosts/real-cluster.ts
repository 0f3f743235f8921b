import { type NoCluster, openCluster, trust } from '../../tools/kubernetes/cluster.ts'
import type { Cluster } from '../../tools/kubernetes/start.ts'
import { test as base } from './fixtures.ts'

/** The time for starting, and perhaps building, a kube-apiserver. */
const SET_UP_MS = 15 * 60_000

/** Journeys on a real apiserver. A fixture that uses it must skip the test, with the reason, where there is none. */
export const test = base.extend<object, { readonly cluster: Cluster | NoCluster }>({
  cluster: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright derives a fixture's dependencies from its parameter
    async ({}, use) => {
      const cluster = await openCluster(console.log)
      if ('skip' in cluster) return use(cluster)
      trust(cluster)
      await use(cluster)
      await cluster.stop()
    },
    { scope: 'worker', timeout: SET_UP_MS },
  ],
})
