import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BenchCase, Contender, Sample, Setup } from '../runner/bench-case.ts'
import { median } from '../runner/statistics.ts'

const as = (name: string, how: string): Contender => ({ name, run: openNamespaces, setup: { how } })

/** A page that shows one namespace of a large cluster, for a user who may not read the others. */
export const namespaceFirstRows: BenchCase = {
  name: 'namespace-first-rows',
  description:
    'Chromium, a namespace of {rows} Pods in a cluster of {count}, over HTTP: requested by the page -> its rows are in the page',
  metrics: [{ key: 'ms', unit: 'first rows ms', digits: 1 }],
  setup: { count: 100_000, rows: 200 },
  smoke: { count: 400, rows: 20 },
  start,
  extra: true,
  contenders: [
    { ...as("fetch of the namespace's list, JSON.parse", 'fetch'), floor: true },
    as('connection.subscribe, a window of 50', 'connection'),
    as('connectInformers and subscribe, with the start of the worker', 'start'),
  ],
}

/** Opens some namespaces in a page. The first one is not measured: it loads the code and opens connections. */
async function openNamespaces({ url, how, rows, namespaces }: Setup): Promise<Sample> {
  const { withBrowser } = await import('../support/chromium/browser.ts')
  const options = { how: String(how), rows: Number(rows), namespaces: String(namespaces).split(' ') }
  return withBrowser(async ({ openTab }) => {
    const page = await openTab(String(url))
    const [, ...times] = await page.evaluate(options => globalThis.openNamespaces(options), options)
    return { ms: median(times) }
  })
}

/** The namespaces that a page opens. Each has a watch afterwards, and the browser opens six connections. */
const OPENED = 4

const PAGE =
  '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/first-rows-page.js"></script>'

/**
 * Serves a page and an apiserver with `count` Pods, `rows` of them in each namespace. Requests for all namespaces at once are
 * forbidden.
 */
async function start(setup: Setup): Promise<Setup> {
  const { bundleScript } = await import('../support/chromium/bundle-script.ts')
  const { createFakeApiserver, generateNamespaces, lazyPods } = await import('@kube-informer/apiserver')
  const { requestListener } = await import('@kube-informer/apiserver/node')
  const [count, rows] = [Number(setup.count), Number(setup.rows)]
  const namespaces = count / rows
  const opened = generateNamespaces({ namespaces }).slice(0, OPENED)
  const names = opened.map(({ metadata }) => metadata?.name)
  const apiserver = createFakeApiserver({
    objects: lazyPods({ count, namespaces, apps: 2 * namespaces }),
    authorize: ({ namespace }) => namespace !== '',
  })
  // The server encodes each Pod when it is first listed.
  for (const name of names)
    await (await apiserver.fetch(`/api/v1/namespaces/${name}/pods?resourceVersion=0`)).arrayBuffer()
  const scripts = new Map([
    ['/first-rows-page.js', await bundleScript('first-rows-page')],
    ['/worker.js', await bundleScript('worker')],
  ])
  const api = requestListener(apiserver)
  const server = createServer((request, response) => {
    const { url = '/' } = request
    const script = scripts.get(url)
    if (script) response.setHeader('content-type', 'text/javascript').end(script)
    else if (url === '/') response.setHeader('content-type', 'text/html').end(PAGE)
    else api(request, response)
  })
  // On a busy machine a client may reuse a connection at the moment it is closed as idle.
  server.keepAliveTimeout = 10 * 60_000
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, namespaces: names.join(' ') }
}
