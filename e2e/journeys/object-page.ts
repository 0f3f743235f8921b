import { expect, type Locator, type Page } from '@playwright/test'

/** Page object of an object's page in a cluster, and of the dialogs and toasts of its actions. */
export class ObjectPage {
  readonly page: Page
  readonly #cluster: string
  readonly toast: Locator
  readonly dialog: Locator

  constructor(page: Page, cluster = 'fake') {
    this.page = page
    this.#cluster = cluster
    this.toast = page.getByTestId('toast')
    this.dialog = page.getByRole('dialog')
  }

  /** Opens the page of an object: `open('apps/v1/deployments', 'shop/web')`. */
  async open(kind: string, key: string, query = ''): Promise<void> {
    const at = key.includes('/') ? key : `-/${key}`
    await this.page.goto(`/c/${this.#cluster}/${kind}/${at}${query}`)
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
