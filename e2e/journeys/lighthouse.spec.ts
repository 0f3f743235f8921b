// Lighthouse's categories that do not depend on the speed of the machine.
import lighthouse, { type RunnerResult } from 'lighthouse'
import { freePort } from '../preview.ts'
import { TABLES } from './console.ts'
import { test as base, expect } from './still-fixtures.ts'

/** The browser, with a port to which Lighthouse connects. */
const test = base.extend<object, { readonly debuggingPort: number }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright derives a fixture's dependencies from its parameter
  debuggingPort: [async ({}, use) => use(await freePort()), { scope: 'worker' }],
  launchOptions: [
    async ({ launchOptions, debuggingPort }, use) => {
      const args = [...(launchOptions.args ?? []), `--remote-debugging-port=${debuggingPort}`]
      await use({ ...launchOptions, args })
    },
    { scope: 'worker' },
  ],
})

/** Audits a page in a tab of its own. Throttling is left to a simulation, which these categories do not need. */
async function audit(url: string, port: number): Promise<RunnerResult['lhr']> {
  const result = await lighthouse(url, {
    port,
    onlyCategories: ['accessibility', 'best-practices'],
    formFactor: 'desktop',
    screenEmulation: { disabled: true },
    disableFullPageScreenshot: true,
    logLevel: 'error',
  })
  if (result === undefined) throw new Error(`Lighthouse has no result for ${url}`)
  return result.lhr
}

/** The audits that lower a score, in a form that a failure shows well. */
function failedAudits({ categories, audits }: RunnerResult['lhr']): string {
  const counted = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(ref => ref.weight > 0),
  )
  return counted
    .flatMap(({ id }) => audits[id] ?? [])
    .filter(({ score }) => score !== null && score < 1)
    .map(({ id, title, details }) => `${id}: ${title} ${JSON.stringify(details)?.slice(0, 2_000)}`)
    .join('\n')
}

for (const [name, path] of [
  ['a table', TABLES.pods],
  ['an object', `${TABLES.deployments}/shop/web`],
])
  test(`Lighthouse gives ${name} 100 for accessibility and best practices`, async ({
    baseURL,
    debuggingPort,
  }) => {
    const report = await audit(`${baseURL}/c/fake/${path}`, debuggingPort)
    const scores = Object.values(report.categories).map(({ id, score }) => [id, score])
    expect(scores, failedAudits(report)).toEqual([
      ['accessibility', 1],
      ['best-practices', 1],
    ])
    // The grid, or the list of tabs: the page was complete.
    expect(report.audits['aria-required-children']?.scoreDisplayMode).toBe('binary')
  })
