import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BenchCase, Contender, Sample, Setup } from '../runner/bench-case.ts'

const bare: Contender = {
  name: 'a bare page: fetch, JSON.parse, 40 rows of text',
  run: visitBare,
  floor: true,
}
const demo: Contender = { name: 'npm start', run: visitDemo }

/** The first visit to the demo, which `npm start` has just started: no server has answered before. */
export const firstVisit: BenchCase = {
  name: 'first-visit',
  description:
    'Chromium with an empty profile, {count} realistic Pods: navigation -> first row of the demo, and all Pods',
  metrics: [
    { key: 'ms', unit: 'first row ms' },
    { key: 'allMs', unit: 'all Pods ms' },
  ],
  setup: { count: 10_000 },
  smoke: { count: 300 },
  start,
  extra: true,
  contenders: [bare, demo, { ...demo, name: 'npm start, ?mock', setup: { isMock: true } }],
}

/** `first-visit` of a large cluster. */
export const firstVisitLarge: BenchCase = {
  ...firstVisit,
  name: 'first-visit-large',
  setup: { count: 50_000 },
  contenders: [bare, demo],
}

declare global {
  /** The times from the navigation to the first row, and until the page has counted all Pods; set when both are known. */
  var visitTimes: Sample | undefined
}

/** Runs in the page before its scripts. The shop of the demo adds Pods of its own. */
function watchVisit(count: number): void {
  let [ms, allMs]: (number | undefined)[] = []
  const look = (): void => {
    const counted = document.querySelector('[data-testid=status-objects]')?.textContent ?? ''
    if (document.querySelector('[data-testid=row]')) ms ??= performance.now()
    if (Number(counted.replace(/\D/g, '')) >= count) allMs ??= performance.now()
    if (ms !== undefined && allMs !== undefined) globalThis.visitTimes = { ms, allMs }
    else requestAnimationFrame(look)
  }
  look()
}

/** Opens a page in a new browser, and waits until it has received every Pod. */
async function visit(url: string, count: number): Promise<Sample> {
  const { withBrowser } = await import('../support/chromium/browser.ts')
  return withBrowser(async ({ browser }) => {
    const page = await browser.contexts()[0]?.newPage()
    if (!page) throw new Error('the browser has no context')
    await page.addInitScript(watchVisit, count)
    await page.goto(url, { waitUntil: 'commit' })
    const times = await page.waitForFunction(() => globalThis.visitTimes, undefined, { timeout: 120_000 })
    return (await times.jsonValue()) ?? {}
  })
}

function visitBare({ bareUrl, count }: Setup): Promise<Sample> {
  return visit(String(bareUrl), Number(count))
}

const DEMO = new URL('../../../demo/server/main.ts', import.meta.url)

/** Runs `npm start`, which ends with this process, and visits its page. */
async function visitDemo({ count, isMock }: Setup): Promise<Sample> {
  const child = fork(DEMO, ['--pods', String(count), '--churn', '0'], {
    execArgv: ['--conditions=@kube-informer/source'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [url] = await once(child, 'message')
  return visit(isMock ? `${url}?mock&churn=0&pods=${count}` : url, Number(count))
}

/** Serves a bare page with the same number of Pods. */
async function start({ count }: Setup): Promise<Setup> {
  return { bareUrl: await serveBarePage(Number(count)) }
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

/**
 * Lists the Pods and shows the first 40 by name. In pages, since Chromium does not parse the 359 MB of 50,000 Pods at once. The
 * attributes are those of the demo, so that both are measured alike.
 */
const BARE_PAGE = `<!doctype html>
<link rel="icon" href="data:,">
<b data-testid="status-objects"></b>
<ul></ul>
<script type="module">
  const items = []
  for (let page, rest; !page || rest; ) {
    page = await (await fetch('/api/v1/pods?limit=10000' + (rest ? '&continue=' + rest : ''))).json()
    items.push(...page.items)
    rest = page.metadata.continue
  }
  for (const { metadata, status } of items.slice(0, 40)) {
    const row = document.createElement('li')
    row.dataset.testid = 'row'
    row.textContent = metadata.namespace + '/' + metadata.name + ' ' + status.phase
    document.querySelector('ul').append(row)
  }
  document.querySelector('b').textContent = items.length.toLocaleString('en')
</script>`
