import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Setup } from '../bench-case.ts'
import { encodeItems, encodeList, LIST_VERSION, versionedPods } from '../pods/wire.ts'
import { changedPods, RELIST_VERSION } from './changes.ts'

const TOO_OLD = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: `too old resource version: ${LIST_VERSION} (${RELIST_VERSION})`,
  reason: 'Expired',
  code: 410,
}

/**
 * Below each first segment of a path is a server of its own, so that each run begins anew. A list is the old one until
 * the run asks for `/go`: then the watch that is open is told that its version is too old, and lists are the new one.
 */
export async function start(setup: Setup): Promise<Setup> {
  const pods = [...versionedPods(setup)]
  const before = encodeList(encodeItems(pods))
  const after = encodeList(encodeItems(changedPods(pods)), { resourceVersion: String(RELIST_VERSION) })
  const gone = new Set<string>()
  const watches = new Map<string, ServerResponse>()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const [, run = '', what] = pathname.split('/')
    response.setHeader('content-type', 'application/json')
    if (what === 'go') {
      gone.add(run)
      watches.get(run)?.end(`${JSON.stringify({ type: 'ERROR', object: TOO_OLD })}\n`)
      response.end('{}')
    } else if (searchParams.has('watch')) {
      response.flushHeaders()
      watches.set(run, response)
    } else response.end(gone.has(run) ? after : before)
  })
  // On a busy machine a client may come back to a connection just as it is closed for being idle.
  server.keepAliveTimeout = 10 * 60_000
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
