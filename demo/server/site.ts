import { createServer, type Plugin, type PreviewServer, preview, type ViteDevServer } from 'vite'
import { mountClusters } from './apiservers.ts'
import { DEMO } from './folders.ts'
import { pagePaths } from './page-paths.ts'
import { servePage } from './serve-page.ts'
import type { ServedCluster } from './served-cluster.ts'

const DEFAULT_PORT = 5173

/** Where the page is served, and what it offers. */
export interface SiteOptions {
  /** @default 5173, or the next free port */
  readonly port: number | undefined
  /** The clusters to offer, the preferred one first. */
  readonly clusters: readonly ServedCluster[]
  /** Whether to open the page in the default browser. */
  readonly open: boolean
}

/** Serves the bundle in a folder. */
export function serveBundle(folder: string, { port, clusters, open }: SiteOptions): Promise<PreviewServer> {
  return preview({
    root: DEMO,
    configLoader: 'native',
    plugins: [...pluginsFor(clusters), { ...servePage(folder), enforce: 'pre' }],
    build: { outDir: folder },
    preview: {
      port: port ?? DEFAULT_PORT,
      strictPort: port !== undefined,
      open,
    },
  })
}

/** Serves the sources, with hot reload. */
export async function serveSources({ port, clusters, open }: SiteOptions): Promise<ViteDevServer> {
  const vite = await createServer({
    root: DEMO,
    configLoader: 'native',
    plugins: pluginsFor(clusters),
    server: { port: port ?? DEFAULT_PORT, strictPort: port !== undefined, open },
  })
  return vite.listen()
}

/** Ahead of the clusters and the paths of vite.config.ts. */
function pluginsFor(clusters: readonly ServedCluster[]): Plugin[] {
  const first = clusters[0]?.info
  // The page opens the fake cluster without being sent there.
  const home = first?.kind === 'fake' ? undefined : first?.id
  return [mountClusters(() => clusters), pagePaths(home)].map(plugin => ({ ...plugin, enforce: 'pre' }))
}
