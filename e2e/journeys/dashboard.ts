import { expect, type Locator, type Page } from '@playwright/test'

/** Page object of the demo. */
export class Dashboard {
  readonly page: Page
  readonly link: Locator
  readonly objects: Locator
  readonly picker: Locator
  readonly search: Locator
  readonly table: Locator
  readonly rows: Locator

  constructor(page: Page) {
    this.page = page
    this.link = page.getByTestId('status-link')
    this.objects = page.getByTestId('status-objects')
    this.picker = page.getByTestId('namespace-picker')
    this.search = page.getByTestId('search')
    this.table = page.getByTestId('pod-table')
    this.rows = page.getByTestId('pod-row')
  }

  /** The row of one Pod, by `namespace/name`. */
  row(key: string): Locator {
    return this.page.locator(`[data-testid=pod-row][data-key="${key}"]`)
  }

  /** Waits until the link is live and the cache contains this number of objects. */
  async synced(count: number): Promise<void> {
    await expect(this.objects).toHaveText(count.toLocaleString('en'))
    await expect(this.link).toHaveAttribute('data-link', 'live')
    await expect(this.rows.first()).toBeVisible()
  }

  /** The option of a namespace in the picker. */
  namespace(name: string): Locator {
    return this.picker.locator(`[data-namespace="${name}"]`)
  }

  async choose(namespace: string): Promise<void> {
    await this.namespace(namespace).click()
  }

  /** The keys of the rows on screen, in no particular order. */
  async keys(): Promise<readonly string[]> {
    return this.rows.evaluateAll(rows => rows.map(row => row.getAttribute('data-key') ?? ''))
  }

  /** Waits until the table has this number of rows, on screen or not. */
  async hasRows(count: number): Promise<void> {
    await expect(this.table).toHaveAttribute('aria-rowcount', String(count + 1))
  }

  /** The text of the visible rows. */
  text(): Promise<string> {
    return this.table.evaluate(table => table.textContent)
  }
}
