// What `npm start` serves: the sources, unbundled, with React's development checks on.
import { developDemo, type Served } from '../preview.ts'
import { test as base, expect } from './fixtures.ts'

const test = base.extend<object, { readonly demo: Served }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off its parameter
    async ({}, use) => {
      const demo = await developDemo()
      await use(demo)
      await demo.stop()
    },
    { scope: 'worker' },
  ],
})

test("the development server's page syncs ten thousand Pods and complains about nothing", async ({
  page,
  dashboard,
}) => {
  const complaints: string[] = []
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  await page.goto('/?churn=0')
  // Unbundled, the page, its worker and its mock are hundreds of requests.
  await expect(dashboard.rows.first()).toBeVisible({ timeout: 60_000 })
  await dashboard.synced(10_000)
  await dashboard.choose('default')
  await dashboard.hasRows(200)
  expect(complaints).toEqual([])
})
