import type { RequestListener } from 'node:http'
import type { Connect, Plugin, PreviewServer, ViteDevServer } from 'vite'
import { kubectlProxy, namedCluster, remoteFake } from './named-clusters.ts'
import { ownPageOnly } from './own-page.ts'
import type { ServedCluster } from './served-cluster.ts'
import { viewingAs } from './view-as.ts'

/** The clusters that the environment names, for Vite's own commands: the demo's README has the variables. */
export function clustersOf(env: Readonly<Record<string, string | undefined>>): readonly ServedCluster[] {
  return [remoteFake(env), namedCluster(env) ?? kubectlProxy()]
}

/**
 * Serves clusters and `/clusters.json`, their list, to the own page, ahead of Vite's middlewares. The clusters are created
 * when a server starts.
 */
export function mountClusters(create: () => readonly ServedCluster[]): Plugin {
  const mount = ({ middlewares }: Pick<ViteDevServer | PreviewServer, 'middlewares'>): void => {
    const clusters = create()
    middlewares.use('/clusters.json', only('/', ownPageOnly(listOf(clusters))))
    for (const { info, handle } of clusters) middlewares.use(info.baseUrl, viewingAs(ownPageOnly(handle)))
  }
  return {
    name: 'clusters',
    configurePreviewServer: mount,
    configureServer: server => {
      mount(server)
      server.httpServer?.on('upgrade', ({ headers }, socket) => {
        // Vite takes its own WebSockets, and would leave all others open without an answer.
        if (headers['sec-websocket-protocol']?.startsWith('vite-') || !socket.writable) return
        socket.on('error', () => socket.destroy())
        socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
      })
    },
  }
}

const listOf =
  (clusters: readonly ServedCluster[]): RequestListener =>
  (_request, response) => {
    response.setHeader('content-type', 'application/json').setHeader('cache-control', 'no-store')
    response.end(JSON.stringify(clusters.map(({ info }) => info)))
  }

/** Answers one path below a mount. */
const only =
  (path: string, handle: RequestListener): Connect.NextHandleFunction =>
  (request, response, next) =>
    request.url === path ? handle(request, response) : next()
