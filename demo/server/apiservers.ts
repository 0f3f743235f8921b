import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { resolve } from 'node:path'
import type { Plugin, PreviewServer, ViteDevServer } from 'vite'
import { apiserverProxy } from './apiserver-proxy.ts'
import { ownPageOnly } from './own-page.ts'

/** The apiservers of the page by path. */
export type Apiservers = Readonly<Record<string, RequestListener>>

/** Where `npm run demo:server` and `kubectl proxy --port 8002` listen. */
const FAKE_URL = 'http://127.0.0.1:8001'
const KUBECTL_PROXY_URL = 'http://127.0.0.1:8002'

/** The apiservers that the environment names: the demo's README has the variables. */
export function apiserversOf(env: Readonly<Record<string, string | undefined>>): Apiservers {
  const { KUBE_INFORMER_FAKE_URL, KUBE_APISERVER_URL, KUBE_TOKEN, KUBE_CA_FILE, INIT_CWD = '' } = env
  return {
    '/fake': apiserverProxy({ url: KUBE_INFORMER_FAKE_URL || FAKE_URL }),
    // The token belongs to the named server, and not to whatever listens at the default.
    '/k8s': KUBE_APISERVER_URL
      ? apiserverProxy({
          url: KUBE_APISERVER_URL,
          token: KUBE_TOKEN || undefined,
          // npm runs this in the demo's folder.
          ca: KUBE_CA_FILE ? readFileSync(resolve(INIT_CWD, KUBE_CA_FILE), 'utf8') : undefined,
        })
      : apiserverProxy({ url: KUBECTL_PROXY_URL }),
  }
}

/** Mounts apiservers for the own page, ahead of Vite's middlewares. They are created when a server starts. */
export function mountApiservers(create: () => Apiservers): Plugin {
  const mount = ({ middlewares }: Pick<ViteDevServer | PreviewServer, 'middlewares'>): void => {
    for (const [path, handle] of Object.entries(create())) middlewares.use(path, ownPageOnly(handle))
  }
  return {
    name: 'apiservers',
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
