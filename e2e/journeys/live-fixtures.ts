import { createKubeClient, type InformerClient } from '@kube-informer/core'
import { deployments } from '@kube-informer/core/resources'
import type { FakeApiserver } from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'
import { expect } from '@playwright/test'
import { createCluster } from '../../demo/server/cluster.ts'
import { test as base } from './fixtures.ts'
import { ObjectPage } from './object-page.ts'

/** The generated Pods beside those of the shop. */
const PODS = 50

/** The cluster of `npm start`, in the process of the test: every controller runs. */
interface Shop {
  readonly server: FakeApiserver
  /** Writes as another client of the same server. */
  readonly client: InformerClient
}

export interface ShopFixtures {
  readonly shop: Shop
  readonly objectPage: ObjectPage
  /** Fails the test when the page breaks its Content-Security-Policy. */
  readonly noViolations: undefined
}

/** Journeys in the namespace `shop`, whose Deployments roll, whose Jobs finish, and whose Pods log. */
export const test = base.extend<ShopFixtures>({
  shop: async ({ fakePort }, use) => {
    const { server, churn } = createCluster({ pods: PODS, churn: 0, seed: 1 })
    const serving = await serve(server, { port: fakePort, control: { churn } })
    const client = createKubeClient({
      baseUrl: serving.url,
      fetch: server.fetch as typeof fetch,
      fieldManager: 'another-client',
    })
    await expect.poll(() => server.get(deployments, 'shop/web')?.status?.readyReplicas).toBe(3)
    await use({ server, client })
    await serving.close()
  },
  objectPage: async ({ page }, use) => use(new ObjectPage(page)),
  noViolations: [
    async ({ page }, use) => {
      const violations: string[] = []
      page.on('console', message => {
        if (message.text().includes('Content Security Policy')) violations.push(message.text())
      })
      await use(undefined)
      expect(violations).toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
