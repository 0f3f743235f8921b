import type { Page } from 'playwright'

/** Waits until a page has received at least this many objects. The shop of the demo adds Pods of its own. */
export async function waitForObjects(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    expected => {
      const text = document.querySelector('[data-testid=status-objects]')?.textContent ?? ''
      return Number(text.replace(/\D/g, '')) >= expected
    },
    count,
    { timeout: 120_000 },
  )
}
