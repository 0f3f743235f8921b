import { createFakeApiserver, generatePods, pods } from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'
import { expect, test } from './fixtures.ts' // Playwright's own, with the dashboard as its baseURL

test('the dashboard follows the cluster', async ({ page }) => {
  const server = createFakeApiserver({ objects: generatePods({ count: 100 }) })
  const { url, close } = await serve(server)
  await page.goto(`/?server=${url}`)
  await expect(page.getByTestId('status-objects')).toHaveText('100')
  server.delete(server.list(pods)[0] ?? {})
  await expect(page.getByTestId('status-objects')).toHaveText('99')
  await close()
})
