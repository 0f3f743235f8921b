import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createFakeApiserver, generateNamespaces, lazyPods } from '@kube-informer/apiserver'
import { requestListener } from '@kube-informer/apiserver/node'
import type { Setup } from '../bench-case.ts'
import { bundleScript } from '../chromium/bundle-script.ts'

/** The namespaces that a page opens. Each has a watch afterwards, and the browser opens six connections. */
const OPENED = 4

const PAGE =
  '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/first-rows-page.js"></script>'

/**
 * Serves a page and an apiserver with `count` Pods, `rows` of them in each namespace. Requests for all namespaces at once are
 * forbidden.
 */
export async function start(setup: Setup): Promise<Setup> {
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
    ['/first-rows-page.js', await bundleScript(join(import.meta.dirname, 'first-rows-page'))],
    ['/worker.js', await bundleScript(join(import.meta.dirname, '..', 'chromium', 'worker'))],
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
