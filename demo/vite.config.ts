import { fileURLToPath } from 'node:url'
import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { clustersOf, mountClusters } from './server/apiservers.ts'
import { assets } from './server/assets.ts'
import { startChunks } from './server/chunks.ts'
import { inlineFirstFrame } from './server/inline-first-frame.ts'
import { pagePaths } from './server/page-paths.ts'

const { PORT } = process.env
const page = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

// Resolves the sources of the packages: nothing has to be built, and a change of them is a hot update.
const conditions = ['@kube-informer/source', 'module', 'browser', 'development|production']

/** Memoizes the components and hooks of this folder. One that it cannot compile fails the build. */
const compiler = reactCompilerPreset({ panicThreshold: 'all_errors' })
const id = { include: [/\/demo\/src\/.*\.tsx?$/] }
const reactCompiler = {
  ...compiler,
  rolldown: { ...compiler.rolldown, filter: { ...compiler.rolldown.filter, id } },
}

/** The page, and what its first script imports on demand but always. */
const PAGE = { main: page('index.html'), 'console-start': page('src/main.tsx') }

interface Site {
  readonly base: string
  readonly define: Readonly<Record<string, string>>
  readonly outDir: string
  readonly input: Readonly<Record<string, string>>
}

/** The static site of `npm run build:static --workspace demo`. It may be in any folder of its origin, so its paths are relative. */
const STATIC_SITE: Site = {
  base: './',
  define: { 'import.meta.env.VITE_STATIC': '"true"' },
  outDir: 'dist-site',
  input: PAGE,
}
/** The site with a server. */
const SERVED_SITE: Site = {
  base: '/',
  define: {},
  outDir: 'dist',
  input: PAGE,
}

/** The smallest example is built apart: it would share its chunks with the console. */
const MINIMAL: Site = {
  base: '/',
  define: {},
  outDir: 'dist',
  input: { minimal: page('minimal.html') },
}

const SITES: Readonly<Record<string, Site>> = { static: STATIC_SITE, minimal: MINIMAL }

export default defineConfig(({ mode }) => {
  const { base, define, outDir, input } = SITES[mode] ?? SERVED_SITE
  return {
    base,
    define: { ...define },
    plugins: [
      react(),
      babel({ presets: [reactCompiler] }),
      mountClusters(() => clustersOf(process.env)),
      pagePaths(),
      assets(),
      inlineFirstFrame(),
    ],
    // page-paths.ts answers the routes instead.
    appType: 'mpa',
    resolve: { conditions },
    worker: { format: 'es' },
    // Vite would discover these late, behind a dynamic import or outside this folder, and then reload the page.
    optimizeDeps: {
      include: ['react/jsx-dev-runtime', 'react-dom/client', 'msw/browser', 'msw/http', 'idb'],
    },
    build: {
      target: 'es2023',
      modulePreload: { polyfill: false },
      // The console is one chunk on purpose, and its size has a limit in e2e/journeys/start.spec.ts.
      chunkSizeWarningLimit: 1_000,
      outDir,
      rolldownOptions: {
        input: { ...input },
        checks: { pluginTimings: false },
        ...(mode === 'minimal' ? {} : { output: { codeSplitting: startChunks() } }),
      },
    },
    server: {
      port: PORT ? Number(PORT) : 5173,
      strictPort: PORT !== undefined,
      // Vite would let pages of all other local ports read the responses.
      cors: false,
    },
    preview: { cors: false },
  }
})
