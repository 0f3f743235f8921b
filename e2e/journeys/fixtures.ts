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
import { createCluster } from '../../demo/server/cluster.ts'
import { freePort, previewDemo, type Served } from '../preview.ts'
import { Console } from './console.ts'

/** A fake apiserver in the process of the test, which can read and change its state directly. */
interface FakeCluster {
  readonly server: FakeApiserver
  readonly churn: Churn
  readonly pods: readonly Pod[]
}

/** The server of `npm start`, in the process of the test. */
type WholeCluster = Pick<FakeCluster, 'server' | 'churn'>

interface ClusterSize {
  readonly pods: number
  readonly churn?: number
}

export interface TestFixtures {
  readonly app: Console
  /** Starts the apiserver of the console's cluster `fake`, with generated Pods and nothing else. */
  readonly startCluster: (options: ClusterSize) => Promise<FakeCluster>
  /** Starts it with the cluster of `npm start`: all kinds, custom resources, users, and the namespace `shop`. */
  readonly startWholeCluster: (options: ClusterSize) => Promise<WholeCluster>
  /** Saves a screenshot among the results of the run. */
  readonly picture: (name: string) => Promise<void>
  /** Fails the test when the page throws. */
  readonly noPageErrors: undefined
}

export interface WorkerFixtures {
  readonly fakePort: number
  readonly demo: Served
}

type Serve = <TCluster extends WholeCluster>(cluster: TCluster) => Promise<TCluster>

/** Journeys of one user on the built demo. */
export const test = base.extend<TestFixtures & { readonly serveCluster: Serve }, WorkerFixtures>({
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
  app: async ({ page }, use) => use(new Console(page)),
  serveCluster: async ({ fakePort }, use) => {
    const stops: (() => Promise<void>)[] = []
    await use(async cluster => {
      const { server, churn } = cluster
      const serving = await serve(server, { port: fakePort, control: { churn } })
      churn.start()
      stops.push(async () => {
        churn.stop()
        await serving.close()
      })
      return cluster
    })
    for (const stop of stops) await stop()
  },
  startCluster: async ({ serveCluster }, use) => {
    await use(({ pods: count, churn: perSecond = 0 }) => {
      const pods = generatePods({ count, seed: 1 })
      const server = createFakeApiserver({ objects: pods, controllers: { pods: true } })
      return serveCluster({ server, churn: createChurn(server, { perSecond }), pods })
    })
  },
  startWholeCluster: async ({ serveCluster }, use) => {
    await use(({ pods, churn = 0 }) => serveCluster(createCluster({ pods, churn, seed: 1 })))
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
