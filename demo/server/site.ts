import type { RequestListener } from 'node:http'
import { createServer, type Plugin, type PreviewServer, preview, type ViteDevServer } from 'vite'
import { mountApiservers } from './apiservers.ts'
import { CONTENT_SECURITY_POLICY } from './content-security-policy.ts'
import { DEMO, OUT_DIR } from './folders.ts'

const DEFAULT_PORT = 5173

/** Options of {@link serveBundle} and {@link serveSources}. */
export interface SiteOptions {
  /** @default 5173, or the next free port */
  readonly port: number | undefined
  /** Answers requests below `/fake`; absent: they are forwarded to the server that the environment names. */
  readonly fake: RequestListener | undefined
}

/** Serves the bundle. */
export function serveBundle({ port, fake }: SiteOptions): Promise<PreviewServer> {
  return preview({
    root: DEMO,
    plugins: pluginsFor(fake),
    build: { outDir: OUT_DIR },
    preview: {
      port: port ?? DEFAULT_PORT,
      strictPort: port !== undefined,
      headers: { 'content-security-policy': CONTENT_SECURITY_POLICY },
    },
  })
}

/** Serves the sources, with hot reload. */
export async function serveSources({ port, fake }: SiteOptions): Promise<ViteDevServer> {
  const vite = await createServer({
    root: DEMO,
    plugins: pluginsFor(fake),
    server: { port: port ?? DEFAULT_PORT, strictPort: port !== undefined },
  })
  return vite.listen()
}

/** Ahead of the forwarding to another server, which vite.config.ts mounts. */
const pluginsFor = (fake: RequestListener | undefined): Plugin[] =>
  fake === undefined ? [] : [{ ...mountApiservers(() => ({ '/fake': fake })), enforce: 'pre' }]
