// A page whose rows a server has rendered, where server and page read through a relay.
import { createKubeClient } from '@kube-informer/core'
import { deployments } from '@kube-informer/core/resources'
import { createRelay } from '@kube-informer/relay'
import { serveRelay } from '@kube-informer/relay/node'
import { countingProxy } from '../journeys/counting-proxy.ts'
import { deploymentOf } from './deployment.ts'
import { expect, reads, test } from './fixtures.ts'

test('a rendered page resumes its watch through a relay, without a list', { tag: '@smoke' }, async ({
  page,
  site,
  cluster: { server, url },
}) => {
  server.create(deploymentOf('default/api', { replicas: 2 }))
  server.create(deploymentOf('default/web', { replicas: 1, image: '</script><b>' }))
  const { rv } = server
  const relay = await serveRelay(
    createRelay({
      upstream: createKubeClient({ baseUrl: url }),
      resources: [deployments],
      authenticate: async () => ({ username: 'reader' }),
      authorize: async () => ({ allowed: true }),
      origins: [site.url],
    }),
  )
  await expect.poll(async () => (await fetch(`${relay.url}/readyz`)).status).toBe(200)
  const proxy = await countingProxy(relay.url)
  try {
    const options = new URLSearchParams({ api: proxy.url, upstream: relay.url })
    const response = await page.goto(`${site.url}/rendered?${options}`)
    const html = (await response?.text()) ?? ''
    const [, state = ''] = /id="informers">(.*?)<\/script>/s.exec(html) ?? []
    expect(state).toContain('\\u003c/script')
    expect(JSON.parse(state)).toMatchObject({ slices: [{ total: 2 }] })
    const rows = page.getByRole('listitem')
    await expect(rows).toHaveText(['api 2', 'web 1'])
    await expect(page.getByRole('main')).toHaveAttribute('title', 'complete')
    server.update(deploymentOf('default/web', { replicas: 3 }))
    await expect(rows).toHaveText(['api 2', 'web 3'])
    expect(reads({ server, url, proxy })).toEqual([`watch ${rv}`])
    // The relay's own.
    expect(server.openWatches).toBe(1)
  } finally {
    await proxy.close()
    await relay.close()
  }
})
