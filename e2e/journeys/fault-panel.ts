import { type FakeApiserver, pods } from '@kube-informer/testing'
import { expect, type Locator, type Page } from '@playwright/test'
import { keyOf } from './fixtures.ts'

/** The counters of the panel. */
type Counter = 'rows-lost' | 'relists' | 'restarts' | 'events' | 'page-pods' | 'server-pods'

/** The number of rows of the compared table. */
const COMPARED = 12
/** A page that dropped most frames has as many events to read. */
const CATCH_UP_MS = 90_000

/** The text of the first rows of the compared table. */
const firstRows = (server: FakeApiserver): readonly string[] =>
  server
    .list(pods)
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .slice(0, COMPARED)
    .map(({ metadata: { name, resourceVersion }, status }) => `${name}${status?.phase}${resourceVersion}`)

/** Page object of the panel of faults. */
export class FaultPanel {
  readonly page: Page
  readonly panel: Locator
  readonly host: Locator
  readonly compared: Locator
  readonly meter: Locator

  constructor(page: Page) {
    this.page = page
    this.panel = page.getByRole('complementary', { name: 'Faults' })
    this.host = page.getByTestId('host')
    this.compared = this.panel.getByTestId('compared').locator('tbody tr')
    this.meter = this.panel.getByTestId('frame-meter')
  }

  slider(name: string): Locator {
    return this.panel.getByRole('slider', { name })
  }

  counter(name: Counter): Locator {
    return this.panel.getByTestId(name)
  }

  async count(name: Counter): Promise<number> {
    return Number((await this.counter(name).allTextContents()).join().replaceAll(',', ''))
  }

  async strike(id: string): Promise<void> {
    await this.panel.getByTestId(`fault-${id}`).click()
  }

  /** Ends the faults that last, if the one that was struck is such a fault. */
  async endAll(): Promise<void> {
    const end = this.panel.getByRole('button', { name: 'End all faults' })
    await end.click()
    await expect(end).toBeDisabled()
  }

  /** Starts the counters again. */
  async reset(): Promise<void> {
    await this.panel.getByRole('button', { name: 'Count from here' }).click()
  }

  /** Waits until changes of the cluster arrive again. */
  async receivesEvents(): Promise<void> {
    const before = await this.count('events')
    await expect.poll(() => this.count('events')).toBeGreaterThan(before + 20)
    await expect(this.page.getByTestId('status-link')).toHaveAttribute('data-link', 'live')
  }

  /** Feeds the compared table in another way. */
  async feedBy(way: string): Promise<void> {
    await this.panel.getByRole('combobox', { name: 'Fed by' }).click()
    await this.page.getByRole('option', { name: way }).click()
  }

  /** Waits until the compared table shows the first Pods of a server as they are now. */
  async hasCaughtUp(server: FakeApiserver): Promise<void> {
    await expect(async () => {
      expect(await this.compared.allTextContents()).toEqual(firstRows(server))
    }).toPass({ timeout: CATCH_UP_MS })
  }

  /** The number of frames that the page has dropped since the compared table is fed in this way. */
  async droppedFrames(): Promise<number> {
    const read = (name: string): Promise<number> => this.meter.getAttribute(name).then(Number)
    const elapsed = await read('data-elapsed')
    // The meter reports twice a second.
    await expect.poll(() => read('data-elapsed')).toBeGreaterThan(elapsed)
    return read('data-dropped')
  }

  /** From now on, remembers the smallest number of rows that the table had. */
  async watchRows(): Promise<() => Promise<number>> {
    const table = this.page.getByTestId('resource-table')
    const least = await table.evaluateHandle(element => {
      const result = { rows: Number(element.ariaRowCount) }
      const observer = new MutationObserver(() => {
        result.rows = Math.min(result.rows, Number(element.ariaRowCount), element.isConnected ? Infinity : 0)
      })
      observer.observe(element, { attributeFilter: ['aria-rowcount'] })
      return result
    })
    return async () => {
      // A table that was replaced had lost its rows.
      const current = await table.getAttribute('aria-rowcount')
      return Math.min(Number(current), (await least.jsonValue()).rows)
    }
  }
}
