// deno run --allow-net=127.0.0.1 --allow-read=assets deno.js [PORT], in the folder of the bundle
import { serveRelay } from '@kube-informer/relay/deno'
import { createEdge } from './edge.ts'

declare const Deno: {
  readonly args: readonly string[]
  readFile(path: string): Promise<Uint8Array<ArrayBuffer>>
  addSignalListener(signal: 'SIGINT' | 'SIGTERM', handler: () => void): void
  exit(): never
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
  wasm: 'application/wasm',
}

/** A file of the dashboard. The server has resolved dot segments. */
async function assets({ url }: Request): Promise<Response> {
  const { pathname } = new URL(url)
  const name = pathname === '/' ? '/index.html' : pathname
  const type = TYPES[name.split('.').at(-1) ?? '']
  if (!type || name.includes('..')) return new Response('not found\n', { status: 404 })
  try {
    return new Response(await Deno.readFile(`assets${name}`), { headers: { 'content-type': type } })
  } catch {
    return new Response('not found\n', { status: 404 })
  }
}

const port = Number(Deno.args[0] ?? 8787)
const origins = [`http://127.0.0.1:${port}`, `http://localhost:${port}`]
const edge = createEdge({ pods: 1000, churn: 20, seed: 1, origins, assets })
const { url, close } = await serveRelay(edge, { port })
console.log(url)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  Deno.addSignalListener(signal, () => void close().then(() => Deno.exit()))
