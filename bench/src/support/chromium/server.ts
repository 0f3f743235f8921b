import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadProtobufEncoder } from '@kube-informer/core/protobuf'
import type { Setup } from '../../runner/bench-case.ts'
import { bundleScript } from './bundle-script.ts'
import { PodHistory } from './pod-history.ts'
import { PodServer } from './pod-server.ts'

/** The clusters, and the share of the setup's Pods that each has. */
const SHARES: Readonly<Record<string, number>> = { k8s: 1, half: 0.5, empty: 0 }

/**
 * Serves a site and its apiservers from a separate process, so that it does not affect the measured one. `setup.scripts` lists
 * the scripts of `support/pages`: `/x-page` is a page that runs `x-page`. The cluster at `/k8s` has `count` Pods, `/half` has half
 * of them, `/empty` has none. With `setup.protobuf` they answer in protobuf, too. `/control/k8s/` controls one of them ({@link control}).
 */
export async function start(setup: Setup): Promise<Setup> {
  const scripts = new Map<string, string>()
  for (const name of String(setup.scripts).split(' ')) scripts.set(`/${name}.js`, await bundleScript(name))
  const protobuf = setup.protobuf ? await loadProtobufEncoder() : undefined
  const clusters = new Map<string, PodServer>()
  const clusterOf = (name: string) => {
    const count = Math.round(Number(setup.count) * (SHARES[name] ?? 0))
    const cluster = clusters.get(name) ?? new PodServer(new PodHistory({ ...setup, count }, protobuf))
    clusters.set(name, cluster)
    return cluster
  }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const script = scripts.get(pathname)
    const [, first = '', second = '', third = ''] = pathname.split('/')
    if (first in SHARES) clusterOf(first).answer(request, response)
    else if (first === 'control') answerControl(clusterOf(second), third, searchParams, response)
    else if (script) response.setHeader('content-type', 'text/javascript').end(script)
    else if (first.endsWith('-page')) response.setHeader('content-type', 'text/html').end(html(first))
    else response.writeHead(404).end()
  })
  // On a busy machine a client may reuse a connection at the moment it is closed as idle.
  server.keepAliveTimeout = 10 * 60_000
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}` }
}

const html = (script: string): string =>
  `<!doctype html><link rel="icon" href="data:,"><div id="root"></div><script type="module" src="/${script}.js"></script>`

function answerControl(
  cluster: PodServer,
  what: string,
  query: URLSearchParams,
  response: ServerResponse,
): void {
  if (what === 'reset') cluster.reset()
  if (what === 'prepare') cluster.prepare(Number(query.get('events')))
  if (what === 'go') cluster.go(Number(query.get('events')), Number(query.get('perSecond')))
  response.setHeader('content-type', 'application/json').end(JSON.stringify(cluster.counts))
}
