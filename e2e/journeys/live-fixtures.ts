import { createKubeClient, type KubeClient } from '@kube-informer/core'
import { deployments } from '@kube-informer/core/resources'
import type { FakeApiserver } from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'
import { expect, type Locator, type Page } from '@playwright/test'
import { createCluster } from '../../demo/server/cluster.ts'
import { test as base } from './fixtures.ts'

/** The generated Pods beside those of the shop. */
const PODS = 50

/** The cluster of `npm start`, in the process of the test: every controller runs. */
interface Shop {
  readonly server: FakeApiserver
  /** Writes as another client of the same server. */
  readonly client: KubeClient
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

/** Page object of an object's page, and of the dialogs and toasts of its actions. */
class ObjectPage {
  readonly page: Page
  readonly toast: Locator
  readonly dialog: Locator

  constructor(page: Page) {
    this.page = page
    this.toast = page.getByTestId('toast')
    this.dialog = page.getByRole('dialog')
  }

  /** Opens the page of an object: `open('apps/v1/deployments', 'shop/web')`. */
  async open(kind: string, key: string, query = ''): Promise<void> {
    const at = key.includes('/') ? key : `-/${key}`
    await this.page.goto(`/c/fake/${kind}/${at}${query}`)
    await expect(this.page.getByRole('heading', { level: 1 })).toContainText(key.split('/').at(-1) ?? '')
  }

  /** Opens the command palette with its key. */
  async openPalette(): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+K')
    await expect(this.page.getByRole('combobox', { name: 'Command palette' })).toBeFocused()
  }

  async tab(name: string): Promise<void> {
    await this.page.getByRole('tab', { name }).click()
  }

  /** The menu of what can be done to the object. */
  async action(name: string | RegExp): Promise<Locator> {
    await this.page.getByRole('button', { name: 'Actions' }).click()
    return this.page.getByRole('menuitem', { name })
  }

  /** Chooses an action, and confirms its dialog. */
  async run(name: string, confirm = name): Promise<void> {
    await (await this.action(new RegExp(`^${name}`))).click()
    await this.dialog.getByRole('button', { name: confirm, exact: true }).click()
  }
}

export { expect } from '@playwright/test'
