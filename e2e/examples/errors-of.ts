import type { Page } from '@playwright/test'

/** What the browser reports from now on: uncaught errors, and errors and warnings of the console. */
export function errorsOf(page: Page): readonly string[] {
  const errors: string[] = []
  page.on('pageerror', error => errors.push(String(error)))
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) errors.push(message.text())
  })
  return errors
}
