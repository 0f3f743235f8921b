// `npm run dev --workspace demo`: the sources, unbundled, with React's development checks on.
import { type Served, startDemo } from '../preview.ts'
import { complaintsOf } from './complaints.ts'
import { test as base, expect } from './fixtures.ts'
import { generatedPods } from './generated-pods.ts'

const test = base.extend<object, { readonly demo: Served }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright derives a fixture's dependencies from its parameter
    async ({}, use) => {
      const demo = await startDemo(['--dev', '--churn', '0'])
      await use(demo)
      await demo.stop()
    },
    { scope: 'worker' },
  ],
})

for (const [title, path] of [
  ['the fake apiserver in Node', '/'],
  ['the mock', '/?mock&churn=0'],
] as const)
  test(`the page of the development server shows 10,000 Pods of ${title} without a warning`, async ({
    page,
    app,
  }) => {
    const complaints = complaintsOf(page)
    await page.goto(path)
    // Unbundled, the page, its worker and its mock are hundreds of requests.
    await expect(app.rows.first()).toBeVisible({ timeout: 60_000 })
    const all = generatedPods(10_000)
    await app.syncedAtLeast(all.length)
    await app.filter.fill('-namespace:shop')
    await app.hasRows(all.length)
    expect(complaints).toEqual([])
  })
