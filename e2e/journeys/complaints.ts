import type { Page } from '@playwright/test'

/** The errors and warnings of the page's console from now on: also what breaks its policy, and those of its own workers. */
export function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = []
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  return complaints
}
