// A page of another site, in a browser on the machine of the fake apiserver's command.
import { expect, test } from '@playwright/test'
import { fakeApiserver, type Served } from '../preview.ts'
import {
  attackFrom,
  FOREIGN_BROWSER,
  type ForeignSite,
  reboundUrl,
  serveForeignSite,
  type Target,
} from './foreign-site.ts'

test.use({ launchOptions: FOREIGN_BROWSER })

const SECRETS = '/api/v1/namespaces/default/secrets'
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
/** The value of the Secret. */
const PLANTED = Buffer.from('planted').toString('base64')

let command: Served
let site: ForeignSite
test.beforeEach(async () => {
  command = await fakeApiserver(['--control'])
  site = await serveForeignSite()
  const secret = { metadata: { name: 'secret' }, data: { value: PLANTED } }
  const body = new Blob([JSON.stringify(secret)])
  const created = await fetch(command.url + SECRETS, { method: 'POST', body })
  expect(created.status).toBe(201)
})
test.afterEach(async () => {
  await site.close()
  await command.stop()
})

/** The Kubernetes API and the controls, at a URL of the command. */
const targetsAt = (url: string): readonly Target[] => [
  {
    url,
    read: SECRETS,
    write: { path: CONFIG_MAPS, json: '{"metadata":{"generateName":"foreign-"}}' },
    watch: `${SECRETS}?watch=1`,
  },
  {
    url,
    read: '/_fake/requests',
    write: {
      path: '/_fake/faults',
      json: '{"match":{"path":"/version"},"action":{"type":"status","code":503}}',
    },
    watch: `${SECRETS}?watch=1`,
  },
]

/** The ConfigMaps that pages created, and the status that their fault causes. */
async function effects(): Promise<{ readonly created: number; readonly version: number }> {
  const version = await fetch(`${command.url}/version`)
  const list = (await (await fetch(command.url + CONFIG_MAPS)).json()) as { items: unknown[] }
  return { created: list.items.length, version: version.status }
}

test('a page of another site reads nothing and changes nothing', { tag: '@smoke' }, async ({ page }) => {
  await page.goto(site.url())
  for (const target of targetsAt(command.url))
    expect(await attackFrom(page, target)).toEqual({
      read: 'failed',
      postBlob: 'sent',
      postWithoutReferrer: 'sent',
      postForm: 'sent',
      webSocket: 'failed',
    })
  expect(await effects()).toEqual({ created: 0, version: 200 })
})

test('a page whose name leads to the server by DNS rebinding is rejected', { tag: '@smoke' }, async ({
  page,
}) => {
  const url = reboundUrl(command.url)
  expect((await page.goto(url + SECRETS))?.status()).toBe(403)
  for (const target of targetsAt(url)) {
    const { webSocket, postForm, ...seen } = await attackFrom(page, target)
    expect([webSocket, postForm]).toEqual(['failed', 'sent'])
    for (const text of Object.values(seen))
      expect(text).toMatch(/^403 .*the host \\"evil.test\\" is not allowed/)
  }
  expect(await effects()).toEqual({ created: 0, version: 200 })
})

for (const host of ['localhost', 'app.localhost', '127.0.0.1'])
  test(`a page of ${host}, on another port, reads and writes`, async ({ page }) => {
    await page.goto(site.url(host))
    const [api, controls] = targetsAt(command.url)
    if (!api || !controls) throw new Error('there are two targets')
    const seen = await attackFrom(page, api)
    expect(seen.read).toMatch(/^200 /)
    expect(seen.read).toContain(PLANTED)
    expect(seen.webSocket).toContain(PLANTED)
    expect((await effects()).created).toBeGreaterThan(0)
    await attackFrom(page, controls)
    expect(await effects()).toMatchObject({ version: 503 })
  })
