import { serve } from '@kube-informer/apiserver/node'
import { type Cluster, createCluster } from '../../demo/server/cluster.ts'
import { FaultPanel } from './fault-panel.ts'
import { test as base, expect } from './fixtures.ts'

interface FaultFixtures {
  readonly faults: FaultPanel
  /** Starts the cluster of `npm start`, whose controls also change the number of its Pods. */
  readonly startControlled: (options: { readonly pods: number; readonly churn: number }) => Promise<Cluster>
}

/** Journeys with the panel of faults. */
export const test = base.extend<FaultFixtures>({
  faults: async ({ page }, use) => use(new FaultPanel(page)),
  startControlled: async ({ fakePort }, use) => {
    const stops: (() => Promise<void>)[] = []
    await use(async options => {
      const cluster = createCluster({ ...options, seed: 1 })
      const { server, churn, resizer } = cluster
      const serving = await serve(server, { port: fakePort, control: { churn, pods: resizer } })
      churn.start()
      stops.push(async () => {
        churn.stop()
        resizer.stop()
        await serving.close()
      })
      return cluster
    })
    for (const stop of stops) await stop()
  },
})

export { expect }
