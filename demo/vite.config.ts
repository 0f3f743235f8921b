import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type ProxyOptions } from 'vite'

const { PORT, KUBE_INFORMER_FAKE_URL, KUBE_APISERVER_URL, KUBE_TOKEN } = process.env
const page = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

// Resolves the sources of the packages: nothing has to be built, and a change of them is a hot update.
const conditions = ['@kube-informer/source', 'module', 'browser', 'development|production']

export default defineConfig({
  plugins: [react()],
  resolve: { conditions },
  worker: { format: 'es' },
  // Vite would discover these late, behind a dynamic import or outside this folder, and then reload the page.
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

/** Forwards a watch event by event: without buffering, compression or an idle timeout. */
function proxyTo(prefix: string, target: string, token?: string): ProxyOptions {
  return {
    target,
    changeOrigin: true,
    secure: false,
    timeout: 0,
    proxyTimeout: 0,
    // Node would hold back the headers of a watch until the first event.
    configure: proxy =>
      proxy.on(
        'proxyRes',
        (_response, _request, outgoing) => void setImmediate(() => outgoing.flushHeaders()),
      ),
    rewrite: path => path.slice(prefix.length),
    headers: token ? { authorization: `Bearer ${token}` } : {},
  }
}
