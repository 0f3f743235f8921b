import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createFakeApiserver, generatePods, type Pod } from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'
import type { ServerOptions } from './environment.ts'
import { smallPods, writeTo } from './small-pods.ts'

/** Starts fake apiservers for the cases, each on a port of its own. */
export interface Yard {
  readonly url: string
  close(): Promise<void>
}

interface Lot {
  readonly url: string
  write(times: number): readonly string[]
  close(): Promise<void>
}

/**
 * Runs in the parent process. `POST /servers` starts a server, `POST /servers/1/writes` writes to it, and
 * `DELETE /servers/1` stops it. Requests below `/redirect/URL` are redirected to that URL. `files` are served to pages.
 */
export async function openYard(files: Readonly<Record<string, string>> = {}): Promise<Yard> {
  const lots = new Map<string, Lot>()
  const http = createServer((request, response) => void answer(request, response, lots, files))
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      await Promise.all([...lots.values()].map(lot => lot.close()))
      await closeServer(http)
    },
  }
}

const closeServer = (http: Server): Promise<void> =>
  new Promise(resolve => {
    http.close(() => resolve())
    http.closeAllConnections()
  })

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  lots: Map<string, Lot>,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const { method, url = '/' } = request
  const file = files[url]
  if (method === 'GET' && file !== undefined) {
    response.setHeader('content-type', url.endsWith('.js') ? 'text/javascript' : 'text/html')
    response.end(file)
    return
  }
  try {
    const [, kind, id = '', what, ...rest] = url.split('/')
    if (kind === 'redirect') {
      const location = [decodeURIComponent(id), what, ...rest].join('/')
      response.writeHead(307, { location }).end()
      return
    }
    response.end(JSON.stringify(await command(`${method} ${what ?? ''}`, id, await text(request), lots)))
  } catch (error) {
    response.writeHead(500).end(JSON.stringify(String(error)))
  }
}

async function command(name: string, id: string, body: string, lots: Map<string, Lot>): Promise<unknown> {
  if (name === 'POST ' && id === '') {
    const lot = await openLot(JSON.parse(body))
    const newId = String(lots.size + 1)
    lots.set(newId, lot)
    return { id: newId, url: lot.url }
  }
  const lot = lots.get(id)
  if (!lot) throw new Error(`no server ${id}`)
  if (name === 'POST writes') return lot.write(JSON.parse(body).times)
  if (name === 'DELETE ') return (await lot.close()) ?? {}
  throw new Error(`no command ${name}`)
}

async function openLot({ pods = 0, smallPods: small = 0, token, compress }: ServerOptions): Promise<Lot> {
  const objects: readonly Pod[] = [...generatePods({ count: pods, seed: 1 }), ...smallPods(small)]
  const server = createFakeApiserver({ objects, ...(token === undefined ? {} : { auth: { token } }) })
  const serving = await serve(server, { control: true, ...(compress ? { compress } : {}) })
  return { url: serving.url, write: times => writeTo(server, times), close: () => serving.close() }
}
