import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

/** A website with an apiserver under `/k8s`, on one origin. */
export interface Site {
  readonly url: string
  /** Holds new requests to the apiserver; closing the site rejects them. */
  holdApiserver(): void
  close(): Promise<void>
}

/** Options of {@link serveSite}. */
export interface SiteOptions {
  /** The folders to search for a file, in order. */
  readonly folders: readonly string[]
  /** The apiserver's URL. */
  readonly apiserver: string
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** Serves static files, and streams requests under `/k8s/` to and from the apiserver. */
export async function serveSite({ folders, apiserver }: SiteOptions): Promise<Site> {
  let isHeld = false
  const http = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', apiserver)
    if (!pathname.startsWith('/k8s/')) sendFile(folders, pathname, outgoing)
    else if (!isHeld) forward(apiserver, incoming, outgoing)
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    holdApiserver() {
      isHeld = true
    },
    close: () =>
      new Promise(resolve => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
}

function sendFile(folders: readonly string[], pathname: string, outgoing: ServerResponse): void {
  const path = normalize(pathname === '/' ? '/index.html' : pathname)
  const found = folders.map(folder => join(folder, path)).find(file => existsSync(file))
  if (!found || !statSync(found).isFile()) {
    outgoing.writeHead(404).end()
    return
  }
  outgoing.setHeader('Content-Type', TYPES[extname(found)] ?? 'application/octet-stream')
  createReadStream(found).pipe(outgoing)
}

function forward(apiserver: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers, url = '' } = incoming
  const asked = request(apiserver + url.slice('/k8s'.length), { method, headers }, answer => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    // Sends the headers at once: a watch is open before its first event.
    outgoing.flushHeaders()
    answer.pipe(outgoing)
    answer.on('error', () => outgoing.destroy())
  })
  asked.on('error', () => outgoing.destroy())
  outgoing.on('close', () => asked.destroy())
  incoming.pipe(asked)
}
