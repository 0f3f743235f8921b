import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BenchCase, Contender, Sample, Setup } from '../runner/bench-case.ts'
import { waitForObjects } from '../support/chromium/object-count.ts'

const as = (name: string, page: string): Contender => ({ name, run: openPage, setup: { page } })

/** The first visit to the demo, as `npm start` serves it. */
export const firstVisit: BenchCase = {
  name: 'first-visit',
  description: 'Chromium with an empty profile, {count} realistic Pods: navigation -> first row of the demo',
  metrics: [{ key: 'ms', unit: 'first row ms' }],
  setup: { count: 10_000 },
  smoke: { count: 300 },
  start,
  extra: true,
  contenders: [
    { ...as('a bare page: fetch, JSON.parse, 40 rows of text', 'bare'), floor: true },
    as('npm start', 'start'),
    as('npm start, ?mock', 'mock'),
  ],
}

declare global {
  /** The time from the navigation to the first row. */
  var firstRowMs: number | undefined
}

/** Runs in the page before its scripts. */
function watchForRow(): void {
  const look = (): void => {
    if (document.querySelector('[data-testid=row]')) globalThis.firstRowMs = performance.now()
    else requestAnimationFrame(look)
  }
  look()
}

/** Opens a page in a new browser, and checks that it receives every Pod. */
async function openPage(setup: Setup): Promise<Sample> {
  const { withBrowser } = await import('../support/chromium/browser.ts')
  const { page: form, startUrl, bareUrl } = setup
  const count = Number(setup.count)
  const query = form === 'mock' ? `?mock&churn=0&pods=${count}` : ''
  return withBrowser(async ({ browser }) => {
    const page = await browser.contexts()[0]?.newPage()
    if (!page) throw new Error('the browser has no context')
    await page.addInitScript(watchForRow)
    await page.goto(`${form === 'bare' ? bareUrl : startUrl}${query}`, { waitUntil: 'commit' })
    await waitForObjects(page, count)
    const ms = await page.waitForFunction(() => globalThis.firstRowMs)
    return { ms: (await ms.jsonValue()) ?? Number.NaN }
  })
}

const DEMO = new URL('../../../demo/server/main.ts', import.meta.url)

/** Runs `npm start`, and serves a bare page with the same number of Pods. */
async function start({ count }: Setup): Promise<Setup> {
  const demo = fork(DEMO, ['--pods', String(count), '--churn', '0'], {
    execArgv: ['--conditions=@kube-informer/source'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const isReady = once(demo, 'message')
  const bareUrl = await serveBarePage(Number(count))
  const [startUrl] = await isReady
  return { startUrl, bareUrl }
}

/** The server has encoded every Pod once before it listens, like that of the demo. */
async function serveBarePage(count: number): Promise<string> {
  const { createFakeApiserver, generatePods } = await import('@kube-informer/apiserver')
  const { requestListener } = await import('@kube-informer/apiserver/node')
  const apiserver = createFakeApiserver({ objects: generatePods({ count, seed: 1 }) })
  const { body } = await apiserver.fetch('/api/v1/pods?resourceVersion=0')
  await body?.pipeTo(new WritableStream())
  const api = requestListener(apiserver)
  const server = createServer((request, response) => {
    if (request.url === '/') response.setHeader('content-type', 'text/html').end(BARE_PAGE)
    else api(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}/`
}

/** Lists the Pods and shows the first 40 by name. The attributes are those of the demo, so that both are measured alike. */
const BARE_PAGE = `<!doctype html>
<link rel="icon" href="data:,">
<b data-testid="status-objects"></b>
<ul></ul>
<script type="module">
  const { items } = await (await fetch('/api/v1/pods?resourceVersion=0')).json()
  for (const { metadata, status } of items.slice(0, 40)) {
    const row = document.createElement('li')
    row.dataset.testid = 'row'
    row.textContent = metadata.namespace + '/' + metadata.name + ' ' + status.phase
    document.querySelector('ul').append(row)
  }
  document.querySelector('b').textContent = items.length.toLocaleString('en')
</script>`
