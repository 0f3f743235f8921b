import type { Browser, Page } from '@playwright/test'
import { record } from './screencast.ts'

const VIEWPORT = { width: 1280, height: 800 }

/** Records a visit: palette, a Deployment, its logs, scale, lost watches, reload. */
export async function recordJourney(browser: Browser, baseURL: string, path: string): Promise<void> {
  const page = await browser.newPage({ viewport: VIEWPORT, colorScheme: 'light', baseURL })
  page.setDefaultTimeout(20_000)
  await page.goto('/c/fake/core/v1/pods')
  await page.locator('[data-testid=status-data][data-state=complete]').waitFor()
  await page.getByTestId('row').first().waitFor()
  await record(page, path, async () => {
    await openDeployment(page)
    await readLogs(page)
    await scale(page)
    await breakWatches(page)
    await reload(page)
  })
  await page.close()
}

/** Leaves the time to look at it. */
const look = (page: Page): Promise<void> => page.waitForTimeout(1_500)

async function openDeployment(page: Page): Promise<void> {
  await look(page)
  await page.keyboard.press('ControlOrMeta+K')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.getByRole('combobox').pressSequentially(':deploy', { delay: 70 })
  await look(page)
  await page.keyboard.press('Enter')
  await page
    .getByRole('combobox', { name: 'Filter', exact: true })
    .pressSequentially('web namespace:shop', { delay: 50 })
  await page.locator('[data-key="shop/web"]').waitFor()
  await look(page)
  await page.locator('[data-key="shop/web"]').getByRole('link').first().click()
  await page.getByRole('tab', { name: 'Overview' }).waitFor()
  await look(page)
}

async function readLogs(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Logs' }).click()
  await look(page)
  await look(page)
  await page.getByRole('tab', { name: 'Overview' }).click()
}

async function scale(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: /^Scale/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('spinbutton').or(dialog.getByRole('textbox')).first().fill('6')
  await look(page)
  await dialog.getByRole('button', { name: 'Scale' }).click()
  await page.waitForTimeout(4_000)
}

async function breakWatches(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Pods/ }).first().click()
  await page.getByTestId('row').first().waitFor()
  await page.getByRole('button', { name: 'Faults', exact: true }).click()
  await look(page)
  for (const fault of ['drop-watches', 'expired', 'restart']) {
    await page.getByTestId(`fault-${fault}`).click()
    await look(page)
  }
}

async function reload(page: Page): Promise<void> {
  await page.reload()
  await page.getByTestId('row').first().waitFor()
  await look(page)
}
