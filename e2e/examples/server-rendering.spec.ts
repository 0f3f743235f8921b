import { createFakeApiserver, type FakeApiserver, generatePods, pods } from '@kube-informer/testing'
import { type Serving, serve } from '@kube-informer/testing/node'
import { expect, type Page, test } from '@playwright/test'
import type { Served } from '../preview.ts'
import { errorsOf } from './errors-of.ts'
import { buildExample, startExample } from './installed-example.ts'

/** The examples of docs/server-rendering.md, as a user installs and builds them. */

const PODS = 20
const TOKEN = 'of-a-user'

// A build uses all cores, and hosting.spec.ts builds the packages too: these tests run alone.
for (const [name, tags] of [
  ['react-router', '@serial'],
  // It installs 400 MB in 15,000 files.
  ['next', '@serial @long'],
] as const) {
  test.describe(`${name} ${tags}`, () => {
    let server: FakeApiserver
    let serving: Serving
    let app: Served

    test.beforeAll(() => {
      test.setTimeout(600_000)
      const reason = buildExample(name)
      test.skip(reason !== undefined, reason)
    })
    test.beforeEach(async ({ context }) => {
      server = createFakeApiserver({
        objects: generatePods({ count: PODS, seed: 1 }),
        auth: { token: TOKEN },
      })
      serving = await serve(server)
      app = await startExample(name, { KUBE_APISERVER: serving.url })
      await context.addCookies([{ name: 'token', value: TOKEN, url: app.url }])
    })
    test.afterEach(async () => {
      await app?.stop()
      await serving?.close()
    })

    test.describe('without scripts', () => {
      test.use({ javaScriptEnabled: false })

      test('the HTML has the rows, marked as cached', async ({ page }) => {
        await page.goto(app.url)
        await expect(page.locator('tbody tr')).toHaveCount(PODS)
        await expect(page.locator('caption')).toHaveText(`${PODS} Pods, cached`)
      })
    })

    test('the page hydrates without a mismatch, and its worker resumes the watch without a list', async ({
      page,
    }) => {
      const errors = errorsOf(page)
      const requests = requestsOf(page)
      await page.goto(app.url)
      await expect(page.locator('caption')).toHaveText(`${PODS} Pods, complete`)

      const [first] = server.list(pods)
      server.update({ ...first, status: { phase: 'Changed' } })
      await expect(page.locator('tbody')).toContainText('Changed')
      server.delete({ ...first })
      await expect(page.locator('tbody tr')).toHaveCount(PODS - 1)
      await expect(page.locator('caption')).toHaveText(`${PODS - 1} Pods, complete`)

      expect(requests.map(({ pathname }) => pathname)).toEqual(['/k8s/api/v1/pods'])
      expect(requests[0]?.searchParams.get('watch')).toBe('true')
      expect(requests[0]?.searchParams.get('sendInitialEvents')).toBeNull()
      expect(errors).toEqual([])
    })

    test('the rows of a user are not in the HTML of another one', async ({ request }) => {
      const [first] = server.list(pods)
      const htmlFor = async (token: string) =>
        (await request.get(app.url, { headers: { cookie: `token=${token}` } })).text()
      expect(await htmlFor(TOKEN)).toContain(first?.metadata?.uid)
      const html = await htmlFor('of-another-user')
      expect(html).toContain('0 Pods, none')
      expect(html).not.toContain(first?.metadata?.uid)
    })
  })
}

/** The requests that the page and its worker send to the apiserver. */
function requestsOf(page: Page): readonly URL[] {
  const requests: URL[] = []
  page.on('request', request => {
    const url = new URL(request.url())
    if (url.pathname.startsWith('/k8s/')) requests.push(url)
  })
  return requests
}
