import { expect, type Locator, type Page } from '@playwright/test'

/** The parameters of a URL of the console. */
export type Search = Readonly<Record<string, string>>

/** The tables of kinds, as the console's paths name them. */
export const TABLES = {
  pods: 'core/v1/pods',
  deployments: 'apps/v1/deployments',
  nodes: 'core/v1/nodes',
} as const

/** The path of a page of the console: `pathOf('fake', 'core/v1/pods', { filter: 'web' })`. */
function pathOf(cluster: string, page: string, search: Search = {}): string {
  const query = new URLSearchParams(search).toString()
  return `/c/${cluster}/${page}${query && `?${query}`}`
}

/** Page object of the console. */
export class Console {
  readonly page: Page
  readonly link: Locator
  /** The number of objects that the informer of the shown kind has. */
  readonly objects: Locator
  readonly filter: Locator
  readonly table: Locator
  /** The rows on screen, without the head and the headings of sections. */
  readonly rows: Locator
  readonly sidebar: Locator
  readonly palette: Locator
  readonly dialog: Locator
  readonly toast: Locator
  readonly bulkBar: Locator
  /** The panel of faults. */
  readonly panel: Locator

  constructor(page: Page) {
    this.page = page
    this.link = page.getByTestId('status-link')
    this.objects = page.getByTestId('status-objects')
    this.filter = page.getByRole('combobox', { name: 'Filter', exact: true })
    this.table = page.getByTestId('resource-table')
    this.rows = page.getByTestId('row')
    this.sidebar = page.getByRole('navigation', { name: 'Resources' })
    this.palette = page.getByRole('dialog', { name: 'Command palette' })
    this.dialog = page.getByRole('dialog')
    this.toast = page.getByTestId('toast')
    this.bulkBar = page.getByTestId('bulk-bar')
    this.panel = page.getByRole('complementary', { name: 'Faults' })
  }

  /** Opens a page of the fake cluster: a table by the path of its kind, or an object below it. */
  async open(page: string, search: Search = {}, cluster = 'fake'): Promise<void> {
    await this.page.goto(pathOf(cluster, page, search))
  }

  /** The row of one object, by `namespace/name`, or by the name of a cluster-scoped one. */
  row(key: string): Locator {
    return this.page.locator(`[data-testid=row][data-key="${key}"]`)
  }

  /** The cells of a column on screen. */
  cells(column: string): Locator {
    return this.rows.locator(`.column-${column}`)
  }

  /** Waits until the link is live, the cache contains this number of objects, and the table shows some. */
  async synced(count: number): Promise<void> {
    await expect(this.objects).toHaveText(count.toLocaleString('en'))
    await expect(this.link).toHaveAttribute('data-link', 'live')
    await expect(this.rows.first()).toBeVisible()
  }

  /** As `synced`, in a cluster that makes Pods of its own, beside those that were generated. */
  async syncedAtLeast(count: number): Promise<void> {
    await expect
      .poll(async () => Number((await this.objects.textContent())?.replaceAll(',', '')))
      .toBeGreaterThanOrEqual(count)
    await expect(this.link).toHaveAttribute('data-link', 'live')
    await expect(this.rows.first()).toBeVisible()
  }

  /** Shows one namespace, with the picker. The others are no longer shown. */
  async choose(namespace: string): Promise<void> {
    await this.page.getByTestId('namespace-picker').click()
    const popup = this.page.getByRole('dialog', { name: 'Namespaces' })
    await popup.getByRole('combobox').fill(namespace)
    const all = popup.getByRole('button', { name: /^All namespaces/ })
    if (await all.isEnabled()) await all.click()
    await popup.locator(`[data-namespace="${namespace}"]`).click()
    await this.page.keyboard.press('Escape')
    await expect(popup).toBeHidden()
  }

  /** The keys of the rows on screen, in no particular order. */
  async keys(): Promise<readonly string[]> {
    return this.rows.evaluateAll(rows => rows.map(row => row.getAttribute('data-key') ?? ''))
  }

  /** Chooses a namespace, and expects its rows and no other. */
  async showsOnly(namespace: string, expected: ReadonlySet<string>): Promise<void> {
    await this.choose(namespace)
    await this.hasRows(expected.size)
    const shown = await this.keys()
    expect(shown.length).toBeGreaterThan(Math.min(10, expected.size - 1))
    expect(shown.filter(key => !expected.has(key))).toEqual([])
  }

  /** The keys of the rows on screen, from top to bottom. */
  async orderedKeys(): Promise<readonly string[]> {
    return this.rows.evaluateAll(rows =>
      rows
        .toSorted((a, b) => Number(a.ariaRowIndex) - Number(b.ariaRowIndex))
        .map(row => row.getAttribute('data-key') ?? ''),
    )
  }

  /** Waits until the table has this number of rows, on screen or not, and none of another query. */
  async hasRows(count: number): Promise<void> {
    await expect(this.table).toHaveAttribute('aria-rowcount', String(count + 1))
    await expect(this.table).toHaveAttribute('aria-busy', 'false')
  }

  /** The text of the visible rows. */
  text(): Promise<string> {
    return this.table.evaluate(table => table.textContent)
  }

  /** Opens the command palette, and types a text there. */
  async search(text: string): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+K')
    await this.palette.getByRole('combobox').fill(text)
  }

  tab(name: string): Locator {
    return this.page.getByRole('tab', { name })
  }

  /** Selects the row of an object, and deletes the object by the bar of the selected rows. */
  async delete(key: string): Promise<void> {
    await this.row(key).getByRole('checkbox').click()
    await this.bulkBar.getByRole('button', { name: 'Delete' }).click()
    await this.dialog.getByRole('button', { name: 'Delete' }).click()
  }
}
