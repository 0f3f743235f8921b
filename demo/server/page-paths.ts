import type { IncomingMessage } from 'node:http'
import { isLoopbackName } from '@kube-informer/core/proxy'
import type { Connect, Plugin, PreviewServer, ViteDevServer } from 'vite'
import { podsSource } from '../src/first-frame/pods-source.ts'
import { isRoute } from './is-route.ts'

/**
 * Answers the routes of the console with `index.html`, so that a link to any of them works. Vite would answer every
 * unknown path without a dot in this way, and no path with one. Where the first script lists Pods, the browser is asked to
 * do so while it loads the script.
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
    const first = isReload(request) ? undefined : podsSource({ pathname: path, search: query ?? '' })
    if (first) response.setHeader('link', `<${first.list}>; rel=preload; as=fetch; crossorigin`)
    if (isRoute(path)) request.url = `/index.html${query === undefined ? '' : `?${query}`}`
    next()
  }

/** A page that is reloaded shows its last rows first, and would not use a list that was fetched for it. */
const isReload = ({ headers }: IncomingMessage): boolean => headers['cache-control'] !== undefined

/** Whether the parameters of `/` choose no cluster themselves. */
const isPlain = (query = ''): boolean => {
  const names = [...new URLSearchParams(query).keys()]
  return !names.some(name => ['server', 'mock', 'pods', 'churn', 'seed'].includes(name))
}

/** The name of a cluster is not for pages whose name leads here (DNS rebinding). */
const isLocal = ({ headers: { host = '' } }: IncomingMessage): boolean =>
  isLoopbackName(URL.parse(`http://${host}`)?.hostname ?? '')
