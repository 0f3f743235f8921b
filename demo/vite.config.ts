import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { apiserversOf, mountApiservers } from './server/apiservers.ts'

const { PORT } = process.env
const page = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

// Resolves the sources of the packages: nothing has to be built, and a change of them is a hot update.
const conditions = ['@kube-informer/source', 'module', 'browser', 'development|production']

export default defineConfig({
  plugins: [react(), mountApiservers(() => apiserversOf(process.env))],
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
    // Vite would let pages of all other local ports read the responses.
    cors: false,
  },
  preview: { cors: false },
})
