import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type ProxyOptions } from 'vite'

const { PORT, KUBE_INFORMER_FAKE_URL, KUBE_APISERVER_URL, KUBE_TOKEN } = process.env
const page = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

// The packages' sources, so that a change in one of them is a hot update here and nothing has to be built.
const conditions = ['@kube-informer/source', 'module', 'browser', 'development|production']

export default defineConfig({
  plugins: [react()],
  resolve: { conditions },
  worker: { format: 'es' },
  // Named, since they are found late, behind a dynamic import and in sources outside this folder: finding one
  // while the page runs would load the page twice.
  optimizeDeps: { include: ['react/jsx-dev-runtime', 'react-dom/client', 'msw/browser', 'msw/http', 'idb'] },
  build: {
    target: 'es2023',
    rolldownOptions: {
      input: { main: page('index.html'), minimal: page('minimal.html') },
      checks: { pluginTimings: false },
    },
  },
  server: {
    port: PORT ? Number(PORT) : 5173,
    strictPort: PORT !== undefined,
    proxy: proxies(),
  },
  preview: { proxy: proxies() },
})

function proxies(): Record<string, ProxyOptions> {
  return {
    '/fake': proxyTo('/fake', KUBE_INFORMER_FAKE_URL ?? 'http://127.0.0.1:8001'),
    '/k8s': proxyTo('/k8s', KUBE_APISERVER_URL ?? 'http://127.0.0.1:8002', KUBE_TOKEN),
  }
}

/** A watch must reach the page event by event: nothing in between may buffer or compress it, or end it when idle. */
function proxyTo(prefix: string, target: string, token?: string): ProxyOptions {
  return {
    target,
    changeOrigin: true,
    secure: false,
    timeout: 0,
    proxyTimeout: 0,
    // A watch of a quiet resource is open once its headers are there: Node would hold them back until the first event.
    configure: proxy =>
      proxy.on('proxyRes', (_answer, _request, outgoing) => void setImmediate(() => outgoing.flushHeaders())),
    rewrite: path => path.slice(prefix.length),
    headers: token ? { authorization: `Bearer ${token}` } : {},
  }
}
