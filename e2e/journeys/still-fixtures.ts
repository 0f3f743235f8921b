import { serve } from '@kube-informer/apiserver/node'
import { test as base, expect } from './fixtures.ts'
import { whyNoPixels } from './pixels.ts'
import { createStillCluster, type StillCluster } from './still-cluster.ts'

interface StillFixtures {
  /** Stops the time of the page when the cluster's did. Timers run. */
  readonly stillPage: undefined
}

interface StillWorkerFixtures {
  readonly stillCluster: StillCluster
  /** Why the pixels of pages cannot be compared. */
  readonly pixelsDiffer: string | undefined
}

/** Journeys through pages that look the same in each run. They only read the cluster, so those of a worker share it. */
export const test = base.extend<StillFixtures, StillWorkerFixtures>({
  locale: 'en-US',
  timezoneId: 'UTC',
  stillCluster: [
    async ({ fakePort }, use) => {
      const cluster = await createStillCluster()
      const control = { churn: cluster.churn, pods: cluster.resizer }
      const serving = await serve(cluster.server, { port: fakePort, control })
      await use(cluster)
      await serving.close()
    },
    { scope: 'worker' },
  ],
  pixelsDiffer: [
    async ({ browser }, use, { config }) => use(await whyNoPixels(browser, config)),
    { scope: 'worker' },
  ],
  stillPage: [
    async ({ page, stillCluster }, use) => {
      await page.clock.setFixedTime(stillCluster.now)
      // An animation has colors in between.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await use(undefined)
    },
    { auto: true },
  ],
})

export { expect }
