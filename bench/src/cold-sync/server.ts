import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generatePods } from '@kube-informer/testing'
import type { Setup } from '../bench-case.ts'

const RESOURCE_VERSION = '100000'

/**
 * Serves the Pods as an apiserver would, out of bytes that were encoded beforehand: what is measured is the
 * reader. A watch opens and stays silent.
 */
export async function start({ count }: Setup): Promise<Setup> {
  const items = generatePods({ count: Number(count), seed: 1 }).map(pod => Buffer.from(JSON.stringify(pod)))
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const watching = ['1', 'true'].includes(searchParams.get('watch') ?? '')
    response.setHeader('content-type', 'application/json')
    if (watching) response.flushHeaders()
    else answerList(response, items, searchParams)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}` }
}

/** Pages made so far: the warm-up round asks for each of them once. */
const pages = new Map<string, Buffer>()

function answerList(response: ServerResponse, items: readonly Buffer[], query: URLSearchParams): void {
  const limit = Number(query.get('limit') ?? 0) || items.length
  const from = Number(query.get('continue') ?? 0)
  const name = `${from}+${limit}`
  const page = pages.get(name) ?? createPage(items, from, limit)
  pages.set(name, page)
  response.setHeader('content-length', page.length)
  response.end(page)
}

function createPage(items: readonly Buffer[], from: number, limit: number): Buffer {
  const to = Math.min(from + limit, items.length)
  const rest = items.length - to
  const more = rest > 0 ? { continue: String(to), remainingItemCount: rest } : {}
  const metadata = JSON.stringify({ resourceVersion: RESOURCE_VERSION, ...more })
  const comma = Buffer.from(',')
  return Buffer.concat([
    Buffer.from(`{"kind":"PodList","apiVersion":"v1","metadata":${metadata},"items":[`),
    ...items.slice(from, to).flatMap((item, i) => (i === 0 ? [item] : [comma, item])),
    Buffer.from(']}\n'),
  ])
}
