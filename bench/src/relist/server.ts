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
 * Each first path segment addresses a separate server, so that each run starts in the initial state. Lists return the first
 * list until a request to `/go`. Then the open watch receives a 410, and lists return the second list.
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
  // On a busy machine a client may reuse a connection at the moment it is closed as idle.
  server.keepAliveTimeout = 10 * 60_000
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
