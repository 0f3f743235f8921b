import { serve } from '@kube-informer/apiserver/node'
import {
  type Churn,
  createChurn,
  createFakeApiserver,
  type FakeApiserver,
  generatePods,
  type Pod,
} from '@kube-informer/testing'
import { test as base, expect, type TestInfo } from '@playwright/test'
import { freePort, previewDemo, type Served } from '../preview.ts'
import { Dashboard } from './dashboard.ts'

/** A fake apiserver in the process of the test, which can read and change its state directly. */
interface FakeCluster {
  readonly server: FakeApiserver
  readonly churn: Churn
  readonly pods: readonly Pod[]
}

export interface TestFixtures {
  readonly dashboard: Dashboard
  /** Starts the apiserver behind the demo's `?server=/fake`. */
  readonly startCluster: (options: { readonly pods: number; readonly churn?: number }) => Promise<FakeCluster>
  /** Saves a screenshot among the results of the run. */
  readonly picture: (name: string) => Promise<void>
  /** Fails the test when the page throws. */
  readonly noPageErrors: undefined
}

export interface WorkerFixtures {
  readonly fakePort: number
  readonly demo: Served
}

/** Journeys of one user on the built demo. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  // Playwright derives a fixture's dependencies from its parameter: without any it must be an empty pattern.
  // biome-ignore lint/correctness/noEmptyPattern: see above
  fakePort: [async ({}, use) => use(await freePort()), { scope: 'worker' }],
  demo: [
    async ({ fakePort }, use) => {
      const demo = await previewDemo({ KUBE_INFORMER_FAKE_URL: `http://127.0.0.1:${fakePort}` })
      await use(demo)
      await demo.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ demo }, use) => use(demo.url),
  dashboard: async ({ page }, use) => use(new Dashboard(page)),
  startCluster: async ({ fakePort }, use) => {
    const stops: (() => Promise<void>)[] = []
    await use(async ({ pods: count, churn: perSecond = 0 }) => {
      const pods = generatePods({ count, seed: 1 })
      const server = createFakeApiserver({ objects: pods, controllers: { pods: true } })
      const serving = await serve(server, { port: fakePort })
      const churn = createChurn(server, { perSecond })
      churn.start()
      stops.push(async () => {
        churn.stop()
        await serving.close()
      })
      return { server, churn, pods }
    })
    for (const stop of stops) await stop()
  },
  picture: async ({ page }, use, info) => {
    await use(async name => {
      await page.screenshot({ path: picturePath(info, name) })
    })
  },
  noPageErrors: [
    async ({ page }, use) => {
      const errors: Error[] = []
      page.on('pageerror', error => errors.push(error))
      await use(undefined)
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})

const picturePath = ({ project }: TestInfo, name: string): string =>
  `${project.outputDir}/pictures/${name}.png`

/** The key of a generated Pod. */
export const keyOf = ({ metadata: { namespace, name } }: Pod): string => `${namespace}/${name}`

export { expect }
