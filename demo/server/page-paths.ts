import type { IncomingMessage } from 'node:http'
import type { Connect, Plugin, PreviewServer, ViteDevServer } from 'vite'
import { isRoute } from './is-route.ts'
import { isLoopback } from './own-page.ts'

/**
 * Answers the routes of the console with `index.html`, so that a link to any of them works. Vite would answer every
 * unknown path without a dot in this way, and no path with one.
 *
 * @param home the id of the cluster to which `/` is redirected
 */
export function pagePaths(home?: string): Plugin {
  const use = ({ middlewares }: Pick<ViteDevServer | PreviewServer, 'middlewares'>): void => {
    middlewares.use(serveRoutes(home))
  }
  return { name: 'page-paths', configurePreviewServer: use, configureServer: use }
}

const serveRoutes =
  (home: string | undefined): Connect.NextHandleFunction =>
  (request, response, next) => {
    const { url = '/', method } = request
    const [path = '/', query] = url.split('?', 2)
    if (method !== 'GET' && method !== 'HEAD') return next()
    if (home !== undefined && path === '/' && isPlain(query) && isLocal(request)) {
      response.writeHead(302, { location: `/c/${home}${query ? `?${query}` : ''}` }).end()
      return
    }
    if (path !== '/' && isRoute(path)) request.url = `/index.html${query === undefined ? '' : `?${query}`}`
    next()
  }

/** Whether the parameters of `/` choose no cluster themselves. */
const isPlain = (query = ''): boolean => {
  const names = [...new URLSearchParams(query).keys()]
  return !names.some(name => ['server', 'mock', 'pods', 'churn', 'seed'].includes(name))
}

/** The name of a cluster is not for pages whose name leads here (DNS rebinding). */
const isLocal = ({ headers: { host = '' } }: IncomingMessage): boolean =>
  isLoopback(URL.parse(`http://${host}`)?.hostname ?? '')
